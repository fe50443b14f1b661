/** A limit on one quantity of a profile: `total(parse) < 50ms`. */
export interface Budget {
  /** As its author wrote it, without blanks around it. */
  readonly text: string;
  readonly quantity: BudgetQuantity;
  readonly comparison: BudgetComparison;
  /** In {@link Budget.unit}. */
  readonly limit: number;
  readonly unit: BudgetUnit;
}

/** The quantity that a budget limits. */
export type BudgetQuantity =
  | {
      readonly of: 'slices';
      readonly statistic: SliceStatistic;
      readonly names: NamePattern;
    }
  | { readonly of: 'memory'; readonly statistic: MemoryStatistic; readonly pool: MemoryPool }
  | { readonly of: 'run'; readonly statistic: RunStatistic };

/** Statistics of the slices of a name. */
export type SliceStatistic = 'total' | 'self' | 'avg' | 'min' | 'max' | 'count' | 'p95';

/** Statistics of a kind of memory. */
export type MemoryStatistic = 'peak' | 'end';

/** Kinds of memory. */
export type MemoryPool = 'heap' | 'rss' | 'external' | 'gpu';

/** Figures of a whole run. */
export type RunStatistic = 'wall' | 'cpu' | 'gpuIdle';

/** Slices of exactly this name, or of every name in which the expression is found. */
export type NamePattern =
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'pattern'; readonly pattern: RegExp };

/** The required relation between the measured value and the limit. */
export type BudgetComparison = '<' | '<=' | '>' | '>=' | '==';

/** The unit of a limit. */
export type BudgetUnit = 'nanoseconds' | 'bytes' | 'percent' | 'count';

/** True if `value` satisfies `comparison` with `limit`. */
export function compares(value: number, comparison: BudgetComparison, limit: number): boolean {
  switch (comparison) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '==':
      return value === limit;
  }
}
