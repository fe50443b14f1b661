import type { CounterSeries } from '../../model/profile/profile';
import { heldValues } from '../slices/heldValues';
import { type TimeWindow, clipCounter } from '../slices/window';

/** A counter within a window in few numbers, in its own unit. */
export interface CounterFigures {
  /** Values that were measured within the window; the others only hold. */
  readonly count: number;
  /** The value that holds at the start of the window, or the first one in it. */
  readonly start: number;
  /** The value that holds at the end of the window. */
  readonly end: number;
  /** End less start. */
  readonly growth: number;
  readonly peak: number;
  /** When the peak was first reached, nanoseconds from the origin. */
  readonly peakTimeNs: number;
}

/** The figures of `series` within `window`, or null when it has no value by the end of it. */
export function counterFigures(series: CounterSeries, window: TimeWindow): CounterFigures | null {
  const { time, value } = heldValues(series, window);
  if (value.length === 0) return null;
  let top = 0;
  for (let row = 1; row < value.length; row++) {
    if (value[row] > value[top]) top = row;
  }
  const start = value[0];
  const end = value[value.length - 1];
  const count = clipCounter(series, window).value.length;
  return { count, start, end, growth: end - start, peak: value[top], peakTimeNs: time[top] };
}
