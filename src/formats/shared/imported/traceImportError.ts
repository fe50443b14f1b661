import { KernelscopeError } from '../../../base/errors';

/** Bytes are not a readable trace; the message gives the assumed format, and the reason. */
export class TraceImportError extends KernelscopeError {}
