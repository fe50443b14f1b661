import type { CounterSeries } from '../../model/profile/profile';
import type { SharedCounter } from '../../record/build/contribution';
import { readSharedSeries } from './sharedSeries';

/** The position of a reader of counters that threads share. */
export interface SeenValues {
  /** For each counter when the last value was that was read, nanoseconds from the recording's begin. */
  readonly shared: number[];
}

/** A stretch of a recording, clock nanoseconds. */
export interface RecordedStretch {
  readonly originNs: bigint;
  readonly endNs: bigint;
}

/** The values of `counters` that have come since `seen`, which is brought up to date. */
export function newSharedValues(
  counters: readonly SharedCounter[],
  seen: SeenValues,
  { originNs, endNs }: RecordedStretch
): CounterSeries[] {
  const lengthNs = Number(endNs - originNs);
  return counters.map(({ head, series, originNs: own }, number) => {
    const shift = Number(own - originNs);
    const all = readSharedSeries(series);
    const time = all.time.map(each => each + shift);
    const after = seen.shared[number] ?? -1;
    const from = firstAfter(time, after);
    const to = Math.max(from, firstAfter(time, lengthNs));
    seen.shared[number] = to > from ? time[to - 1] : after;
    const rows = { time: time.slice(from, to), value: all.value.slice(from, to) };
    return { ...head, track: 0, ...rows };
  });
}

/** The first row whose time is later than `limit`. */
function firstAfter(time: Float64Array, limit: number): number {
  const row = time.findIndex(each => each > limit);
  return row < 0 ? time.length : row;
}
