import type { TimedValues, TimeWindow } from 'kernelscope/analysis';
import { decimate, heldValues } from 'kernelscope/analysis';
import type { CounterSeries } from 'kernelscope/model';

/** Points that one curve has on the page at most. */
export const MAX_POINTS = 4000;

/**
 * What a counter shows within `window`, extremes kept, as the corners of a step line that holds its
 * last value to the end of the window. Empty before the first value; never above
 * {@link MAX_POINTS}.
 */
export function curvePoints(series: CounterSeries, window: TimeWindow): TimedValues {
  const { time, value } = decimate(heldValues(series, window), MAX_POINTS - 1);
  if (time.length === 0 || time[time.length - 1] >= window.toNs) return { time, value };
  return { time: appended(time, window.toNs), value: appended(value, value[value.length - 1]) };
}

function appended(column: Float64Array, last: number): Float64Array {
  const result = new Float64Array(column.length + 1);
  result.set(column);
  result[column.length] = last;
  return result;
}
