import { KernelscopeError } from '../../base/errors';

/** A file is not a readable GPU trace; the message gives the reason. */
export class GpuTraceError extends KernelscopeError {}

/** Two records of a trace have a key that only one may have; the key is written as a tuple. */
export class DuplicateKeyError extends GpuTraceError {
  constructor(
    readonly key: readonly number[],
    meaning: string
  ) {
    super(`duplicate key: (${key.length === 1 ? `${key[0]},` : key.join(', ')}): ${meaning}`);
  }
}
