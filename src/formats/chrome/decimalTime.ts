import { Byte } from '../../base/notation/jsonCursor';

/** Digits that a whole number of microseconds has at most and is exact. */
const MAX_DIGITS = 16;

/**
 * The number in the bytes `from` … `to`, microseconds, as nanoseconds from `baseUs`; NaN if there is
 * none. Microseconds since 1970 with thousandths need more digits than a double holds, so integer and
 * fraction are read separately.
 */
// hot
export function decimalNs(bytes: Uint8Array, from: number, to: number, baseUs: number): number {
  const isNegative = bytes[from] === Byte.minus;
  let at = isNegative ? from + 1 : from;
  const firstDigit = at;
  let whole = 0;
  for (; at < to && isDigit(bytes[at]); at++) whole = whole * 10 + bytes[at] - Byte.zero;
  const digits = at - firstDigit;
  let fraction = 0;
  let scale = 1000;
  if (at < to && bytes[at] === Byte.point) {
    for (at++; at < to && isDigit(bytes[at]); at++) {
      scale /= 10;
      fraction += (bytes[at] - Byte.zero) * scale;
    }
  }
  if (at < to || digits === 0 || digits > MAX_DIGITS) return otherNs(bytes, from, to, baseUs);
  return isNegative ? (-whole - baseUs) * 1000 - fraction : (whole - baseUs) * 1000 + fraction;
}

/** Any other way to write a number. */
function otherNs(bytes: Uint8Array, from: number, to: number, baseUs: number): number {
  const value = numberAt(bytes, from, to);
  const whole = Math.trunc(value);
  return (whole - baseUs) * 1000 + (value - whole) * 1000;
}

/** Digits of whole part and fraction together up to which a double is exact. */
const EXACT_DIGITS = 15;

// hot
/** The number in some bytes; NaN if there is none. */
export function numberAt(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === Byte.minus;
  const first = isNegative ? from + 1 : from;
  if (to - first > EXACT_DIGITS || to === first) return anyNumber(bytes, from, to);
  let value = 0;
  for (let at = first; at < to; at++) {
    const digit = bytes[at] - Byte.zero;
    if (digit < 0 || digit > 9) return anyNumber(bytes, from, to);
    value = value * 10 + digit;
  }
  return isNegative ? -value : value;
}

function anyNumber(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > 64 || to === from) return NaN;
  const text = String.fromCharCode(...bytes.subarray(from, to));
  return /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
}

function isDigit(byte: number): boolean {
  return byte >= Byte.zero && byte <= Byte.nine;
}
