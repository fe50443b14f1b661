/**
 * A number of nanoseconds, bytes or pieces, rounded to thousandths: enough of it, where averages
 * would have 17 digits otherwise. What is larger than 10¹² stays as it is.
 */
export function inThousandths(value: number): number {
  return Math.abs(value) < 1e12 ? Math.round(value * 1e3) / 1e3 : value;
}
