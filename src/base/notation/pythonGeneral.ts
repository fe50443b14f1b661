import { evenBelow, floatRepr } from './pythonNumbers';

/** Digits of a number, most significant first, and the place of the point: 0.0123 is `123`, -1. */
interface Digits {
  readonly text: string;
  readonly point: number;
}

/** Python's `'{:.<digits>g}'.format(value)`: so many significant digits without trailing zeros. */
export function generalFormat(value: number, digits: number): string {
  if (!Number.isFinite(value)) return floatRepr(value);
  const { text, point } = significant(Math.abs(value), digits);
  const kept = text.replace(/0+$/, '');
  const usesExponent = point <= -4 || point > digits;
  return signOf(value) + (usesExponent ? scientific(kept, point) : plain(kept, point));
}

/**
 * Python's `'{:.<digits>}'.format(value)` of a float: as {@link generalFormat}, but with at least one
 * digit after the point if there is no exponent (`7.0`), which leaves room for one digit less before
 * it.
 */
export function shortFormat(value: number, digits: number): string {
  if (!Number.isFinite(value)) return floatRepr(value);
  const { text, point } = significant(Math.abs(value), digits);
  const kept = text.replace(/0+$/, '');
  if (point <= -4 || point > digits - 1) return signOf(value) + scientific(kept, point);
  const shown = plain(kept, point);
  return signOf(value) + (shown.includes('.') ? shown : `${shown}.0`);
}

function signOf(value: number): string {
  return value < 0 || Object.is(value, -0) ? '-' : '';
}

/** The exact value rounded to so many digits, a half to the even digit. */
function significant(size: number, digits: number): Digits {
  if (size === 0) return { text: '0'.repeat(digits), point: 1 };
  const [mantissa, exponent] = size.toExponential(digits - 1).split('e');
  const text = mantissa.replace('.', '');
  const point = Number(exponent) + 1;
  return { text: isHalf(size, digits) ? evenBelow(text) : text, point };
}

/** The maximum number of digits of `toExponential`; a half ends far earlier. */
const MOST_DIGITS = 100;

function isHalf(size: number, digits: number): boolean {
  const exact = size.toExponential(MOST_DIGITS).split('e')[0].replace('.', '');
  return /^50*$/.test(exact.slice(digits));
}

function scientific(digits: string, point: number): string {
  const exponent = point - 1;
  const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits || '0';
  const sign = exponent < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function plain(digits: string, point: number): string {
  if (digits === '') return '0';
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return digits.padEnd(point, '0');
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
