import { KernelscopeError } from '../../../base/errors';
import type { SavedFile } from '../../files/exportProfile';

/** Something was given to `attach` that cannot be attached; the text says what can. */
export class AttachError extends KernelscopeError {}

/** What went wrong in one attached process. */
export interface RankFailure {
  readonly rank: number;
  /** What happened and what to do. */
  readonly message: string;
}

/** Some attached processes did not do what they were told; the others did. */
export class AttachedProcessError extends KernelscopeError {
  constructor(
    /** One for each process that failed. */
    readonly failures: readonly RankFailure[],
    /** What the other processes have saved. */
    readonly files: readonly SavedFile[]
  ) {
    super(failures.map(({ rank, message }) => `rank ${rank}: ${message}`).join('\n'));
  }
}
