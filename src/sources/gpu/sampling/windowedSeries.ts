import type { CounterSeries } from '../../../model/profile/profile';
import type { ContributionContext } from '../../../record/build/contribution';
import type { CounterHead } from '../../../record/logs/counterSeriesLog';
import type { KeptColumn } from './keptRows';

/** The place of a counter. */
export interface SeriesPlace {
  readonly head: CounterHead;
  readonly track: number;
  /** CLOCK_MONOTONIC from which the times of the column count. */
  readonly originNs: bigint;
}

/**
 * The part of a column in the window. It begins with the last value before the window, so that a window
 * shorter than the time between two samples has a value; null without any.
 */
export function windowedSeries(
  { time, value }: KeptColumn,
  { head, track, originNs }: SeriesPlace,
  context: Pick<ContributionContext, 'originNs' | 'endNs'>
): CounterSeries | null {
  const shift = Number(originNs - context.originNs);
  const lengthNs = Number(context.endNs - context.originNs);
  let from = 0;
  while (from + 1 < time.length && time[from + 1] + shift <= 0) from++;
  let to = time.length;
  while (to > from && time[to - 1] + shift > lengthNs) to--;
  if (to === from) return null;
  return {
    ...head,
    track,
    time: time.subarray(from, to).map(at => Math.max(0, at + shift)),
    value: value.slice(from, to)
  };
}
