import { KernelscopeError } from '../base/errors';

/** A profiled function cannot be measured or asserted on; the message says why, and what to do. */
export class ProfiledError extends KernelscopeError {}

/** A baseline file cannot be read, or is of another machine; the message says what differs. */
export class BaselineFileError extends KernelscopeError {}
