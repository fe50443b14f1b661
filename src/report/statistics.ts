import type {
  AggregateRow,
  AggregateSection,
  SortKey
} from '../analysis/statistics/aggregateTypes';
import type { PerRun } from '../analysis/statistics/repetitions';
import type { CounterUnit } from '../model/profile/profile';
import { compareBytes } from '../base/codePoints';
import { type BlockKind, type Shown, shownAs } from './text/gauges';

/** The rows of a report, their order and their arithmetic. */
export interface StatisticsOptions {
  /** `total` unless stated. */
  readonly sortBy?: SortKey;
  /** Smallest first; largest first unless stated. */
  readonly ascending?: boolean;
  /** Rows of each kind of block to show at most over all categories; 0 or none: all. */
  readonly top?: number;
}

/**
 * A row in displayed units: milliseconds or kilobytes; plain counters in thousands, gauges in the unit
 * after their name.
 */
export interface StatisticsRow {
  readonly name: string;
  readonly count: number;
  readonly total: number;
  readonly self: number;
  readonly min: number;
  readonly max: number;
  readonly average: number;
  /** Time in a run of a repeated cell. */
  readonly perRun?: PerRun;
  /** GPU time of the work started there. */
  readonly gpu?: number;
  /** Time for which its async code waited. */
  readonly waiting?: number;
  /** True for a counter whose values are not integers, such as a loss. */
  readonly isFractional?: boolean;
}

/** All shown rows of one category. Memory and gauges have no total. */
export interface StatisticsBlock {
  readonly category: string;
  readonly kind: BlockKind;
  readonly rows: readonly StatisticsRow[];
}

/** Blocks in byte order of their categories, with their rows in order. */
export interface Statistics {
  readonly blocks: readonly StatisticsBlock[];
  /** Rows that `top` cut off. */
  readonly hiddenRows: number;
}

/**
 * Orders and scales what `aggregate` found. Ties are ordered by name, last name first, whichever
 * way the values go. Plain counters share the block of the slices of their category.
 */
export function statistics(
  sections: readonly AggregateSection[],
  options: StatisticsOptions = {}
): Statistics {
  return orderedStatistics(sections, options, ({ category, unit }) => {
    const shown = shownAs(category, unit);
    return { kind: shown.kind, scale: row => scaleRow(row, unit, shown) };
  });
}

/** The kind of block that the rows of a section stand in, and their displayed values. */
export interface ScaledSection {
  readonly kind: BlockKind;
  readonly scale: (row: AggregateRow) => StatisticsRow;
}

/** {@link statistics} of rows as `scaledAs` shows them. */
export function orderedStatistics(
  sections: readonly AggregateSection[],
  options: StatisticsOptions,
  scaledAs: (section: AggregateSection) => ScaledSection
): Statistics {
  const { sortBy = 'total', ascending = false, top = 0 } = options;
  const order = rowOrder(sortBy, ascending);
  const all = collectBlocks(sections, scaledAs).map(block => ({
    ...block,
    rows: [...block.rows].sort(order)
  }));
  all.sort((a, b) => compareBytes(a.category, b.category));
  if (top <= 0) return { blocks: all, hiddenRows: 0 };
  const shown = new Set(KINDS.flatMap(kind => topRows(all, kind, top, order)));
  const cut = all.map(block => ({ ...block, rows: block.rows.filter(row => shown.has(row)) }));
  return {
    blocks: cut.filter((block, at) => block.rows.length > 0 || all[at].rows.length === 0),
    hiddenRows: all.reduce((sum, block) => sum + block.rows.length, 0) - shown.size
  };
}

const KINDS: readonly BlockKind[] = ['time', 'memory', 'gauge'];

/** Orders rows, for `sort`. */
export type RowOrder = (a: StatisticsRow, b: StatisticsRow) => number;

/** The order by `sortBy`; ties by name, last name first, in both directions. */
export function rowOrder(sortBy: SortKey, ascending: boolean): RowOrder {
  const direction = ascending ? 1 : -1;
  if (sortBy === 'name') return (a, b) => direction * compareBytes(a.name, b.name);
  const key = sortBy === 'avg' ? 'average' : sortBy;
  return (a, b) => direction * (a[key] - b[key]) || compareBytes(b.name, a.name);
}

function topRows(
  blocks: readonly StatisticsBlock[],
  kind: StatisticsBlock['kind'],
  top: number,
  order: RowOrder
): readonly StatisticsRow[] {
  const rows = blocks.filter(block => block.kind === kind).flatMap(block => block.rows);
  return rows.sort(order).slice(0, top);
}

function collectBlocks(
  sections: readonly AggregateSection[],
  scaledAs: (section: AggregateSection) => ScaledSection
): readonly StatisticsBlock[] {
  const blocks = new Map<string, StatisticsBlock & { rows: StatisticsRow[] }>();
  for (const section of sections) {
    const { category, rows } = section;
    const { kind, scale } = scaledAs(section);
    const key = `${kind}\u0000${category}`;
    const block = blocks.get(key) ?? { category, kind, rows: [] };
    for (const row of rows) block.rows.push(scale(row));
    blocks.set(key, block);
  }
  return [...blocks.values()];
}

function scaleRow(row: AggregateRow, unit: CounterUnit, { size, nameOf }: Shown): StatisticsRow {
  const { perRun, gpu, waiting } = row;
  return {
    name: nameOf(row.name),
    count: row.count,
    total: row.total / size,
    self: row.self / size,
    min: row.min / size,
    max: row.max / size,
    average: row.average / size,
    ...(perRun && isInRuns(row, perRun) && { perRun: scalePerRun(perRun, size) }),
    ...(gpu !== undefined && { gpu: gpu / size }),
    ...(waiting !== undefined && { waiting: waiting / size }),
    ...(unit === 'count' && hasFractions(row) && { isFractional: true })
  };
}

/** False for what happened between the runs alone, such as a collection: the runs say nothing of it. */
function isInRuns({ total }: AggregateRow, { mean }: PerRun): boolean {
  return mean > 0 || total === 0;
}

function hasFractions({ min, max, total }: AggregateRow): boolean {
  return ![min, max, total].every(Number.isInteger);
}

function scalePerRun({ mean, halfWidth }: PerRun, size: number): PerRun {
  return { mean: mean / size, halfWidth: halfWidth === null ? null : halfWidth / size };
}
