import {
  CUDA_CALL_CATEGORIES,
  CUDA_SYNC_CATEGORY,
  EVENT_LOOP_WAIT,
  GPU_CATEGORIES,
  GPU_OVERHEAD_CATEGORY,
  isFrameCategory,
  isRecordingSpan,
  LOOP_TURN_CATEGORY,
  OPERATOR_CATEGORIES,
  REPETITION_CATEGORY,
  WAITING_CATEGORY
} from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { coreWaits } from '../slices/recordedTimes';
import { IntervalUnion, type Intervals, NO_TIME, joined } from '../slices/intervals';
import type { WorkTable } from './workTable';

/** The activity of the host according to a slice: the first three are CUDA calls. */
export const HostUse = {
  unknown: 0,
  copying: 1,
  waiting: 2,
  calling: 3,
  code: 4,
  range: 5,
  /** At an `await`: the thread has nothing to run. */
  awaiting: 6
} as const;

/** Calls of CUDA's interfaces that copy. */
const COPY_CALL = /^cu(da)?Memcpy/;

/** Calls of CUDA's interfaces that return when the GPU is done. */
const SYNC_CALL = /^cu(da)?(Device|Stream|Event|Ctx|Thread)Synchronize(_\w+)?$/;

/** A wait of a stream for an event, which no thread waits for. */
const STREAM_WAIT = 'Stream Wait Event';

/** True if a CUDA call waits for a GPU. */
export function isSyncCall(name: string): boolean {
  return SYNC_CALL.test(name);
}

/** The activity of the host's threads during a recording. */
export class HostActivity {
  readonly #useOfLabel: Uint8Array;
  /**
   * Nothing on tracks of GPUs; on lanes of asynchronous code, which may only wait, calls alone; on
   * tracks of waits everything.
   */
  readonly #greatestUse: Uint8Array;
  /** In calls that copy, and in waits for a GPU. */
  readonly copying: Intervals;
  readonly waiting: Intervals;
  /** In any code, as samples and slices tell it. */
  readonly busy: Intervals;

  constructor(readonly work: WorkTable) {
    const { profile } = work;
    this.#useOfLabel = usesOfLabels(profile);
    this.#greatestUse = Uint8Array.from(profile.tracks, ({ kind }) => {
      if (kind === 'device' || kind === 'cudaStream') return HostUse.unknown;
      if (kind === 'asyncLane') return HostUse.calling;
      return kind === 'waiting' ? HostUse.awaiting : HostUse.range;
    });
    const unions = this.#unionsOfSlices(profile);
    this.copying = unions.copying.toIntervals();
    this.waiting = unions.waiting.toIntervals();
    this.busy = joined(unions.busy.toIntervals(), sampledTime(profile));
  }

  // hot
  /** The activity of the host according to a slice, one of {@link HostUse}. */
  useOf(slice: number): number {
    const { label, track } = this.work.profile.slices;
    const use = this.#useOfLabel[label[slice]];
    return use <= this.#greatestUse[track[slice]] ? use : HostUse.unknown;
  }

  // hot
  /** From calls to the start on a device of the first that they launch there. */
  launching(device: number): Intervals {
    const { profile, rows, originOf, deviceOfTrack } = this.work;
    const { slices } = profile;
    const begins = new Float64Array(slices.length);
    for (const row of rows) {
      const call = originOf[row];
      if (call < 0 || deviceOfTrack[slices.track[row]] !== device) continue;
      const use = this.useOf(call);
      const isCall = use !== HostUse.unknown && use <= HostUse.calling;
      if (isCall) begins[call] ||= slices.start[row];
    }
    const union = new IntervalUnion();
    for (let row = 0; row < slices.length; row++) {
      if (begins[row] > 0) union.add(slices.start[row], begins[row]);
    }
    return union.toIntervals();
  }

  // hot
  #unionsOfSlices({ slices, tracks, samples }: Profile) {
    const [copying, waiting, busy] = [
      new IntervalUnion(),
      new IntervalUnion(),
      new IntervalUnion()
    ];
    const isSampled = new Uint8Array(tracks.length);
    for (const track of samples.track) isSampled[track] = 1;
    for (let row = 0; row < slices.length; row++) {
      const use = this.useOf(row);
      const track = slices.track[row];
      if (use === HostUse.unknown || use === HostUse.awaiting) continue;
      const from = slices.start[row];
      const to = from + slices.duration[row];
      if (use === HostUse.copying) copying.add(from, to);
      else if (use === HostUse.waiting) waiting.add(from, to);
      else if (use !== HostUse.range || isSampled[track] === 0) busy.add(from, to);
    }
    return { copying, waiting, busy };
  }
}

function usesOfLabels({ labels, strings }: Profile): Uint8Array {
  return Uint8Array.from(labels.name, (name, label) =>
    useOf(strings[name], strings[labels.category[label]])
  );
}

function useOf(name: string, category: string): number {
  if (CUDA_CALL_CATEGORIES.includes(category)) return useOfCall(name);
  if (category === CUDA_SYNC_CATEGORY) {
    return name === STREAM_WAIT ? HostUse.unknown : HostUse.waiting;
  }
  if (OPERATOR_CATEGORIES.includes(category)) return HostUse.code;
  if (category === WAITING_CATEGORY) {
    return name === EVENT_LOOP_WAIT ? HostUse.unknown : HostUse.awaiting;
  }
  const isNoCode = NO_CODE_CATEGORIES.includes(category) || isFrameCategory(category);
  return isNoCode || isRecordingSpan(name, category) ? HostUse.unknown : HostUse.range;
}

function useOfCall(name: string): number {
  if (COPY_CALL.test(name)) return HostUse.copying;
  return isSyncCall(name) ? HostUse.waiting : HostUse.calling;
}

/** Categories of slices that say nothing about the activity of a thread. */
const NO_CODE_CATEGORIES: readonly string[] = [
  ...GPU_CATEGORIES,
  GPU_OVERHEAD_CATEGORY,
  LOOP_TURN_CATEGORY,
  REPETITION_CATEGORY
];

/** Time for which samples say that a thread ran, or waited for a core to run on. */
function sampledTime(profile: Profile): Intervals {
  const { samples, tracks } = profile;
  const union = new IntervalUnion();
  for (let row = 0; row < samples.length; row++) {
    if (samples.stack[row] < 0) continue;
    union.add(samples.time[row], samples.time[row] + samples.weight[row]);
  }
  const waits = tracks.map((_, track) => coreWaits(profile, track) ?? NO_TIME);
  return waits.reduce(joined, union.toIntervals());
}
