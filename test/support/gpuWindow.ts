import type { ActivityBatch } from '../../src/native/gpuActivities';
import type { Profile } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import { Recorder } from '../../src/record/recorder';
import type { RecordingWindow } from '../../src/record/slices/recordingWindow';
import type {
  Contribution,
  ContributionContext,
  Source
} from '../../src/record/build/contribution';
import { rowsOf } from '../../src/sources/gpu/records/activityRecords';
import { type ActivityChoice, shownKinds } from '../../src/sources/gpu/cudaSource';
import { type AssembledGpu, assembleGpu } from '../../src/sources/gpu/assembly/assembleGpu';
import { DeviceTracks } from '../../src/sources/gpu/records/deviceTracks';
import { GPU_WHERE_FOUND } from '../../src/sources/gpu/records/gpuRecording';
import { type BatchRows, activityBatch } from './activityBatches';
import { demangleKnown } from './demangleKnown';
import { FakeClock } from './fakeClock';
import { finishWindow } from './recording';

/** The operating system's number of the recorded thread in these tests. */
export const MAIN_THREAD = 42;

/** How batches become a part of a profile. */
export interface GpuWindow {
  readonly recorder: Recorder;
  readonly window: RecordingWindow;
  readonly batches: readonly ActivityBatch[];
  readonly choice?: Partial<ActivityChoice>;
  readonly calledBefore?: number;
  readonly scopeOf?: (token: number) => string;
}

/** A profile, and what was assembled for it. */
export interface GpuProfile {
  readonly profile: Profile;
  readonly assembled: AssembledGpu;
}

/** The profile of a window with what the batches tell of GPUs. */
function gpuProfileOf(given: GpuWindow): GpuProfile {
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
  { recorder, window, batches, choice, calledBefore = 0, scopeOf = () => '<unk>:' }: GpuWindow,
  context: ContributionContext
): AssembledGpu {
  const texts = ['', ...batches.flatMap(({ strings }) => strings)];
  return assembleGpu({
    parts: batches.map(batch => ({ batch, texts, rows: rowsOf(batch) })),
    shown: shownKinds({ ...GPU_WHERE_FOUND, ...choice }),
    operatorIds: true,
    isComplete: true,
    context,
    calledBefore,
    pauses: recorder.pauses.since(window.startTime),
    ...{ threadId: 0, osThread: MAIN_THREAD, pid: MAIN_THREAD },
    deviceNames: new Map([[0, 'NVIDIA H200']]),
    deviceTracks: new DeviceTracks(),
    demangle: demangleKnown,
    scopeOf,
    sliceOf: token => token
  });
}

/** Texts of the batches of {@link recordedWindow}, by number from 1. */
const STRINGS = ['_Z4gemmPf', 'cudaLaunchKernel_v7000', 'cuLaunchKernel', 'step', 'loader'];

/** What {@link recordedWindow} has recorded. */
export interface RecordedWindow {
  readonly clock: FakeClock;
  readonly recorder: Recorder;
  readonly window: RecordingWindow;
  /** Of the operator. */
  readonly token: number;
  readonly originNs: bigint;
  /** The profile of the window with batches of these rows. */
  readonly profileOf: (rows: readonly BatchRows[], given?: Partial<GpuWindow>) => GpuProfile;
}

/** A window of 1000 ns, in which the operator `mm`, whose token is given, runs from 100 to 300. */
export function recordedWindow(): RecordedWindow {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const originNs = clock.now();
  const window = recorder.openWindow();
  clock.advance(100);
  const token = recorder.begin(recorder.label('mm', 'operator'));
  clock.advance(200);
  recorder.end(token);
  clock.advance(700);
  const profileOf = (rows: readonly BatchRows[], given: Partial<GpuWindow> = {}) => {
    const batches = rows.map((each, at) =>
      activityBatch({ originNs, ...(at === 0 ? { strings: STRINGS } : {}), ...each })
    );
    const made = gpuProfileOf({ recorder, window, batches, ...given });
    return { ...made, profile: validateProfile(made.profile) };
  };
  return { clock, recorder, window, token, originNs, profileOf };
}
