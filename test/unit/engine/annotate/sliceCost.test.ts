import { describe, expect, test } from 'vitest';
import { createSliceCost, measureSliceCost } from '../../../../src/engine/annotate/sliceCost';

describe('measureSliceCost', () => {
  test('counts the two readings of the clock that a range takes', () => {
    let time = 0n;
    const clock = () => (time += 25n);
    expect(measureSliceCost(1, clock)).toBeCloseTo(50, 0);
  });

  test.each([1, 6000, 1e6])('finds one of %d to cost between 10 ns and 10 µs', slices => {
    const cost = measureSliceCost(slices);
    expect(cost).toBeGreaterThan(10);
    expect(cost).toBeLessThan(10_000);
  });

  test.each([
    [0, 1200],
    [1200, 1200],
    [6000, 6000],
    [1e9, 120_000]
  ])('for %d slices records %d', (slices, measured) => {
    let reads = 0;
    measureSliceCost(slices, () => BigInt(reads++));
    expect(Math.floor(reads / 1200)).toBe((2 * measured) / 1200);
  });
});

describe('createSliceCost', () => {
  test('measures when it is asked, and again for more than twice as many', () => {
    const measured: number[] = [];
    const cost = createSliceCost(slices => measured.push(slices));
    expect(measured).toEqual([]);
    const asked = [10, 1000, 2400, 5000, 1200, 120_000, 1e9].map(slices => cost(slices));
    expect(measured).toEqual([10, 5000, 120_000]);
    expect(asked).toEqual([1, 1, 1, 2, 2, 3, 3]);
  });
});
