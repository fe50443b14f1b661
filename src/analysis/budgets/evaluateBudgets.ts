import {
  type Budget,
  compares,
  type MemoryPool,
  type MemoryStatistic,
  type NamePattern,
  type SliceStatistic
} from '../../base/budget';
import {
  type BudgetSubject,
  type Measured,
  PART_OF_COUNTERS,
  measured,
  notKnown,
  repetitionRow,
  NAMES_CUT,
  PART_OF_SLICES,
  leftOut,
  meanOfRuns,
  none,
  sliceRows
} from './budgetSubject';
import { runFigure } from './runFigure';
import { DEVICE_STORAGE_CATEGORY } from '../../model/profile/categories';
import { MEMORY_COUNTERS } from '../../model/profile/memoryCounters';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { selectQuantiles } from '../../base/stats';
import { nearestName, plural } from '../../base/text';
import type { AggregateRow } from '../statistics/aggregateTypes';

/** A budget and its measured value. */
export interface BudgetOutcome {
  readonly budget: Budget;
  readonly isMet: boolean;
  /** In the unit of the budget; null when there is nothing to measure. */
  readonly value: number | null;
  /** Why there is no value, or a remark about it; empty for none. */
  readonly note: string;
}

/**
 * Holds a profile to budgets, in their order. One on something that was not recorded is missed, upper
 * bounds included, since nothing was measured; the exception is a count that may be nothing but 0, where
 * all names are known.
 */
export function evaluateBudgets(
  subject: BudgetSubject,
  budgets: readonly Budget[]
): BudgetOutcome[] {
  return budgets.map(budget => {
    const figure = measure(subject, budget);
    const { value, note } = figure;
    if (value === null && figure.isNone === true && allowsNoneOnly(budget)) {
      return { budget, isMet: true, value: 0, note: '' };
    }
    const isMet = value !== null && compares(value, budget.comparison, budget.limit);
    return { budget, isMet, value, note };
  });
}

function measure(subject: BudgetSubject, { quantity, unit }: Budget): Measured {
  switch (quantity.of) {
    case 'slices':
      return sliceFigure(subject, quantity.statistic, quantity.names);
    case 'memory':
      return memoryFigure(subject, quantity.statistic, quantity.pool);
    case 'run':
      return runFigure(subject, quantity.statistic, unit);
  }
}

/** Budgets like `count(x) == 0` and `count(x) < 1`, which require that nothing is there. */
function allowsNoneOnly({ quantity, comparison, limit }: Budget): boolean {
  const isCount = quantity.of === 'slices' && quantity.statistic === 'count';
  const allows = (count: number): boolean => compares(count, comparison, limit);
  return isCount && comparison !== '>=' && comparison !== '>' && allows(0) && !allows(1);
}

/** Counters of the memory of a process. */
const COUNTERS: Readonly<Record<Exclude<MemoryPool, 'gpu'>, string>> = {
  heap: MEMORY_COUNTERS.heap,
  rss: MEMORY_COUNTERS.rss,
  external: MEMORY_COUNTERS.external
};

/**
 * The highest or the last value of a kind of memory, bytes; of several processes or devices, that of
 * the one with most.
 */
function memoryFigure(
  subject: BudgetSubject,
  statistic: MemoryStatistic,
  pool: MemoryPool
): Measured {
  const { profile } = subject;
  if (lacksCounters(subject, statistic)) return notKnown(PART_OF_COUNTERS);
  const figures = profile.counters
    .filter(series => isOfPool(series, pool, profile))
    .map(({ value }) => value.filter(Number.isFinite))
    .filter(({ length }) => length > 0)
    .map(value => (statistic === 'peak' ? highest(value) : value[value.length - 1]));
  if (figures.length > 0) return measured(figures.reduce((most, figure) => Math.max(most, figure)));
  return notKnown(pool === 'gpu' ? NO_GPU_MEMORY : NO_MEMORY);
}

/** Whether a part of a profile lacks counters of memory that its statistics have, or may have. */
function lacksCounters(subject: BudgetSubject, statistic: MemoryStatistic): boolean {
  const { profile, sections, isPartial } = subject;
  if (!isPartial) return false;
  const rows = sections.filter(isOfMemory).flatMap(section => section.rows);
  const series = profile.counters.filter(isOfMemory);
  const highestOf = (values: readonly number[]): number =>
    values.reduce((most, each) => Math.max(most, each), -Infinity);
  const highestSeen = highestOf(series.map(({ value }) => highest(value.filter(Number.isFinite))));
  // the repetitions of a program have one row
  const isRepeated = repetitionRow(subject) !== null;
  return (
    series.length < rows.length ||
    highestSeen < highestOf(rows.map(({ max }) => max)) - 1 ||
    (isRepeated && statistic === 'end')
  );
}

function isOfMemory({ category, unit }: Pick<CounterSeries, 'category' | 'unit'>): boolean {
  return category === DEVICE_STORAGE_CATEGORY && unit === 'bytes';
}

const NO_MEMORY = 'memory was not recorded; see --memory';
const NO_GPU_MEMORY = 'no memory of a GPU was recorded';

