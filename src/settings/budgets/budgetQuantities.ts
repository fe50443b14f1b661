import type {
  BudgetQuantity,
  BudgetUnit,
  MemoryPool,
  MemoryStatistic,
  RunStatistic,
  SliceStatistic
} from '../../base/budget';

/** Functions of slices. */
export const SLICE_STATISTICS: readonly SliceStatistic[] = [
  'total',
  'self',
  'avg',
  'min',
  'max',
  'count',
  'p95'
];

/** Functions of memory. */
export const MEMORY_STATISTICS: readonly MemoryStatistic[] = ['peak', 'end'];

/** The subjects of {@link MEMORY_STATISTICS}. */
export const MEMORY_POOLS: readonly MemoryPool[] = ['heap', 'rss', 'external', 'gpu'];

/** Figures that take no name. */
export const RUN_STATISTICS: readonly RunStatistic[] = ['wall', 'cpu', 'gpuIdle'];

/** All words that a budget may begin with. */
export const QUANTITY_WORDS: readonly string[] = [
  ...SLICE_STATISTICS,
  ...MEMORY_STATISTICS,
  ...RUN_STATISTICS
];

/** The units that a limit on `quantity` may have. */
export function unitsOf(quantity: BudgetQuantity): readonly BudgetUnit[] {
  switch (quantity.of) {
    case 'slices':
      return [quantity.statistic === 'count' ? 'count' : 'nanoseconds'];
    case 'memory':
      return ['bytes'];
    case 'run':
      return RUN_UNITS[quantity.statistic];
  }
}

const RUN_UNITS: Readonly<Record<RunStatistic, readonly BudgetUnit[]>> = {
  wall: ['nanoseconds'],
  cpu: ['nanoseconds', 'percent'],
  gpuIdle: ['percent']
};
