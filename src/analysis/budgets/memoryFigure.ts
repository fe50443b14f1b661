import type { MemoryPool, MemoryStatistic } from '../../base/budget';
import { DEVICE_STORAGE_CATEGORY } from '../../model/profile/categories';
import { MEMORY_COUNTERS } from '../../model/profile/memoryCounters';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import type { Measured } from './budgetSubject';
import { measured, notKnown } from './budgetSubject';

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
  profile: Profile,
  statistic: MemoryStatistic,
  pool: MemoryPool
): Measured {
  const figures = profile.counters
    .filter(series => isOfPool(series, pool, profile))
    .map(({ value }) => value.filter(Number.isFinite))
    .filter(({ length }) => length > 0)
    .map(value => (statistic === 'peak' ? highest(value) : value[value.length - 1]));
  if (figures.length > 0) return measured(figures.reduce((most, figure) => Math.max(most, figure)));
  return notKnown(pool === 'gpu' ? NO_GPU_MEMORY : NO_MEMORY);
}

const NO_MEMORY = 'memory was not recorded; see --memory';
const NO_GPU_MEMORY = 'no memory of a GPU was recorded';

const GPU_COUNTER = /^Memory: (?:gpu|cuda)\b/;

function isOfPool(
  { name, category, unit, track }: CounterSeries,
  pool: MemoryPool,
  { tracks }: Profile
): boolean {
  if (category !== DEVICE_STORAGE_CATEGORY || unit !== 'bytes') return false;
  if (pool !== 'gpu') return name === COUNTERS[pool];
  return tracks[track].kind === 'device' || GPU_COUNTER.test(name);
}

function highest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
