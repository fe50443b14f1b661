import { KernelscopeError } from '../../base/errors';

/** A notebook output is no profile that can be read; the message says why and what to do next. */
export class BundleError extends KernelscopeError {}
