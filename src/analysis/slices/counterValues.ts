import type { CounterSeries } from '../../model/profile/profile';
import { type TimeWindow, clipCounter, firstRow } from './window';

/** Points in time, both columns equally long; `time` is non-decreasing. */
export interface TimedValues {
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/**
 * At most `maxPoints` (≥ 4) of the points, in order: the first and the last of all, and the lowest
 * and the highest of each stretch, so that no peak is lost.
 */
export function decimate(points: TimedValues, maxPoints: number): TimedValues {
  const { time, value } = points;
  const length = time.length;
  if (length <= maxPoints) return points;
  const stretches = Math.floor((maxPoints - 2) / 2);
  const rows: number[] = [0];
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * length) / stretches);
    const to = Math.floor(((stretch + 1) * length) / stretches);
    const [low, high] = extremes(value, from, to);
    rows.push(Math.min(low, high), Math.max(low, high));
  }
  rows.push(length - 1);
  const kept = rows.filter((row, at) => at === 0 || row !== rows[at - 1]);
  return {
    time: Float64Array.from(kept, row => time[row]),
    value: Float64Array.from(kept, row => value[row])
  };
}

function extremes(value: Float64Array, from: number, to: number): [low: number, high: number] {
  let low = from;
  let high = from;
  for (let row = from + 1; row < to; row++) {
    if (value[row] < value[low]) low = row;
    if (value[row] > value[high]) high = row;
  }
  return [low, high];
}

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
