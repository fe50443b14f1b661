import { fixedPoint } from '../../base/pythonNumbers';
import { NS_PER_MS, NS_PER_S } from '../../base/time';

/** Significant digits that C++ streams write unless told otherwise. */
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

// hot
/** {@link streamNumber} of nanoseconds in milliseconds. */
export function streamMs(ns: number): string {
  const isShort = ns >= 100 && ns < NS_PER_MS && Number.isInteger(ns);
  return isShort ? String(ns / NS_PER_MS) : streamNumber(ns / NS_PER_MS);
}

/** `.000` … `.999`. */
const THOUSANDTHS: readonly string[] = Array.from(
  { length: 1000 },
  (_, value) => `.${String(value).padStart(3, '0')}`
);

// hot
/** Nanoseconds as microseconds with three decimals. */
export function usText(ns: number): string {
  const whole = Math.round(Math.abs(ns));
  const us = Math.floor(whole / 1000);
  const text = us + THOUSANDTHS[whole - us * 1000];
  return ns < 0 && whole > 0 ? `-${text}` : text;
}

/** The wall clock at moments of a profile: time since the Unix epoch, to the nanosecond. */
export class WallClock {
  private readonly seconds: number;
  private readonly ns: number;

  /** @param startedAtMs wall-clock time of the profile's origin, milliseconds */
  constructor(startedAtMs: number) {
    const ms = Number.isFinite(startedAtMs) ? Math.max(0, startedAtMs) : 0;
    this.seconds = Math.floor(ms / 1000);
    this.ns = Math.round((ms - this.seconds * 1000) * NS_PER_MS);
  }

  // hot
  /** Nanoseconds since the epoch as digits, which a number does not hold. */
  nsText(offsetNs: number): string {
    const ns = Math.max(0, Math.round(this.ns + offsetNs));
    const seconds = Math.floor(ns / NS_PER_S);
    return `${this.seconds + seconds}${String(ns - seconds * NS_PER_S).padStart(9, '0')}`;
  }

  // hot
  /** Microseconds since the epoch with three decimals. */
  usText(offsetNs: number): string {
    const text = this.nsText(offsetNs);
    return `${text.slice(0, -3)}.${text.slice(-3)}`;
  }
}
