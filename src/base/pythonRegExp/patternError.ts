import { KernelscopeError } from '../errors';

/** A pattern that Python would not read either, or that JavaScript has nothing for. */
export class PatternError extends KernelscopeError {}
