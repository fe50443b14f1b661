import { describe, expect, it } from 'vitest';
import { orderByStart } from '../../../../src/record/build/orderByStart';
import { seededRandom } from '../../../support/random';

/** The order by a comparison of every pair. */
function compared(start: Float64Array, duration: Float64Array): number[] {
  const rows = Array.from(start.keys());
  return rows.sort((a, b) => start[a] - start[b] || duration[b] - duration[a] || a - b);
}

describe('orderByStart', () => {
  it('orders by start, longer first, then by row', () => {
    const start = Float64Array.of(30, 10, 20, 10, 10);
    const duration = Float64Array.of(1, 5, 1, 7, 5);
    expect([...orderByStart(start, duration)]).toEqual([3, 1, 4, 2, 0]);
  });

  it.each([
    ['a second', 1e9],
    ['a day', 8.64e13],
    ['104 days', 2 ** 53 - 2],
    ['a few nanoseconds, with many equal ones', 50]
  ])('agrees with comparing where times span %s', (_, span) => {
    const random = seededRandom(7);
    const length = 5000;
    const start = Float64Array.from({ length }, () => Math.floor(random() * span));
    const duration = Float64Array.from({ length }, () => Math.floor(random() * 10));
    expect([...orderByStart(start, duration)]).toEqual(compared(start, duration));
  });

  it('tells times apart that are less than a nanosecond apart, and takes negative ones', () => {
    const start = Float64Array.of(2.75, -3.5, 2.25, -3.25, 2.5);
    const duration = new Float64Array(5);
    expect([...orderByStart(start, duration)]).toEqual([1, 3, 2, 4, 0]);
  });
});
