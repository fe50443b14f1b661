import { consecutiveRows } from '../../model/profile/columns';

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;
const TWO_32 = 2 ** 32;

/**
 * The rows in the order that tables of slices have: by start, longer first among equal starts, then
 * by row. Times are finite nanoseconds whose span is below 2⁵³. Takes time in proportion to the number
 * of rows, and next to none for rows that are in order already.
 */
export function orderByStart(start: Float64Array, duration: Float64Array): Uint32Array {
  const rows = consecutiveRows(start.length);
  const order = rises(start) ? rows : sortByTime(rows, start);
  sortEqualStarts(order, start, duration);
  return order;
}

/** True if no value is smaller than the one before it. */
export function rises(values: Float64Array): boolean {
  for (let row = 1; row < values.length; row++) if (values[row] < values[row - 1]) return false;
  return true;
}

/** Sorts rows digit by digit, least significant first, by whole nanoseconds. */
function sortByTime(rows: Uint32Array, time: Float64Array): Uint32Array {
  const { low, high, highest } = digitsOf(time);
  let sorted = rows;
  let spare: Uint32Array = new Uint32Array(rows.length);
  const sortBy = (key: Uint32Array, shift: number): void => {
    scatter(sorted, spare, key, shift);
    [sorted, spare] = [spare, sorted];
  };
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) sortBy(low, shift);
  for (let shift = 0; shift < 22 && highest >>> shift > 0; shift += DIGIT_BITS) sortBy(high, shift);
  return sorted;
}

/** Whole nanoseconds from the earliest time, in two halves of 32 bits. */
function digitsOf(time: Float64Array): {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly highest: number;
} {
  let first = Infinity;
  for (let row = 0; row < time.length; row++) if (time[row] < first) first = time[row];
  const low = new Uint32Array(time.length);
  const high = new Uint32Array(time.length);
  let highest = 0;
  for (let row = 0; row < time.length; row++) {
    const key = Math.floor(time[row] - first);
    const upper = Math.floor(key / TWO_32);
    high[row] = upper;
    low[row] = key - upper * TWO_32;
    if (upper > highest) highest = upper;
  }
  return { low, high, highest };
}

function scatter(from: Uint32Array, to: Uint32Array, key: Uint32Array, shift: number): void {
  const place = new Uint32Array(DIGITS + 1);
  for (let at = 0; at < key.length; at++) place[((key[at] >>> shift) & DIGIT_MASK) + 1]++;
  for (let digit = 0; digit < DIGITS; digit++) place[digit + 1] += place[digit];
  for (let at = 0; at < from.length; at++) {
    const row = from[at];
    to[place[(key[row] >>> shift) & DIGIT_MASK]++] = row;
  }
}

/** Puts rows in order that have the same start, or whole nanoseconds of it; there are few of them. */
function sortEqualStarts(order: Uint32Array, start: Float64Array, duration: Float64Array): void {
  for (let first = 0, after = 1; after <= order.length; after++) {
    const isSame =
      after < order.length && start[order[after]] < Math.floor(start[order[first]]) + 1;
    if (isSame) continue;
    if (after - first > 1) sortRange(order.subarray(first, after), start, duration);
    first = after;
  }
}

function sortRange(order: Uint32Array, start: Float64Array, duration: Float64Array): void {
  order.sort((a, b) => start[a] - start[b] || duration[b] - duration[a] || a - b);
}
