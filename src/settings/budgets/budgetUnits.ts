import type { BudgetUnit } from '../../base/budget';

/** A unit that a limit may have. */
export interface LimitUnit {
  readonly word: string;
  readonly unit: BudgetUnit;
  /** Its size in {@link LimitUnit.unit}s. */
  readonly size: number;
}

/** Every unit; sizes of memory are decimal, as those that profiles show, `KiB` and its like binary. */
export const LIMIT_UNITS: readonly LimitUnit[] = [
  { word: 'ns', unit: 'nanoseconds', size: 1 },
  { word: 'us', unit: 'nanoseconds', size: 1e3 },
  { word: 'µs', unit: 'nanoseconds', size: 1e3 },
  { word: 'μs', unit: 'nanoseconds', size: 1e3 },
  { word: 'ms', unit: 'nanoseconds', size: 1e6 },
  { word: 's', unit: 'nanoseconds', size: 1e9 },
  { word: 'B', unit: 'bytes', size: 1 },
  { word: 'kB', unit: 'bytes', size: 1e3 },
  { word: 'MB', unit: 'bytes', size: 1e6 },
  { word: 'GB', unit: 'bytes', size: 1e9 },
  { word: 'KiB', unit: 'bytes', size: 2 ** 10 },
  { word: 'MiB', unit: 'bytes', size: 2 ** 20 },
  { word: 'GiB', unit: 'bytes', size: 2 ** 30 },
  { word: '%', unit: 'percent', size: 1 }
];

/** Units as messages list them. */
export const UNIT_WORDS: Readonly<Record<BudgetUnit, readonly string[]>> = {
  nanoseconds: ['ns', 'us', 'µs', 'ms', 's'],
  bytes: ['B', 'kB', 'MB', 'GB', 'KiB', 'MiB', 'GiB'],
  percent: ['%'],
  count: []
};

/** The quantity measured in a unit, for a message. */
export const UNIT_NOUNS: Readonly<Record<BudgetUnit, string>> = {
  nanoseconds: 'a time',
  bytes: 'a size',
  percent: 'a share',
  count: 'a number'
};
