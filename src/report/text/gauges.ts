import { formatBytes, formatDuration } from '../../base/text';
import { NS_PER_MS } from '../../base/time';
import { GPU_COUNTER_CATEGORIES } from '../../model/profile/categories';
import type { CounterUnit } from '../../model/profile/profile';

/** The content of a block of a table; gauges are values read from a device, such as its power. */
export type BlockKind = 'time' | 'memory' | 'gauge';

/** Units of gauges: their displayed unit, and its size in ours. */
const GAUGE_UNITS: Readonly<Partial<Record<CounterUnit, readonly [symbol: string, size: number]>>> =
  {
    watts: ['W', 1],
    hertz: ['MHz', 1e6],
    celsius: ['°C', 1],
    bytesPerSecond: ['MB/s', 1e6]
  };

/** Units that are those of gauges in {@link GPU_COUNTER_CATEGORIES} alone. */
const OTHER_UNITS: Readonly<Partial<Record<CounterUnit, readonly [symbol: string, size: number]>>> =
  { percent: ['%', 1], count: ['', 1] };

/** In which kind of block the rows of a section stand, how they are called, and their unit. */
export interface Shown {
  readonly kind: BlockKind;
  /** Values are divided by it. */
  readonly size: number;
  /** The name of a row, with the unit of a gauge. */
  readonly nameOf: (name: string) => string;
}

/** The display of the rows of a section. */
export function shownAs(category: string, unit: CounterUnit): Shown {
  const isGauge = GPU_COUNTER_CATEGORIES.includes(category);
  const gauge = GAUGE_UNITS[unit] ?? (isGauge ? OTHER_UNITS[unit] : undefined);
  if (gauge === undefined) {
    const kind = unit === 'bytes' ? 'memory' : 'time';
    return { kind, size: unit === 'nanoseconds' ? NS_PER_MS : 1e3, nameOf: name => name };
  }
  const [symbol, size] = gauge;
  return { kind: 'gauge', size, nameOf: name => (symbol === '' ? name : `${name} (${symbol})`) };
}

/** A counter's value as text. */
export function counterText(value: number, unit: CounterUnit): string {
  switch (unit) {
    case 'bytes':
      return formatBytes(value);
    case 'nanoseconds':
      return formatDuration(value);
    case 'percent':
      return `${value.toFixed(1)} %`;
    case 'bytesPerSecond':
      return `${formatBytes(value)}/s`;
    case 'watts':
      return `${value.toFixed(1)} W`;
    case 'hertz':
      return `${(value / 1e6).toFixed(0)} MHz`;
    case 'celsius':
      return `${value.toFixed(0)} °C`;
    case 'count':
      return Number.isInteger(value) ? String(value) : value.toPrecision(4);
  }
}
