import type { SliceTable } from '../../../model/profile/profile';
import { wholeNs } from './traceTime';

/** Further rows that a track gets at most for slices that partly overlap others; they cost time. */
const MAX_OVERLAP_ROWS = 64;

/** The treatment of a slice that begins inside another and ends after it. */
export type OverlapRule = 'postpone' | 'cut';

/** The rule for a row of a track: `extra` is 0 for its own, then 1, 2 … for further ones. */
export function overlapRule(extra: number): OverlapRule {
  return extra < MAX_OVERLAP_ROWS ? 'postpone' : 'cut';
}

/** The callbacks of {@link visitNested}, in the order of time; times are whole nanoseconds. */
export interface NestedVisitor {
  readonly open: (row: number, begin: number, end: number) => void;
  readonly close: (row: number, end: number) => void;
  /**
   * For a slice that outlasts the one it begins in, instead of the other two. Without it such a slice
   * is cut at the end of that one.
   */
  readonly skip?: (row: number) => void;
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
    const ownEnd = wholeNs(start[row] + duration[row]);
    if (ownEnd > limit && skip) {
      skip(row);
      continue;
    }
    const end = Math.min(ownEnd, limit);
    open(row, begin, end);
    around.push({ row, end });
  }
  closeUntil(Infinity);
}
