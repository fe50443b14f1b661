import type { Profile, SliceTable } from '../../../model/profile/profile';
import { NestedLanes } from '../../../base/lanes/nestedLanes';

/** `time` as a trace has it: whole nanoseconds ≥ 0. */
export function wholeNs(time: number): number {
  return time > 0 ? Math.floor(time + 0.5) : 0;
}

/**
 * Whether slice `a` comes before `b` in a trace that is ordered by time and written track by track.
 * Readers treat the end of a flow that comes first as an error, so writers check which end that is.
 */
export function comesFirst({ slices }: Profile, a: number, b: number): boolean {
  const byTime = wholeNs(slices.start[a]) - wholeNs(slices.start[b]);
  return (byTime || slices.track[a] - slices.track[b] || a - b) <= 0;
}

/**
 * Has `write` write slices of a track: `rows`, ordered by start, and then what partly overlaps others of those,
 * as lanes on which slices nest or are apart, each slice on the first one with room. None is cut.
 *
 * @param write writes rows of the lane `extra`, 0 for the first; returns those that outlast the one they begin in
 */
export function writeLanes(
  slices: SliceTable,
  rows: Uint32Array,
  write: (rows: Uint32Array, extra: number) => readonly number[]
): void {
  const overlapping = write(rows, 0);
  nestedLanes(slices, overlapping).forEach((lane, at) => write(Uint32Array.from(lane), at + 1));
}

/** Rows, ordered by start, by lanes on which their slices nest or are apart. */
function nestedLanes({ start, duration }: SliceTable, rows: readonly number[]): number[][] {
  const lanes = new NestedLanes();
  const rowsOf: number[][] = [];
  for (const row of rows) {
    const begin = wholeNs(start[row]);
    const end = wholeNs(start[row] + duration[row]);
    const lane = lanes.find(begin, end);
    lanes.open(lane, end);
    (rowsOf[lane] ??= []).push(row);
  }
  return rowsOf;
}

/** The callbacks of {@link visitNested}, in the order of time; times are whole nanoseconds. */
interface NestedVisitor {
  readonly open: (row: number, begin: number, end: number) => void;
  readonly close: (row: number, end: number) => void;
  /** For a slice that outlasts the one it begins in, instead of the other two. */
  readonly skip: (row: number) => void;
}

/**
 * Visits the slices in `rows`, ordered by start, as they open and close: those inside others between
 * the opening and the closing of these.
 */
export function visitNested(
  { start, duration }: SliceTable,
  rows: Uint32Array,
  { open, close, skip }: NestedVisitor
): void {
  const around: { readonly row: number; readonly end: number }[] = [];
  const closeUntil = (time: number): void => {
    for (let last = around.at(-1); last && last.end <= time; last = around.at(-1)) {
      close(last.row, last.end);
      around.pop();
    }
  };
  for (const row of rows) {
    const begin = wholeNs(start[row]);
    closeUntil(begin);
    const limit = around.at(-1)?.end ?? Infinity;
    const end = wholeNs(start[row] + duration[row]);
    if (end > limit) {
      skip(row);
      continue;
    }
    open(row, begin, end);
    around.push({ row, end });
  }
  closeUntil(Infinity);
}
