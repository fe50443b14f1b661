import { KernelscopeError } from '../../base/errors';

/** A file that is not a profile of MegEngine, or is damaged; the message begins with the field. */
export class MgeFormatError extends KernelscopeError {}
