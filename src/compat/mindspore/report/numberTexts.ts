import { fixedPoint } from '../../../base/notation/pythonNumbers';
import { NS_PER_MS } from '../../../base/time';
import { type TextBytes, textField } from './textBytes';

/** Default number of significant digits of C++ streams. */
const DIGITS = 6;

/**
 * A number as C++ streams write it (`%g`): six significant digits without zeros behind them, with an
 * exponent of two digits or more below 10⁻⁴ and from 10⁶ on.
 */
export function streamNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  if (value === 0) return '0';
  const [mantissa, power] = value.toExponential(DIGITS - 1).split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < DIGITS) {
    return withoutZeros(fixedPoint(value, DIGITS - 1 - exponent));
  }
  const sign = exponent < 0 ? '-' : '+';
  return `${withoutZeros(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function withoutZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

/** {@link streamNumber} of nanoseconds in milliseconds. */
export function streamMs(ns: number): string {
  return streamNumber(ns / NS_PER_MS);
}

// hot
/** Appends {@link streamMs}; quick for whole nanoseconds below a millisecond, where all digits stay. */
export function putStreamMs(output: TextBytes, ns: number): void {
  if (!(ns >= LEAST_PLAIN_NS && ns < NS_PER_MS && Number.isInteger(ns))) {
    output.raw(streamMs(ns));
    return;
  }
  output.put(ZERO_POINT);
  output.decimals(ns);
}

/** Below 10⁻⁴ ms there are exponents. */
const LEAST_PLAIN_NS = 100;

const ZERO_POINT = textField('0.');
