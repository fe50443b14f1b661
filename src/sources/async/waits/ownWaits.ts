import { NOWHERE } from './operations';
import type { Wait } from './waitLog';

/** A stretch of the monotonic clock, nanoseconds. */
interface Stretch {
  readonly fromNs: bigint;
  /** Null while it is under way. */
  toNs: bigint | null;
}

/** Stretches that are kept at most, the newest ones. */
const MAX_STRETCHES = 1024;

/** When the program on this thread waits for the profiler: without it, what is awaited would be over at once. */
class OwnWaits {
  readonly #all: Stretch[] = [];

  /** Starts one at a time of the clock; returns a function to call with the time of its end. */
  begin(fromNs: bigint): (toNs: bigint) => void {
    const stretch: Stretch = { fromNs, toNs: null };
    this.#all.push(stretch);
    if (this.#all.length > MAX_STRETCHES) this.#all.shift();
    return toNs => {
      stretch.toNs = toNs;
    };
  }

  /** The same waits; those that are mostly the profiler's lose their awaits. */
  leftOut(waits: readonly Wait[]): readonly Wait[] {
    if (this.#all.length === 0) return waits;
    return waits.map(wait => {
      const { endNs, idleNs } = wait;
      // libuv measured its last part: it may have started later than the previous wait ended
      if (!this.#haveMostOf(endNs - BigInt(Math.round(idleNs)), endNs)) return wait;
      return { ...wait, resumed: [], hasOthers: true, operation: NOWHERE };
    });
  }

  #haveMostOf(fromNs: bigint, toNs: bigint): boolean {
    const within = (stretch: Stretch): bigint => {
      const from = stretch.fromNs > fromNs ? stretch.fromNs : fromNs;
      const to = stretch.toNs === null || stretch.toNs > toNs ? toNs : stretch.toNs;
      return to > from ? to - from : 0n;
    };
    return this.#all.some(stretch => within(stretch) * 2n > toNs - fromNs);
  }
}

/** Those of this thread. */
export const ownWaits = new OwnWaits();
