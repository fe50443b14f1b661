import type { CounterSeries } from '../../model/profile/profile';
import type { TimedValues } from './decimate';
import { type TimeWindow, clipCounter, firstRow } from './window';

/**
 * The values of a counter within `window`, where each value holds until the next one: the values of the
 * window, preceded by the one that holds at its start. Empty if there was none yet.
 */
export function heldValues(series: CounterSeries, window: TimeWindow): TimedValues {
  const { time, value } = clipCounter(series, window);
  const before = firstRow(series.time, window.fromNs) - 1;
  if (before < 0 || time[0] === window.fromNs) return { time, value };
  return {
    time: prepended(window.fromNs, time),
    value: prepended(series.value[before], value)
  };
}

function prepended(first: number, column: Float64Array): Float64Array {
  const result = new Float64Array(column.length + 1);
  result[0] = first;
  result.set(column, 1);
  return result;
}
