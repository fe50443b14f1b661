import { KernelscopeError } from '../../base/errors';

/** A file is not a readable GPU trace; the message gives the reason. */
export class GpuTraceError extends KernelscopeError {}

/** A part of a key of records: a number, or a text in quotes in the message. */
export type KeyPart = number | string;

/** Two records of a trace have a key that only one may have; the key is written as a tuple. */
export class DuplicateKeyError extends GpuTraceError {
  constructor(
    /** The parts of the key that both records have. */
    readonly key: readonly KeyPart[],
    meaning: string
  ) {
    const parts = key.map(part => (typeof part === 'string' ? `'${part}'` : String(part)));
    super(`duplicate key: (${parts.join(', ')}${parts.length === 1 ? ',' : ''}): ${meaning}`);
  }
}
