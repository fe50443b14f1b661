import type { ActivityBatch } from '../../src/native/gpuActivities';
import type { Profile } from '../../src/model/profile';
import type { Recorder } from '../../src/record/recorder';
import type { RecordingWindow } from '../../src/record/recordingWindow';
import type { Contribution, ContributionContext, Source } from '../../src/record/contribution';
import { rowsOf } from '../../src/sources/cuda/activityRecords';
import { shownKinds } from '../../src/sources/cuda/activityKinds';
import type { ActivityChoice } from '../../src/sources/cuda/activityKinds';
import type { AssembledGpu } from '../../src/sources/cuda/assembly/assembleGpu';
import { assembleGpu } from '../../src/sources/cuda/assembly/assembleGpu';
import { DeviceTracks } from '../../src/sources/cuda/deviceTracks';
import { GPU_WHERE_FOUND } from '../../src/sources/cuda/gpuRecording';
import { finishWindow } from './recording';

/** The operating system's number of the recorded thread in these tests. */
export const MAIN_THREAD = 42;

/** How batches become a part of a profile. */
export interface GpuWindow {
  readonly recorder: Recorder;
  readonly window: RecordingWindow;
  readonly batches: readonly ActivityBatch[];
  readonly choice?: Partial<ActivityChoice>;
  readonly scopeOf?: (token: number) => string;
}

/** A profile, and what was assembled for it. */
export interface GpuProfile {
  readonly profile: Profile;
  readonly assembled: AssembledGpu;
}

/** The profile of a window with what the batches tell of GPUs. */
export function gpuProfileOf(given: GpuWindow): GpuProfile {
  let assembled: AssembledGpu | null = null;
  const source: Source = {
    start: () => undefined,
    stopNow: () => undefined,
    contribute(context): Contribution {
      assembled = assemble(given, context);
      const { columns, ownArg, instants, counters, allocations } = assembled;
      const report = { source: 'cuda', status: 'ok', message: '', records: 0 } as const;
      return { report, columns, ownArg, instants, counters, allocations };
    }
  };
  const profile = finishWindow(given.recorder, given.window, [source]);
  if (!assembled) throw new Error('nothing was assembled');
  return { profile, assembled };
}

function assemble(
  { recorder, window, batches, choice, scopeOf = () => '<unk>:' }: GpuWindow,
  context: ContributionContext
): AssembledGpu {
  const texts = ['', ...batches.flatMap(({ strings }) => strings)];
  return assembleGpu({
    parts: batches.map(batch => ({ batch, texts, rows: rowsOf(batch) })),
    shown: shownKinds({ ...GPU_WHERE_FOUND, ...choice }),
    operatorIds: true,
    context,
    pauses: recorder.pauses.since(window.startTime),
    ...{ threadId: 0, osThread: MAIN_THREAD, pid: MAIN_THREAD },
    deviceNames: new Map([[0, 'NVIDIA H200']]),
    deviceTracks: new DeviceTracks(),
    scopeOf
  });
}
