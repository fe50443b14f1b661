import { REPETITION_CATEGORY } from '../../model/profile/categories';
import type { CounterUnit } from '../../model/profile/profile';
import type { AggregateRow, AggregateSection } from './aggregateTypes';

/** One name in two profiles. Values in the unit of its section. */
export interface DiffRow {
  /** The category that the name has in both profiles. */
  readonly category: string;
  /** The unit of the compared values and of `change`. */
  readonly unit: CounterUnit;
  /** The name of the compared slices or counter. */
  readonly name: string;
  /** Null when only the later profile has it. */
  readonly before: AggregateRow | null;
  /** Null when only the earlier profile has it. */
  readonly after: AggregateRow | null;
  /**
   * The value after less that before: total time, of a repeated cell the mean time of a run, of a counter the
   * mean of its values. A row that is not there counts as 0.
   */
  readonly change: number;
  /** `change` as a share of the value before; null when that is 0 or not there. */
  readonly relative: number | null;
  /**
   * True if the 95 % confidence intervals of both means overlap, so that the change may be chance; null
   * unless both profiles repeated the cell.
   */
  readonly overlaps: boolean | null;
}

/**
 * The number of a row that is compared: total time, or, of a repeated cell, the mean time of a run;
 * of a counter the mean of its values.
 */
export function comparedValue({ perRun, total, average }: AggregateRow, unit: CounterUnit): number {
  return unit === 'nanoseconds' ? (perRun?.mean ?? total) : average;
}

/**
 * The changes between two profiles, by category, unit and name; the largest change first, equal ones by
 * name. Repetitions of a cell are compared if both profiles have them.
 */
export function diffSections(
  before: readonly AggregateSection[],
  after: readonly AggregateSection[]
): DiffRow[] {
  const pairs = new Map<string, Pair>();
  addSide(pairs, before, 'before');
  addSide(pairs, after, 'after');
  return [...pairs.values()].filter(saysSomething).map(diffRow).sort(byChange);
}

/** A difference only in the repetition of the cell is not a change. */
function saysSomething({ category, before, after }: Pair): boolean {
  return category !== REPETITION_CATEGORY || (before !== null && after !== null);
}

interface Heading {
  readonly category: string;
  readonly unit: CounterUnit;
}

interface Pair extends Heading {
  before: AggregateRow | null;
  after: AggregateRow | null;
}

function addSide(
  pairs: Map<string, Pair>,
  sections: readonly AggregateSection[],
  side: 'before' | 'after'
): void {
  for (const { category, unit, rows } of sections) {
    for (const row of rows) addTo(pairs, { category, unit }, row, side);
  }
}

/** Rows of one name in one section, as of threads, meet in the order in which they come. */
function addTo(
  pairs: Map<string, Pair>,
  heading: Heading,
  row: AggregateRow,
  side: 'before' | 'after'
): void {
  for (let occurrence = 0; ; occurrence++) {
    const key = JSON.stringify([heading.category, heading.unit, row.name, occurrence]);
    const pair = pairs.get(key) ?? { ...heading, before: null, after: null };
    if (pair[side] !== null) continue;
    pair[side] = row;
    pairs.set(key, pair);
    return;
  }
}

function diffRow({ category, unit, before, after }: Pair): DiffRow {
  const [from, to] = [before, after].map(row => (row === null ? 0 : comparedValue(row, unit)));
  const change = to - from;
  return {
    category,
    unit,
    name: (after ?? before)?.name ?? '',
    before,
    after,
    change,
    relative: from === 0 || after === null ? null : change / from,
    overlaps: intervalsOverlap(before, after)
  };
}

function intervalsOverlap(before: AggregateRow | null, after: AggregateRow | null): boolean | null {
  const [a, b] = [before?.perRun, after?.perRun];
  if (a === undefined || b === undefined) return null;
  if (a.halfWidth === null || b.halfWidth === null) return null;
  return Math.abs(a.mean - b.mean) <= a.halfWidth + b.halfWidth;
}

function byChange(a: DiffRow, b: DiffRow): number {
  const difference = Math.abs(b.change) - Math.abs(a.change);
  if (difference !== 0) return difference;
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
