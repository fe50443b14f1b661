import { KernelscopeError } from '../../base/errors';
import type { SavedFile } from '../../engine/files/exportProfile';
import type { ProfilerState } from './state';
import type { ProfilerConfig } from './config';

/** A command for the profiler of an attached process or thread. */
export type ProcessCommand =
  | { readonly command: 'setConfig'; readonly config: ProfilerConfig }
  | { readonly command: 'setState'; readonly state: ProfilerState }
  | { readonly command: 'pause' }
  | { readonly command: 'resume' }
  | { readonly command: 'dump'; readonly finished: boolean };

/** The worker threads, child and cluster processes whose profilers this process commands. */
export interface CommandedProcesses {
  /** The number of attached processes. */
  readonly size: number;
  /** Carries out the command in all of them; returns the files that they wrote. */
  request(command: ProcessCommand): Promise<readonly SavedFile[]>;
}

/** A call was for attached processes, and there are none. */
export class NoAttachedProcessError extends KernelscopeError {
  constructor() {
    super(
      'No worker, child or cluster process is attached: call profiler.attach(...) first, ' +
        "or leave out profileProcess: 'server'."
    );
  }
}
