import { KernelscopeError } from '../../base/errors';

/** A traced function is used in a way in which it cannot be. */
export class TraceError extends KernelscopeError {}

/** `getProfile()` was called before there was anything to return. */
export class TraceProfileError extends TraceError {}

/** A call of a function with a fixed graph ran other operators than its first call. */
export class TraceMismatchError extends TraceError {}
