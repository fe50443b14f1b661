import { partitionPoint } from '../../../base/partitionPoint';
import { EVENT_LOOP_WAIT, LOOP_TURN_CATEGORY } from '../../../model/profile/categories';
import type { SampleTable } from '../../../model/profile/profile';
import type { ContributionContext, SourceSlice } from '../../../record/build/contribution';
import type { Wait } from './waitLog';

/** A stretch of a profile, nanoseconds from its origin. */
export interface IdleTime {
  readonly start: number;
  readonly duration: number;
}

/**
 * When a thread was idle: according to its CPU samples, or to libuv if that says more. Each sample interrupts libuv's
 * measurement; without samples, or when the sampler got no core, libuv has all of the idle time.
 */
export class IdleTimes {
  constructor(
    private readonly window: Pick<ContributionContext, 'originNs' | 'endNs'>,
    private readonly samples: SampleTable | null
  ) {}

  /**
   * The idle time from the end of the previous wait, if there is one, to the end of `wait`; at its end where there is none.
   */
  of(wait: Wait, before: Wait | undefined): IdleTime {
    const fromNs = before ? this.#timeOf(before.endNs) : 0;
    const toNs = this.#timeOf(wait.endNs);
    const start = Math.max(fromNs, toNs - wait.idleNs);
    const measured = { start, duration: Math.max(0, toNs - start) };
    if (this.samples === null) return measured;
    // code went on where a call that blocked the thread returned: the rest of the sample in which it did is of that call
    const isBlocked = before?.operation === null && before.cause !== null;
    const sampled = sampledIdle(this.samples, { fromNs, toNs, isBlocked });
    return sampled.duration < measured.duration ? measured : sampled;
  }

  /** Nanoseconds from the origin, within the profile. */
  #timeOf(clockNs: bigint): number {
    const { originNs, endNs } = this.window;
    return Math.min(Math.max(0, Number(clockNs - originNs)), Number(endNs - originNs));
  }
}

/** A stretch of time in which a thread may have been idle. */
interface Stretch {
  readonly fromNs: number;
  readonly toNs: number;
  /** Whether a call blocked the thread until the stretch begins. */
  readonly isBlocked: boolean;
}

/** The time of idle samples as one stretch that ends with the last of them. */
function sampledIdle(samples: SampleTable, { fromNs, toNs, isBlocked }: Stretch): IdleTime {
  let idleNs = 0;
  let lastNs = toNs;
  for (let row = firstAfter(samples, fromNs); row < samples.length; row++) {
    const start = Math.max(fromNs, samples.time[row]);
    if (start >= toNs) break;
    if (samples.stack[row] >= 0 || (isBlocked && samples.time[row] < fromNs)) continue;
    lastNs = Math.min(toNs, samples.time[row] + samples.weight[row]);
    idleNs += Math.max(0, lastNs - start);
  }
  return { start: lastNs - idleNs, duration: idleNs };
}

/** The first sample that ends after a moment. */
function firstAfter({ time, weight, length }: SampleTable, atNs: number): number {
  return partitionPoint(0, length, row => time[row] + weight[row] <= atNs);
}

/** A turn of the event loop without idle time, when it ended: the shortest slice that there is. */
export function turnSlice({ start, duration }: IdleTime, track: number): SourceSlice {
  const times = { start: Math.max(0, start + duration - 1), duration: 1 };
  return { name: EVENT_LOOP_WAIT, category: LOOP_TURN_CATEGORY, track, ...times, stackRow: -1 };
}
