import { KernelscopeError } from '../base/errors';

/** A program cannot be run as it was asked; nothing has run. */
export class ProgramError extends KernelscopeError {}
