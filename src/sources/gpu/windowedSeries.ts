import type { CounterSeries } from '../../model/profile/profile';
import { rowsWhere } from '../../model/profile/columns';
import type { ContributionContext } from '../../record/build/contribution';
import type { CounterHead } from '../../record/logs/counterSeriesLog';
import { isWithinPause } from '../../record/logs/pauses';
import type { KeptColumn } from './keptRows';

/** The place of a counter. */
export interface SeriesPlace {
  readonly head: CounterHead;
  readonly track: number;
  /** CLOCK_MONOTONIC from which the times of the column count. */
  readonly originNs: bigint;
}

export interface SampledWindow extends Pick<ContributionContext, 'originNs' | 'endNs'> {
  /** In the form of `Pauses.since`. */
  readonly pauses: Float64Array;
}

/**
 * The part of a column in the window, without the samples of pauses. It begins with the last value before the window, so that a window
 * shorter than the time between two samples has a value; null without any.
 */
export function windowedSeries(
  { time, value }: KeptColumn,
  { head, track, originNs }: SeriesPlace,
  window: SampledWindow
): CounterSeries | null {
  const shift = Number(originNs - window.originNs);
  const lengthNs = Number(window.endNs - window.originNs);
  let from = 0;
  while (from + 1 < time.length && time[from + 1] + shift <= 0) from++;
  let to = time.length;
  while (to > from && time[to - 1] + shift > lengthNs) to--;
  const isKept = (row: number): boolean => !isWithinPause(window.pauses, time[from + row] + shift);
  const rows = rowsWhere(to - from, isKept);
  if (rows.length === 0) return null;
  return {
    ...head,
    track,
    time: Float64Array.from(rows, row => Math.max(0, time[from + row] + shift)),
    value: Float64Array.from(rows, row => value[from + row])
  };
}
