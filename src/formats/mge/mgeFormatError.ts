import { KernelscopeError } from '../../base/errors';

/** A file that is no profile of MegEngine, or a damaged one; the message begins with the field. */
export class MgeFormatError extends KernelscopeError {}
