import { NS_PER_MS, NS_PER_US } from '../../base/time';

const SHORT = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const PADDED = new Intl.NumberFormat('en', {
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3
});
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const ALL = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });

/**
 * Nanoseconds as milliseconds with three significant digits, all of those before the point, without a symbol:
 * the same as in the views.
 */
export function milliseconds(ns: number): string {
  const size = Math.abs(ns);
  const format = size < NS_PER_US ? SHORT : size < 999.5 * NS_PER_MS ? PADDED : WHOLE;
  return format.format(ns / NS_PER_MS);
}

/** Nanoseconds as milliseconds with all digits. */
export function exactMilliseconds(ns: number): string {
  return `${ALL.format(ns / NS_PER_MS)} ms`;
}
