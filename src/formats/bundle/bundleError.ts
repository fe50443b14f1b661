import { KernelscopeError } from '../../base/errors';

/** A notebook output that is not a readable profile; the message gives the reason and what to do next. */
export class BundleError extends KernelscopeError {}
