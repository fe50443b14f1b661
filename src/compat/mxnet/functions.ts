import type { EitherCase } from '../../base/snakeCase';
import type { SavedFile } from '../../engine/files/exportProfile';
import type { ProfileProcess, ProfilerOptions } from './config';
import type { ProfilerDumps, ProfilerDumpsOptions } from './dumpsArguments';
import type { Answer, DumpOptions, For, ForServer, ForWorker } from './processArguments';
import type { ProfilerState } from './state';

/** The type of `setConfig`. */
export interface SetConfigFunction {
  /**
   * Sets what is recorded from the next run on, and where it is written: relative to the current
   * folder, even if the process changes folders later. Options that a call leaves out have their
   * defaults. Files are left alone. With `{ profileProcess: 'server' }` for all attached processes;
   * done when the promise resolves.
   *
   * @throws ProfilerArgumentError for anything else, with the valid values.
   */
  <P extends ProfileProcess = 'worker'>(
    options?: EitherCase<ProfilerOptions> & EitherCase<For<P>>
  ): Answer<P, void>;
}

/** The type of `setState`. */
export interface SetStateFunction {
  /** Begins or ends a run of all attached threads and processes; done when the promise resolves. */
  (state: ProfilerState | undefined, options: ForServer | 'server'): Promise<void>;
  /**
   * Begins or ends a run; the state it is in already changes nothing. Default `'stop'`. All runs up
   * to the next finished `dump` make one trace; each is kept as `profile.last` too.
   *
   * @throws ProfilerStateError for another state.
   */
  (state?: ProfilerState, options?: ForWorker | 'worker'): void;
}

/** The type of `pause`. */
export interface PauseFunction {
  /** Holds the recording of all attached threads and processes; done when the promise resolves. */
  (options: ForServer | 'server'): Promise<void>;
  /** Holds all recording under way until `resume` or the end of the run. */
  (options?: ForWorker | 'worker'): void;
}

/** The type of `resume`. */
export interface ResumeFunction {
  /** Goes on after `pause` in all attached threads and processes; done when the promise resolves. */
  (options: ForServer | 'server'): Promise<void>;
  /** Goes on after `pause`. */
  (options?: ForWorker | 'worker'): void;
}

/** The type of `dump`. */
export interface DumpFunction {
  /**
   * Writes the trace to `filename`, in the format of its ending or else as Chrome JSON, and the
   * memory that is held. Stops the profiler and ends the trace unless `finished` is false; then
   * the file has all that is over, and JSON never becomes smaller. Again after that: the same file.
   * With `{ profileProcess: 'server' }` each attached process writes its own `rankN_` files.
   *
   * @throws ProfilerNotRunError before the first run; OutputFileError for a file that cannot be
   *   written: all that was recorded is kept for the next `dump`.
   */
  <P extends ProfileProcess = 'worker'>(
    options?: DumpOptions & EitherCase<For<P>>
  ): Answer<P, readonly SavedFile[]>;
  /** Writes the trace, as with options; here with arguments by position, as in Python. */
  <P extends ProfileProcess = 'worker'>(
    finished: boolean,
    profileProcess?: P
  ): Answer<P, readonly SavedFile[]>;
}

/** The type of `dumps`. */
export interface DumpsFunction {
  /**
   * The statistics of all runs since the last reset as text, of a run under way up to now without
   * slices that are still open. `''` before the first run, and without `aggregateStats`. Inside a
   * `%%profile` cell, where the profiler was never run, those of the cell.
   *
   * @throws DumpsOptionError for a value that is not supported.
   */
  (options?: EitherCase<ProfilerDumpsOptions>): string;
  /** The statistics as text, as with options; here with arguments by position, as in Python. */
  (
    reset: boolean,
    format?: ProfilerDumps['format'],
    sortBy?: ProfilerDumps['sortBy'],
    ascending?: boolean
  ): string;
}
