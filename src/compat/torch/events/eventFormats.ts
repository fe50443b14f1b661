import { fixedPoint, numberRepr } from '../../../base/notation/pythonNumbers';

const US_PER_S = 1e6;
const US_PER_MS = 1e3;

/** Units in which a table can show all its times. */
export const TIME_UNITS = ['s', 'ms', 'us'] as const;

/** The unit of the times of a table: seconds, milliseconds or microseconds. */
export type TimeUnit = (typeof TIME_UNITS)[number];

/** Microseconds in `unit`, else in the largest unit that keeps them at 1 or more. */
export function formatTime(timeUs: number, unit: TimeUnit | null = null): string {
  switch (unit ?? unitOf(timeUs)) {
    case 's':
      return `${fixedPoint(timeUs / US_PER_S, 3)}s`;
    case 'ms':
      return `${fixedPoint(timeUs / US_PER_MS, 3)}ms`;
    default:
      return `${fixedPoint(timeUs, 3)}us`;
  }
}

function unitOf(timeUs: number): TimeUnit {
  if (timeUs >= US_PER_S) return 's';
  return timeUs >= US_PER_MS ? 'ms' : 'us';
}

/** `timeUs` in percent of `totalUs`; `NaN` of nothing. */
export function formatTimeShare(timeUs: number, totalUs: number): string {
  return totalUs === 0 ? 'NaN' : `${fixedPoint((timeUs * 100) / totalUs, 2)}%`;
}

const BYTE_UNITS = [
  { bytes: 2 ** 30, name: 'GB' },
  { bytes: 2 ** 20, name: 'MB' },
  { bytes: 2 ** 10, name: 'KB' }
] as const;

/** Bytes in binary units with two decimals: `1.50 KB`, `-16 B`. */
export function formatMemory(bytes: number): string {
  const unit = BYTE_UNITS.find(one => Math.abs(bytes) >= one.bytes);
  return unit ? `${fixedPoint(bytes / unit.bytes, 2)} ${unit.name}` : `${numberRepr(bytes)} B`;
}

/** The unit of a column of floating-point operations. */
export interface FlopsUnit {
  readonly name: string;
  readonly scale: number;
}

const FLOPS_UNITS: readonly FlopsUnit[] = [
  { name: 'FLOPs', scale: 1 },
  { name: 'KFLOPs', scale: 1e-3 },
  { name: 'MFLOPs', scale: 1e-6 },
  { name: 'GFLOPs', scale: 1e-9 },
  { name: 'TFLOPs', scale: 1e-12 },
  { name: 'PFLOPs', scale: 1e-15 }
];

/** The largest unit that keeps the smallest positive count at 1 or more. */
export function flopsUnit(least: number): FlopsUnit {
  const power = Math.floor(Math.log10(least) / 3);
  return FLOPS_UNITS[Math.max(0, Math.min(power, FLOPS_UNITS.length - 1))];
}

/** A count in `unit` with three decimals; `--` for none. */
export function formatFlops(flops: number, { scale }: FlopsUnit): string {
  return flops > 0 ? fixedPoint(flops * scale, 3).padStart(8) : '--';
}
