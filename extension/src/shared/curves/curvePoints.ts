import { type TimeWindow, type TimedValues, decimate, heldValues } from 'kernelscope/analysis';
import type { CounterSeries } from 'kernelscope/model';

/** Points that one curve has on the page at most. */
export const MAX_POINTS = 4000;

/** How long before the next value a held one is repeated, as a share of the window. */
const HOLD_SHARE = 1e-6;

/**
 * The values of a counter within `window`, extremes kept, as the corners of a step line that holds its
 * last value to the end of the window. While there is room each value stands at both ends of its
 * step, so that the point nearest to a moment has the value of that moment. Empty before the first
 * value; never above {@link MAX_POINTS}.
 */
export function curvePoints(series: CounterSeries, window: TimeWindow): TimedValues {
  const points = heldValues(series, window);
  const count = points.time.length;
  if (count === 0) return points;
  if (2 * count <= MAX_POINTS) return bothEnds(points, window);
  return heldTo(window.toNs, decimate(points, MAX_POINTS - 1));
}

/** Two points for each value: where its step begins, and just before the next one. */
function bothEnds({ time, value }: TimedValues, { fromNs, toNs }: TimeWindow): TimedValues {
  const count = time.length;
  const gapNs = (toNs - fromNs) * HOLD_SHARE;
  const ends = new Float64Array(2 * count);
  const values = new Float64Array(2 * count);
  for (let row = 0; row < count; row++) {
    const end = row + 1 < count ? time[row + 1] - gapNs : toNs;
    ends[2 * row] = time[row];
    ends[2 * row + 1] = Math.max(time[row], end);
    values.fill(value[row], 2 * row, 2 * row + 2);
  }
  return { time: ends, value: values };
}

function heldTo(endNs: number, { time, value }: TimedValues): TimedValues {
  return { time: appended(time, endNs), value: appended(value, value[value.length - 1]) };
}

function appended(column: Float64Array, last: number): Float64Array {
  const result = new Float64Array(column.length + 1);
  result.set(column);
  result[column.length] = last;
  return result;
}
