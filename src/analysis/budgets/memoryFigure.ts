import type { MemoryPool, MemoryStatistic } from '../../base/budget';
import { DEVICE_STORAGE_CATEGORY } from '../../model/profile/categories';
import { MEMORY_COUNTERS } from '../../model/profile/memoryCounters';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import {
  type BudgetSubject,
  type Measured,
  PART_OF_COUNTERS,
  measured,
  notKnown,
  repetitionRow
} from './budgetSubject';

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
export function memoryFigure(
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
