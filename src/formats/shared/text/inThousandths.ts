/**
 * A number of nanoseconds, bytes or pieces, rounded to thousandths: enough of it, where averages
 * would have 17 digits otherwise. What is larger than 10¹² stays as it is, what is infinite becomes
 * the largest number, as JSON has no other.
 */
export function inThousandths(value: number): number {
  if (Math.abs(value) < 1e12) return Math.round(value * 1e3) / 1e3;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}
