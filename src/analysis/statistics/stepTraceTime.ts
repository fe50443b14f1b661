import { GPU_COMPUTE_CATEGORIES, OPERATOR_CATEGORIES } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { deviceNumber } from '../gpu/gpuWork';
import { type ProfileStep, profileSteps, isDataWait } from './profileSteps';
import {
  IntervalLengths,
  type Intervals,
  NO_TIME,
  common,
  joined,
  without,
  IntervalUnion,
  unionOf
} from '../slices/intervals';
import { MESSAGE_FLOW } from '../../model/profile/argKeys';
import { isSyncCall } from '../gpu/hostActivity';

/**
 * The division of the time of one step, in nanoseconds. `computing`, `waitingForData`, `waitingForGpu`,
 * `exposedCommunication` and `free` are disjoint and add up to `stage`.
 */
export interface StepTraceTime {
  /** Number of the GPU, or null where operators are measured because no GPU was. */
  readonly device: number | null;
  /** Number of the step, or null for a whole profile without steps. */
  readonly step: number | null;
  /**
   * Time of the step in which at least one operator ran: on its thread, outside of waiting for data,
   * or asynchronously. With a GPU, in which at least one kernel ran on it.
   */
  readonly computing: number;
  /** The part of `communication` in which nothing else is measured. */
  readonly exposedCommunication: number;
  /** The part of `communication` in which something computes, or data or the GPU is waited for. */
  readonly overlapped: number;
  /**
   * Time in which at least one message was on its way from or to the thread: from `postMessage` until
   * its handling begins.
   */
  readonly communication: number;
  /** The rest of the step: none of the disjoint parts. */
  readonly free: number;
  /** The whole step. */
  readonly stage: number;
  /** The part of `exposedCommunication` in which a message came to the thread. */
  readonly bubble: number;
  /** `exposedCommunication` less `bubble`. */
  readonly exposedSending: number;
  /** From the begin of the step to the first moment that is `computing` or `communication`. */
  readonly preparing: number;
  /** Time in which a value of an instrumented iterator was waited for and nothing computed. */
  readonly waitingForData: number;
  /** Time in calls that wait for the GPU, while nothing computed and no data was waited for. */
  readonly waitingForGpu: number;
}

/**
 * The steps of a profile in order of start, each once for every GPU that ran kernels; a profile without
 * steps counts as one. The thread of a step is that of its slice. At most n log n in the slices.
 */
export function stepTraceTimes(
  profile: Profile,
  steps: readonly ProfileStep[] = profileSteps(profile)
): readonly StepTraceTime[] {
  const gpus = gpusOf(profile);
  const devices = gpus.length > 0 ? gpus : [{ device: null, streams: null }];
  const known = new Map<string, ThreadTimeLengths>();
  const lengthsOf = (track: number, { device, streams }: Gpu): ThreadTimeLengths => {
    const key = `${track} ${device}`;
    const own = streams?.filter(stream => isOfProcess(profile.tracks, stream, track)) ?? null;
    const lengths = known.get(key) ?? new ThreadTimeLengths(threadTime(profile, track, own));
    known.set(key, lengths);
    return lengths;
  };
  return stretchesOf(profile, steps).flatMap(stretch =>
    devices.map(gpu => timeOf(lengthsOf(stretch.track, gpu), stretch, gpu.device))
  );
}

/** A step, or the whole of a profile without steps. */
interface Stretch {
  readonly number: number | null;
  readonly track: number;
  readonly start: number;
  readonly end: number;
}

function stretchesOf(profile: Profile, steps: readonly ProfileStep[]): readonly Stretch[] {
  const { slices, tracks, meta } = profile;
  if (steps.length > 0) {
    return steps.map(({ number, slice, start, end }) => {
      return { number, track: slices.track[slice], start, end };
    });
  }
  const track = tracks.findIndex(({ kind }) => kind === 'thread');
  if (track < 0) return [];
  return [{ number: null, track, start: 0, end: meta.durationNs }];
}

