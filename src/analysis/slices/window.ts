import { partitionPoint } from '../../base/partitionPoint';
import { permute } from '../../model/profile/columns';
import type { CounterSeries, SliceTable, InstantTable } from '../../model/profile/profile';

/** A stretch of time, nanoseconds from the profile's origin; `toNs` ≥ `fromNs`. */
export interface TimeWindow {
  readonly fromNs: number;
  readonly toNs: number;
}

/** The slices that are at least partly within the window, cut to it, still in order. */
export function clipSlices(slices: SliceTable, window: TimeWindow): SliceTable {
  const { fromNs, toNs } = window;
  const rows = rowsWithin(slices, window);
  const length = rows.length;
  const start = permute(slices.start, rows, new Float64Array(length));
  const duration = permute(slices.duration, rows, new Float64Array(length));
  const newRow = new Int32Array(slices.length).fill(-1);
  rows.forEach((row, at) => (newRow[row] = at));
  const parent = permute(slices.parent, rows, new Int32Array(length));
  for (let row = 0; row < length; row++) {
    const end = Math.min(start[row] + duration[row], toNs);
    start[row] = Math.max(start[row], fromNs);
    duration[row] = end - start[row];
  }
  return {
    length,
    start,
    duration,
    label: permute(slices.label, rows, new Uint32Array(length)),
    track: permute(slices.track, rows, new Uint16Array(length)),
    parent: parent.map(row => (row < 0 ? -1 : newRow[row]))
  };
}

/** The values of a counter within the window, both ends included. */
export function clipCounter(series: CounterSeries, { fromNs, toNs }: TimeWindow): CounterSeries {
  const from = firstRow(series.time, fromNs);
  let to = from;
  while (to < series.time.length && series.time[to] <= toNs) to++;
  return {
    ...series,
    time: series.time.subarray(from, to),
    value: series.value.subarray(from, to)
  };
}

/** First position in the ascending `column` whose value is not less than `value`. */
export function firstRow(column: Float64Array, value: number): number {
  return partitionPoint(0, column.length, row => column[row] < value);
}

/** The rows that {@link clipSlices} keeps. */
export function rowsWithin(
  { length, start, duration }: SliceTable,
  { fromNs: from, toNs: to }: TimeWindow
): Uint32Array {
  const rows = new Uint32Array(length);
  let used = 0;
  for (let row = 0; row < length && start[row] < to; row++) {
    const end = start[row] + duration[row];
    if (end > from || start[row] >= from) rows[used++] = row;
  }
  return rows.subarray(0, used);
}

/** The instants from a row on; shares their memory. */
export function instantsFrom(instants: InstantTable, from: number): InstantTable {
  return {
    length: instants.length - from,
    time: instants.time.subarray(from),
    label: instants.label.subarray(from),
    track: instants.track.subarray(from),
    scope: instants.scope.subarray(from)
  };
}
