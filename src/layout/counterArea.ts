import { decimate, heldValues } from '../analysis/slices/counterValues';
import { type TimeWindow, clipCounter } from '../analysis/slices/window';
import type { CounterSeries } from '../model/profile/profile';

/** A counter as a step line in a box of unit height: each value holds until the next one. */
export interface CounterArea {
  readonly series: CounterSeries;
  /** Pixels from the left edge, non-decreasing. */
  readonly x: Float64Array;
  /** Share of the height, 0 at the bottom … 1 for the highest value. */
  readonly level: Float64Array;
  /** Highest and lowest value in the window. */
  readonly max: number;
  readonly min: number;
  /** The first point that is a value of the window; 1 where point 0 only holds an earlier one. */
  readonly firstValue: 0 | 1;
}

/**
 * The shape of `series` within `window` on `widthPx` pixels, in at most two points a pixel. The
 * bottom is 0, or the lowest value where that is negative. Null when the window has no value.
 */
export function counterArea(
  series: CounterSeries,
  window: TimeWindow,
  widthPx: number
): CounterArea | null {
  const seen = heldValues(series, window);
  if (seen.value.length === 0) return null;
  const inWindow = clipCounter(series, window).value.length;
  const { time, value } = decimate(seen, Math.max(4, 2 * Math.floor(widthPx)));
  const max = value.reduce((a, b) => Math.max(a, b));
  const min = value.reduce((a, b) => Math.min(a, b));
  const bottom = Math.min(0, min);
  const height = max - bottom || 1;
  const scale = widthPx / (window.toNs - window.fromNs);
  return {
    series,
    x: time.map(each => (each - window.fromNs) * scale),
    level: value.map(each => (each - bottom) / height),
    max,
    min,
    firstValue: seen.value.length > inWindow ? 1 : 0
  };
}
