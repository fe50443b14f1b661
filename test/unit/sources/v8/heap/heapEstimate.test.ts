import { describe, expect, test } from 'vitest';
import { estimateHeap, sampledSize } from '../../../../../src/sources/v8/heap/heapEstimate';

const INTERVAL = 131_072;
const ALIVE = { intervalBytes: INTERVAL, amount: 'alive' } as const;

/** Samples of objects of these sizes, one after the other. */
const samplesOf = (...sizes: readonly number[]) =>
  sizes.map((size, at) => ({ size: sampledSize(size, INTERVAL), ordinal: at + 1 }));

const repeated = (count: number, ...sizes: readonly number[]) =>
  samplesOf(...Array.from({ length: count }, () => sizes).flat());

function estimateOf(samples: ReturnType<typeof samplesOf>, isArrayFrom: boolean, after = 0) {
  const selfSize = samples.reduce((sum, { size }) => sum + size, 0);
  return estimateHeap({ selfSize, samples, isArrayFrom }, after, ALIVE);
}

describe('the estimate of sampled bytes', () => {
  test('has a standard deviation of an interval for each small object, and none for large ones', () => {
    const small = estimateOf(repeated(100, 40), false);
    expect(Math.sqrt(small.variance) / small.bytes).toBeCloseTo(0.1, 3);
    const both = estimateOf([...repeated(100, 40), ...samplesOf(100e6)], false);
    expect(both.variance).toBeCloseTo(small.variance, -3);
  });

  test('divides what V8 estimates among the samples before and after the beginning', () => {
    const samples = repeated(10, 40, 8000);
    const [all, later] = [estimateOf(samples, false), estimateOf(samples, false, 10)];
    expect(later.bytes / all.bytes).toBeCloseTo(0.5, 1);
    expect(later.samples).toBe(10);
    expect(estimateOf(samples, false, 20)).toEqual({ bytes: 0, variance: 0, samples: 0 });
  });

  test('leaves out elements of Array.from that stand beside the array and its first elements', () => {
    const twice = repeated(10, 8048, 8016);
    expect(estimateOf(twice, true)).toEqual(estimateOf(repeated(10, 8048), true));
    expect(estimateOf(twice, false).samples).toBe(20);
    expect(estimateOf(repeated(10, 8048, 4016), true).samples).toBe(20);
  });

  test('keeps arrays whose lengths differ by just those bytes, if one is much rarer or they are many', () => {
    const rarer = [...repeated(40, 8048), ...repeated(5, 8016)];
    expect(estimateOf(rarer, true).samples).toBe(45);
    expect(estimateOf(repeated(10, 8048, 8016, 7984), true).samples).toBe(30);
  });

  test('is less certain where arrays of many lengths may have been counted twice', () => {
    const sizes = Array.from({ length: 100 }, (_, at) => 4048 + 8 * at);
    const [usual, unclear] = [false, true].map(isFrom => estimateOf(samplesOf(...sizes), isFrom));
    expect(unclear.bytes).toBe(usual.bytes);
    expect(1.96 * Math.sqrt(unclear.variance)).toBeGreaterThan(0.5 * unclear.bytes);
  });
});
