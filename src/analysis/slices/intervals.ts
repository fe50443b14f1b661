import { boundsUntil } from '../../base/partitionPoint';
import { withRoom } from '../../base/growing';

/**
 * Stretches of time that do not touch each other, in order: `[start, end, start, end …]`, each end
 * greater than its start.
 */
export type Intervals = Float64Array;

/** No time at all. */
export const NO_TIME: Intervals = new Float64Array(0);

/** The time that at least one of some stretches takes; they come in order of start. Linear. */
export function unionOf(stretches: Iterable<readonly [start: number, end: number]>): Intervals {
  const union = new IntervalUnion();
  for (const [start, end] of stretches) union.add(start, end);
  return union.toIntervals();
}

/** Joins stretches, which come in order of start, to the time that at least one of them takes. */
export class IntervalUnion {
  #bounds = new Float64Array(64);
  #used = 0;
  #lastEnd = -Infinity;

  // hot
  /** Adds a stretch. */
  add(start: number, end: number): void {
    if (end <= this.#lastEnd) return;
    if (start <= this.#lastEnd) this.#bounds[this.#used - 1] = end;
    else if (end > start) this.#push(start, end);
    else return;
    this.#lastEnd = end;
  }

  /** The intervals added so far. */
  toIntervals(): Intervals {
    return this.#bounds.slice(0, this.#used);
  }

  #push(start: number, end: number): void {
    if (this.#used === this.#bounds.length) this.#bounds = withRoom(this.#bounds, this.#used + 2);
    this.#bounds[this.#used++] = start;
    this.#bounds[this.#used++] = end;
  }
}

/** Total length of all stretches. */
export function lengthOf(intervals: Intervals): number {
  let length = 0;
  for (let at = 0; at < intervals.length; at += 2) length += intervals[at + 1] - intervals[at];
  return length;
}

/** The length of the part of some time within `from … to`: linear in its stretches there. */
export function lengthWithin(intervals: Intervals, from: number, to: number): number {
  let length = 0;
  const first = boundsUntil(intervals, from) & ~1;
  for (let at = first; at < intervals.length && intervals[at] < to; at += 2) {
    length += Math.min(to, intervals[at + 1]) - Math.max(from, intervals[at]);
  }
  return length;
}

/** The time of either. Linear. */
export function joined(a: Intervals, b: Intervals): Intervals {
  return combined(a, b, IN_EITHER);
}

/** The time of `a` that is none of `b`. Linear. */
export function without(a: Intervals, b: Intervals): Intervals {
  return combined(a, b, IN_FIRST);
}

/** The time of both. Linear. */
export function common(a: Intervals, b: Intervals): Intervals {
  return combined(a, b, IN_BOTH);
}

/** The requested moments: bit 1 for those only in `a`, bit 2 only in `b`, bit 3 in both. */
const [IN_FIRST, IN_BOTH, IN_EITHER] = [0b0010, 0b1000, 0b1110];

// hot
function combined(a: Intervals, b: Intervals, wanted: number): Intervals {
  if (b.length === 0) return wanted === IN_BOTH ? NO_TIME : a;
  if (a.length === 0) return wanted === IN_EITHER ? b : NO_TIME;
  const bounds = new Float64Array(a.length + b.length);
  let length = 0;
  for (let atA = 0, atB = 0; atA < a.length || atB < b.length;) {
    const timeA = atA < a.length ? a[atA] : Infinity;
    const timeB = atB < b.length ? b[atB] : Infinity;
    const time = timeA < timeB ? timeA : timeB;
    if (timeA === time) atA++;
    if (timeB === time) atB++;
    const isIn = (wanted >> ((atA & 1) + 2 * (atB & 1))) & 1;
    if (isIn !== (length & 1)) bounds[length++] = time;
  }
  return bounds.subarray(0, length);
}

/** Measures the length of some time within a stretch, in logarithmic time per query. */
export class IntervalLengths {
  /** For each stretch the length of those before it. */
  readonly #before: Float64Array;

  constructor(private readonly intervals: Intervals) {
    this.#before = new Float64Array(intervals.length / 2 + 1);
    for (let at = 0; at < intervals.length; at += 2) {
      this.#before[at / 2 + 1] = this.#before[at / 2] + intervals[at + 1] - intervals[at];
    }
  }

  /** Length within `from … to`. */
  within(from: number, to: number): number {
    return Math.max(0, this.#until(to) - this.#until(from));
  }

  /** The first moment from `from` on that belongs to the time; Infinity if there is none. */
  firstFrom(from: number): number {
    const bound = boundsUntil(this.intervals, from);
    if (bound % 2 === 1) return from;
    return bound < this.intervals.length ? this.intervals[bound] : Infinity;
  }

  #until(time: number): number {
    const bound = boundsUntil(this.intervals, time);
    const whole = this.#before[bound >> 1];
    return bound % 2 === 1 ? whole + time - this.intervals[bound - 1] : whole;
  }
}
