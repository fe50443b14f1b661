/**
 * Python's `'{:.<digits>f}'.format(value)`: the exact value is rounded, and an exact half goes to
 * the even digit, where `toFixed` goes up. Negative zero keeps its sign, and nothing turns into
 * exponents.
 */
export function fixedPoint(value: number, digits: number): string {
  if (Number.isNaN(value)) return 'nan';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const size = Math.abs(value);
  if (size === Infinity) return `${sign}inf`;
  if (size >= LEAST_WITHOUT_FRACTION) return `${sign}${BigInt(size)}.${'0'.repeat(digits)}`;
  const text = size.toFixed(digits);
  return `${sign}${isHalf(size, digits) ? evenBelow(text) : text}`;
}

/** From 2⁵³ on numbers are whole; `toFixed` writes exponents from 10²¹ on. */
const LEAST_WITHOUT_FRACTION = 2 ** 53;

/**
 * A value is half way between two numbers of so many digits when it is an odd multiple of
 * 1 / (2 · 10ᵈ), which a binary number can be only as an odd multiple of 1 / 2ᵈ⁺¹.
 */
function isHalf(size: number, digits: number): boolean {
  const scaled = size * 2 ** (digits + 1);
  return scaled % 2 === 1;
}

/** The text of a number that was rounded up from a half, with an odd last digit lowered by one. */
export function evenBelow(text: string): string {
  const last = Number(text.at(-1));
  return last % 2 === 1 ? `${text.slice(0, -1)}${last - 1}` : text;
}

/**
 * The limits beyond which Python writes a float with an exponent: at least `LARGE`, or below `SMALL`.
 */
const [LARGE, SMALL] = [1e16, 1e-4];

/** Python's `repr` of a float: the shortest digits that read back, such as `10.0` or `1e-05`. */
export function floatRepr(value: number): string {
  const size = Math.abs(value);
  if ((size >= SMALL && size < LARGE) || value === 0) return plainFloat(value);
  if (Number.isNaN(value)) return 'nan';
  if (size === Infinity) return value < 0 ? '-inf' : 'inf';
  const [mantissa, exponent] = value.toExponential().split('e');
  return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** JavaScript writes exponents beyond these numbers only, and nothing behind whole ones. */
function plainFloat(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

/** A whole number as Python writes an int, any other as a float. */
export function numberRepr(value: number): string {
  return Number.isInteger(value) ? String(BigInt(value)) : floatRepr(value);
}
