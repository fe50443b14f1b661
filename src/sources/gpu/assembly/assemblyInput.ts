import type { ActivityKind } from '../../../native/gpuActivities';
import type { ContributionContext } from '../../../record/build/contribution';
import type { ActivityPart } from '../records/activityRecords';
import type { DeviceTracks } from '../records/deviceTracks';

/** What {@link assembleGpu} makes slices and tables from. */
export interface AssemblyInput {
  readonly parts: readonly ActivityPart[];
  /** The activities that are shown. */
  readonly shown: ReadonlySet<ActivityKind>;
  /** Whether what operators do has their numbers. */
  readonly operatorIds: boolean;
  readonly context: ContributionContext;
  /** As `Pauses.since` gives them: what begins in them is left out. */
  readonly pauses: Float64Array;
  /** Node's number of the recorded thread, by which its operators are told from others. */
  readonly threadId: number;
  /** The operating system's number of the recorded thread. */
  readonly osThread: number;
  readonly pid: number;
  /** Names of GPUs by CUDA's number. */
  readonly deviceNames: ReadonlyMap<number, string>;
  /** The tracks of GPUs, which other sources put their counters on. */
  readonly deviceTracks: DeviceTracks;
  /** The profiler scope in which the slice of a token began. */
  readonly scopeOf: (token: number) => string;
}
