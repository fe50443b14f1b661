import { KernelscopeError } from '../../../base/errors';

/** Bytes are no trace that can be read; the message says what they were taken for, and why. */
export class TraceImportError extends KernelscopeError {}