function timeOf(
  lengths: ThreadTimeLengths,
  { number, start, end }: Stretch,
  device: number | null
): StepTraceTime {
  const of = (use: Parameters<ThreadTimeLengths['of']>[0]) => lengths.of(use, start, end);
  const stage = end - start;
  const [computing, communication] = [of('computing'), of('messages')];
  const [waitingForData, waitingForGpu] = [of('dataWaits'), of('gpuWaits')];
  const [exposedCommunication, bubble] = [of('exposedMessages'), of('exposedReceipts')];
  const used = computing + waitingForData + waitingForGpu + exposedCommunication;
  return {
    device,
    step: number,
    computing,
    exposedCommunication,
    overlapped: communication - exposedCommunication,
    communication,
    free: Math.max(0, stage - used),
    stage,
    bubble,
    exposedSending: exposedCommunication - bubble,
    preparing: lengths.untilFirst(start, end),
    waitingForData,
    waitingForGpu
  };
}

/** Whether a stream is of the process of a thread: of another one it is if that has threads here. */
function isOfProcess(tracks: Profile['tracks'], stream: number, thread: number): boolean {
  const { pid } = tracks[stream];
  return (
    pid === tracks[thread].pid || !tracks.some(each => each.kind === 'thread' && each.pid === pid)
  );
}

interface Gpu {
  readonly device: number | null;
  readonly streams: readonly number[] | null;
}

/** The GPUs on which kernels ran, with the tracks of their streams. */
function gpusOf({ slices, labels, strings, tracks }: Profile): readonly Gpu[] {
  const isKernel = Uint8Array.from(labels.category, category =>
    Number(GPU_COMPUTE_CATEGORIES.includes(strings[category]))
  );
  if (!isKernel.includes(1)) return [];
  const hasKernels = new Uint8Array(tracks.length);
  for (let row = 0; row < slices.length; row++) {
    if (isKernel[slices.label[row]] === 1) hasKernels[slices.track[row]] = 1;
  }
  const streams = new Map<number, number[]>();
  tracks.forEach(({ kind }, track) => {
    if (kind !== 'cudaStream' || hasKernels[track] === 0) return;
    const device = deviceNumber(tracks, track);
    streams.set(device, [...(streams.get(device) ?? []), track]);
  });
  return Array.from(streams, ([device, own]) => ({ device, streams: own }));
}

/**
 * The uses of one thread's time, each moment counted at most once: they are disjoint, and the rest is
 * free.
 */
interface TimeUses {
  /** Operators of the thread and of its async lanes; with a GPU, what its kernels take. */
  readonly computing: Intervals;
  /** Waiting for values of instrumented iterators while nothing computes. */
  readonly dataWaits: Intervals;
  /** In calls that wait for a GPU, while nothing computes and no data is waited for. */
  readonly gpuWaits: Intervals;
  /** Messages on their way from or to the thread, during none of the above. */
  readonly exposedMessages: Intervals;
}

/** {@link TimeUses} and what overlaps with them. */
interface ThreadTime extends TimeUses {
  /** Messages on their way, whatever else happens. */
  readonly messages: Intervals;
  /** The part of `exposedMessages` in which a message comes to the thread. */
  readonly exposedReceipts: Intervals;
}

/**
 * The division of the time of the thread on `track`. If `streams`, those of one GPU, are given, its
 * kernels count as computing instead of operators.
 */
function threadTime(
  profile: Profile,
  track: number,
  streams: readonly number[] | null
): ThreadTime {
  const slices = new StepSlicesByUse(profile, track);
  const computing = streams === null ? operatorTime(slices) : slices.kernels(streams);
  const allWaits = joined(slices.blockingWaits(), slices.laneWaits());
  const dataWaits = without(allWaits, computing);
  const syncs = streams === null ? NO_TIME : slices.gpuSyncs();
  const gpuWaits = without(without(syncs, computing), dataWaits);
  const { messages, receipts } = slices.messages();
  const exposedMessages = [computing, dataWaits, gpuWaits].reduce(without, messages);
  const exposedReceipts = common(exposedMessages, receipts);
  return { computing, dataWaits, gpuWaits, messages, exposedMessages, exposedReceipts };
}

/** Operators that run within a `next` make the data that is waited for. */
function operatorTime(slices: StepSlicesByUse): Intervals {
  return joined(without(slices.threadOperators(), slices.blockingWaits()), slices.laneOperators());
}

/** Lengths of {@link ThreadTime} within stretches. */
class ThreadTimeLengths {
  readonly #lengths: Readonly<Record<keyof ThreadTime, IntervalLengths>>;

