import type { Demangle } from '../../../base/text';
import type { ActivityKind } from '../../../native/gpuActivities';
import type { ContributionContext } from '../../../record/build/contribution';
import type { ActivityPart } from '../records/activityRecords';
import type { DeviceTracks } from '../records/deviceTracks';

/** The input from which {@link assembleGpu} makes slices and tables. */
export interface AssemblyInput {
  readonly parts: readonly ActivityPart[];
  readonly shown: ReadonlySet<ActivityKind>;
  /** Whether GPU work has the numbers of its operators. */
  readonly operatorIds: boolean;
  /** True if GPUs had finished their work when the last records were taken. */
  readonly isComplete: boolean;
  readonly context: ContributionContext;
  /** The highest correlation of calls delivered before the recording began; 0 if there were none. */
  readonly calledBefore: number;
  /** In the form of `Pauses.since`: records that begin in them are left out. */
  readonly pauses: Float64Array;
  /** Node's number of the recorded thread, which distinguishes its operators from others. */
  readonly threadId: number;
  /** The operating system's number of the recorded thread. */
  readonly osThread: number;
  readonly pid: number;
  /** Names of GPUs by CUDA's number. */
  readonly deviceNames: ReadonlyMap<number, string>;
  /** The tracks of GPUs, which other sources put their counters on. */
  readonly deviceTracks: DeviceTracks;
  /** For the names of kernels. */
  readonly demangle: Demangle;
  /** The profiler scope of a token. */
  readonly scopeOf: (token: number) => string;
  /** The token of the slice that a token stands for, or -1. */
  readonly sliceOf: (token: number) => number;
}
