import { describe, expect, test } from 'vitest';
import { measureSliceCost, SliceCost } from '../../../../src/engine/annotate/sliceCost';

describe('measureSliceCost', () => {
  test('counts the two readings of the clock that a range takes', () => {
    let time = 0n;
    const clock = () => (time += 25n);
    expect(measureSliceCost(clock)).toBeCloseTo(50, 0);
  });

  test('finds a slice on the real clock to cost between 10 ns and 10 µs', () => {
    const cost = measureSliceCost();
    expect(cost).toBeGreaterThan(10);
    expect(cost).toBeLessThan(10_000);
  });
});

describe('SliceCost', () => {
  test('measures once, and not before it is asked', () => {
    let measured = 0;
    const cost = new SliceCost(() => 40 + measured++);
    expect(measured).toBe(0);
    expect([cost.ns, cost.ns]).toEqual([40, 40]);
    expect(measured).toBe(1);
  });
});