  constructor(time: ThreadTime) {
    this.#lengths = {
      computing: new IntervalLengths(time.computing),
      dataWaits: new IntervalLengths(time.dataWaits),
      gpuWaits: new IntervalLengths(time.gpuWaits),
      messages: new IntervalLengths(time.messages),
      exposedMessages: new IntervalLengths(time.exposedMessages),
      exposedReceipts: new IntervalLengths(time.exposedReceipts)
    };
  }

  /** Time of one use within a stretch, nanoseconds. */
  of(use: keyof ThreadTime, from: number, to: number): number {
    return this.#lengths[use].within(from, to);
  }

  /** From `from` to the first moment at which something computes or a message is on its way. */
  untilFirst(from: number, to: number): number {
    const { computing, messages } = this.#lengths;
    const first = Math.min(computing.firstFrom(from), messages.firstFrom(from));
    return Math.min(first, to) - from;
  }
}

type IsLabel = (name: string, category: string) => boolean;

const isOperator: IsLabel = (_, category) => OPERATOR_CATEGORIES.includes(category);

/** The slices around one thread, by the use of its time that they show. */
class StepSlicesByUse {
  readonly #isThread: Uint8Array;
  readonly #isLane: Uint8Array;

  constructor(
    private readonly profile: Profile,
    private readonly track: number
  ) {
    const { tracks } = profile;
    const { parent } = tracks[track];
    this.#isThread = Uint8Array.from(tracks, (_, at) => Number(at === track));
    this.#isLane = Uint8Array.from(tracks, lane =>
      Number(lane.kind === 'asyncLane' && (lane.parent === parent || lane.parent === track))
    );
  }

  /** Operators that run on the thread itself. */
  threadOperators(): Intervals {
    return this.#timeOf(isOperator, this.#isThread);
  }

  /** Operators that go on while the thread does something else. */
  laneOperators(): Intervals {
    return this.#timeOf(isOperator, this.#isLane);
  }

  /** Calls of `next` that block the thread. */
  blockingWaits(): Intervals {
    return this.#timeOf(isDataWait, this.#isThread);
  }

  /** Calls of `next` whose promise is waited for. */
  laneWaits(): Intervals {
    return this.#timeOf(isDataWait, this.#isLane);
  }

  /** Calls of the thread that return when the GPU is done. */
  gpuSyncs(): Intervals {
    return this.#timeOf(isSyncCall, this.#isThread);
  }

  /** Kernels on any of these tracks, and graphs that were timed as a whole. */
  kernels(streams: readonly number[]): Intervals {
    const isStream = Uint8Array.from(this.profile.tracks, (_, at) => Number(streams.includes(at)));
    return this.#timeOf((_, category) => GPU_COMPUTE_CATEGORIES.includes(category), isStream);
  }

  /**
   * Messages from where they are posted until their handling begins: those that the thread posts or
   * handles, and of these the ones that it handles.
   */
  messages(): { readonly messages: Intervals; readonly receipts: Intervals } {
    const { flows, slices, labels, strings } = this.profile;
    const sent: [number, number][] = [];
    const received: [number, number][] = [];
    for (let flow = 0; flow < flows.length; flow++) {
      if (strings[labels.category[flows.label[flow]]] !== MESSAGE_FLOW) continue;
      const [from, to] = [flows.from[flow], flows.to[flow]];
      const way: [number, number] = [slices.start[from], slices.start[to]];
      if (slices.track[to] === this.track) received.push(way);
      else if (slices.track[from] === this.track) sent.push(way);
    }
    return {
      messages: unionOf(byStart([...sent, ...received])),
      receipts: unionOf(byStart(received))
    };
  }

  #timeOf(isLabel: IsLabel, isTrack: Uint8Array): Intervals {
    const { slices, labels, strings } = this.profile;
    const isWanted = Uint8Array.from(labels.name, (name, label) =>
      Number(isLabel(strings[name], strings[labels.category[label]]))
    );
    if (!isWanted.includes(1) || !isTrack.includes(1)) return NO_TIME;
    const union = new IntervalUnion();
    for (let row = 0; row < slices.length; row++) {
      if (isWanted[slices.label[row]] === 0 || isTrack[slices.track[row]] === 0) continue;
      union.add(slices.start[row], slices.start[row] + slices.duration[row]);
    }
    return union.toIntervals();
  }
}

function byStart(stretches: [number, number][]): [number, number][] {
  return stretches.sort((a, b) => a[0] - b[0]);
}
