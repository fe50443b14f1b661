import { type AggregateRow, type TimeWindow, aggregate } from 'kernelscope/analysis';
import { CALL_STACK_CATEGORY, type Profile } from 'kernelscope/model';

/** The totals of a stretch of time, by name. */
export interface RangeSummary {
  readonly range: TimeWindow;
  /** Slices that are at least partly within. */
  readonly count: number;
  readonly names: number;
  /** The names with most total time, first the greatest; slices are cut to the range. */
  readonly rows: readonly RangeRow[];
}

/** All slices of one name within a range. */
export type RangeRow = Pick<AggregateRow, 'name' | 'count' | 'total' | 'self'> & {
  readonly category: string;
};

/** Names that a summary lists at most. */
const MAX_ROWS = 10;

/** Adds up the recorded slices of `profile` within `range`. */
export function summarizeRange(profile: Profile, range: TimeWindow): RangeSummary {
  const rows = aggregate(profile, { window: range })
    .filter(({ unit, category }) => unit === 'nanoseconds' && category !== CALL_STACK_CATEGORY)
    .flatMap(({ category, rows: each }) => each.map(row => ({ ...row, category })))
    .filter(row => row.total > 0 || row.count > 0)
    .sort((a, b) => b.total - a.total);
  return {
    range,
    count: rows.reduce((sum, row) => sum + row.count, 0),
    names: rows.length,
    rows: rows.slice(0, MAX_ROWS)
  };
}