const GPU_COUNTER = /^Memory: (?:gpu|cuda)\b/;

function isOfPool(series: CounterSeries, pool: MemoryPool, { tracks }: Profile): boolean {
  const { name, track } = series;
  if (!isOfMemory(series)) return false;
  if (pool !== 'gpu') return name === COUNTERS[pool];
  return tracks[track].kind === 'device' || GPU_COUNTER.test(name);
}

function highest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

/** A regular expression sees so much of a name, UTF-16 units, which bounds the time it takes. */
const SEEN_OF_NAME = 256;

/** A figure of the slices of `names`: nanoseconds, or their number. */
function sliceFigure(
  subject: BudgetSubject,
  statistic: SliceStatistic,
  names: NamePattern
): Measured {
  const isMeant = nameTest(names);
  if (isCut(subject, names)) return notKnown(NAMES_CUT);
  const rows = sliceRows(subject).filter(({ name }) => isMeant(name));
  const { hiddenRows, isPartial } = subject;
  if (rows.length === 0) {
    const absence = absenceOf(subject, names);
    return hiddenRows > 0 ? notKnown(`${absence}; ${leftOut(subject)}`) : none(absence);
  }
  if (names.is === 'pattern' && hiddenRows > 0) {
    return notKnown(statistic === 'p95' && isPartial ? PART_OF_SLICES : leftOut(subject));
  }
  switch (statistic) {
    case 'total':
    case 'self':
    case 'count':
      return perRun(subject, rows, statistic);
    case 'avg':
      return measured(sum(rows, 'total') / sum(rows, 'count'));
    case 'min':
      return measured(rows.reduce((least, { min }) => Math.min(least, min), Infinity));
    case 'max':
      return measured(rows.reduce((most, { max }) => Math.max(most, max), -Infinity));
    case 'p95':
      return percentile(subject, rows, isMeant);
  }
}

/** Returns a test whether a name matches. */
function nameTest(names: NamePattern): (name: string) => boolean {
  if (names.is === 'name') return name => name === names.name;
  return name => names.pattern.test(name.slice(0, SEEN_OF_NAME));
}

/** Whether slices of a name may be among those of names that were cut to the same text. */
function isCut(subject: BudgetSubject, names: NamePattern): boolean {
  if (subject.areNamesCut !== true || names.is === 'pattern') return false;
  const mayBe = (cut: string): boolean =>
    cut.length >= SEEN_OF_NAME && cut.endsWith('…') && names.name.startsWith(cut.slice(0, -1));
  return sliceRows(subject).some(({ name }) => mayBe(name));
}

/** A message that no slice has the name, with the nearest name. */
function absenceOf(subject: BudgetSubject, names: NamePattern): string {
  if (names.is === 'pattern') return `no slice has a name that ${String(names.pattern)} finds`;
  const known = sliceRows(subject).map(({ name }) => name);
  const nearest = nearestName(names.name, known);
  const hint = nearest === null ? '' : `; nearest: ${nearest}`;
  return `no slice is named ${names.name}${hint}`;
}

function sum(rows: readonly AggregateRow[], column: 'total' | 'self' | 'count'): number {
  return rows.reduce((result, row) => result + row[column], 0);
}

function perRun(
  subject: BudgetSubject,
  rows: readonly AggregateRow[],
  column: 'total' | 'self' | 'count'
): Measured {
  const repetitions = repetitionRow(subject)?.count ?? 1;
  const runs = rows.map(row => (row.runs === undefined ? repetitions : row.runs));
  if (runs.every(each => each === 1)) return measured(sum(rows, column));
  const values = rows.map((row, at) => {
    if (column === 'total' && row.perRun) return row.perRun.mean;
    const count = runs[at];
    return count === null ? null : row[column] / count;
  });
  const known = values.filter(value => value !== null);
  if (known.length < values.length) return notKnown('cells of several numbers of runs have it');
  const isSame = runs.every(each => each === runs[0]);
  return meanOfRuns(
    known.reduce((result, value) => result + value, 0),
    isSame ? runs[0] : null
  );
}

function percentile(
  { profile, isPartial }: BudgetSubject,
  rows: readonly AggregateRow[],
  isMeant: (name: string) => boolean
): Measured {
  if (isPartial) {
    const [row] = rows;
    if (rows.length === 1) return measured(row.p95);
    return notKnown(PART_OF_SLICES);
  }
  const durations = durationsOf(profile, isMeant);
  const { length } = durations;
  if (length === 0) return notKnown('none of the slices was kept; see --max-events');
  const [p95] = selectQuantiles(durations, 0, length, [0.95]);
  const dropped = sum(rows, 'count') - length;
  return measured(p95, dropped > 0 ? `of the ${plural(length, 'slice')} that were kept` : '');
}

/** Durations of the kept slices of the names that are meant, nanoseconds. */
function durationsOf(
  { slices, labels, strings }: Profile,
  isMeant: (name: string) => boolean
): Float64Array {
  const wanted = Uint8Array.from(labels.name, name => Number(isMeant(strings[name])));
  return slices.duration.filter((_, row) => wanted[slices.label[row]] === 1);
}
