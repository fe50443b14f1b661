import { KernelscopeError } from '../../../base/errors';
import type { SavedFile } from '../../files/exportProfile';

/** Something was given to `attach` that cannot be attached; the text says what can. */
export class AttachError extends KernelscopeError {}

/** The failure of one attached process. */
export interface RankFailure {
  /** The number of the process among attached ones, as `Attachment.rank` and in its `rank0_…` files. */
  readonly rank: number;
  /** The problem and the remedy. */
  readonly message: string;
}

/** Some attached processes failed to carry out a command; the others did. */
export class AttachedProcessError extends KernelscopeError {
  constructor(
    /** One for each process that failed. */
    readonly failures: readonly RankFailure[],
    /** The files that the other processes have saved. */
    readonly files: readonly SavedFile[]
  ) {
    super(failures.map(({ rank, message }) => `rank ${rank}: ${message}`).join('\n'));
  }
}
