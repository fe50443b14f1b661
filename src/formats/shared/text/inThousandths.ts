/**
 * A number of nanoseconds, bytes or pieces, rounded to thousandths, which is precise enough, as
 * averages would otherwise have 17 digits. Numbers above 10¹² stay as they are; infinity becomes the
 * largest number, as JSON has no infinity.
 */
export function inThousandths(value: number): number {
  if (Math.abs(value) < 1e12) return Math.round(value * 1e3) / 1e3;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}
