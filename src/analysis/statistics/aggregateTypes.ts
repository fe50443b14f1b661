import type { CounterUnit } from '../../model/profile/profile';
import type { TimeOf } from '../slices/scopedTime';
import type { PerRun } from './repetitions';

/** The columns by which the rows of a table can be sorted. */
export const SORT_KEYS = ['total', 'self', 'avg', 'min', 'max', 'count', 'name'] as const;

/** One of {@link SORT_KEYS}. */
export type SortKey = (typeof SORT_KEYS)[number];

/** Statistics of all slices (or counter values) of one name. Values are in the section's unit. */
export interface AggregateRow {
  /** The name that all of these slices, or the counter, have. */
  readonly name: string;
  /** Slices of this name, kept and dropped alike, or values of the counter. */
  readonly count: number;
  /** Sum over the slices; for a counter its last value. */
  readonly total: number;
  /**
   * Total less the time of direct children on the same track and, on an async lane, of those on
   * the thread; for a counter its last value.
   */
  readonly self: number;
  /** The shortest slice, kept or dropped, or the smallest value of the counter. */
  readonly min: number;
  /** The longest slice, kept or dropped, or the largest value of the counter. */
  readonly max: number;
  /** `total ÷ count` for slices, the mean of the values for a counter. */
  readonly average: number;
  /** The median of the kept slices or values. */
  readonly p50: number;
  /** The 95th percentile of the kept slices or values. */
  readonly p95: number;
  /** The 99th percentile of the kept slices or values. */
  readonly p99: number;
  /** Its times as shares of the run are of; absent where they are `total` and `self`, as no two slices ran at a time. */
  readonly once?: OnceTime;
  /** The time of a run, for slices of a repeated cell; absent in any other profile. */
  readonly perRun?: PerRun;
  /**
   * The runs of the cells in which the name occurs, null where they are not known: of cells that were put
   * together, of which each was repeated as often as it was; absent in any other profile.
   */
  readonly runs?: number | null;
  /**
   * Time for which GPUs worked at what slices of this name started, or slices within them; absent
   * where nothing was started on a GPU, and of what GPUs do itself.
   */
  readonly gpu?: number;
  /**
   * Time for which its async code waited, so that total is self time, what ran within it, and this; of
   * slices that wait at the same time all count. Absent for code that never waits, and where it is not
   * known of all slices.
   */
  readonly waiting?: number;
}

/** Time of slices of which a moment counts once, however many threads ran them, nanoseconds. */
export interface OnceTime {
  /** In which any of them ran. */
  readonly total: TimeOf<'run'>;
  /** In which any of them was the innermost one of its track. */
  readonly self: TimeOf<'run'>;
}

/** One heading of `dumps`: all rows of a category and unit, in no particular order. */
export interface AggregateSection {
  /** The category of all rows, such as `Custom Operator`, or the name of a domain. */
  readonly category: string;
  /** The unit of all rows: `nanoseconds` for slices, for counters their own. */
  readonly unit: CounterUnit;
  /** One for each name. */
  readonly rows: readonly AggregateRow[];
}
