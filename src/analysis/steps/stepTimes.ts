import type { Profile } from '../../model/profile/profile';
import {
  IntervalLengths,
  type Intervals,
  NO_TIME,
  common,
  joined,
  without
} from '../slices/intervals';
import { StepSlicesByUse } from './stepUses';

/**
 * The uses of one thread's time, each moment counted at most once: they are disjoint, and the rest is
 * free.
 */
export interface TimeUses {
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
export interface ThreadTime extends TimeUses {
  /** Messages on their way, whatever else happens. */
  readonly messages: Intervals;
  /** The part of `exposedMessages` in which a message comes to the thread. */
  readonly exposedReceipts: Intervals;
}

/**
 * The division of the time of the thread on `track`. If `streams`, those of one GPU, are given, its
 * kernels count as computing instead of operators.
 */
export function threadTime(
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
export class ThreadTimeLengths {
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
