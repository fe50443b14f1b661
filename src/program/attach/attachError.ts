import { KernelscopeError } from '../../base/errors';

/** A running process cannot be profiled as it was asked; the message gives the reason and what helps. */
export class AttachError extends KernelscopeError {}
