import { describe, expect, it } from 'vitest';
import { effectiveSamples, shareInterval } from '../../../../src/analysis/slices/shareInterval';
import { seededRandom } from '../../../support/random';

const rounded = (share: number, count: number): number[] => {
  const { low, high } = shareInterval(share, count);
  return [Number(low.toFixed(4)), Number(high.toFixed(4))];
};

describe('shareInterval', () => {
  it("agrees with published values of Wilson's interval", () => {
    expect(rounded(81 / 263, 263)).toEqual([0.2553, 0.3662]);
    expect(rounded(15 / 148, 148)).toEqual([0.0624, 0.1605]);
    expect(rounded(1 / 29, 29)).toEqual([0.0061, 0.1718]);
  });

  it('leaves room above nothing and below everything', () => {
    expect(rounded(0, 20)).toEqual([0, 0.1611]);
    expect(rounded(1, 20)).toEqual([0.8389, 1]);
  });

  it('narrows with more samples', () => {
    const width = (count: number): number => {
      const { low, high } = shareInterval(0.3, count);
      return high - low;
    };
    expect(width(100) / width(10_000)).toBeCloseTo(10, 0);
  });

  it('says nothing without samples', () => {
    expect(shareInterval(0.5, 0)).toEqual({ low: 0, high: 1 });
    expect(shareInterval(0.5, NaN)).toEqual({ low: 0, high: 1 });
  });
});

describe('effectiveSamples', () => {
  const table = (...samples: readonly (readonly [stack: number, weight: number])[]) => ({
    stack: Int32Array.from(samples, ([stack]) => stack),
    weight: Float64Array.from(samples, ([, weight]) => weight)
  });

  it('is the number of samples of equal weight', () => {
    expect(effectiveSamples(table([1, 5], [2, 5], [-1, 5], [1, 5]))).toBe(4);
    expect(effectiveSamples(table([1, 5], [2, 5], [9, 5]), [0, 2])).toBe(2);
    expect(effectiveSamples(table())).toBe(0);
    expect(effectiveSamples(table([1, 0], [1, 0]))).toBe(2);
  });

  it('is smaller where some stand for much longer than others', () => {
    const doubled = Array.from({ length: 300 }, (_, at) => [1, 2 ** Math.floor(at / 100)] as const);
    expect(effectiveSamples(table(...doubled))).toBeCloseTo(700 ** 2 / 2100, 6);
  });

  it('has a long wait count for as many as its time would have had of code', () => {
    expect(effectiveSamples(table([1, 2], [1, 2], [-1, 96]))).toBe(50);
    expect(effectiveSamples(table([-1, 96]))).toBe(1);
  });

  it('bounds the error of shares of samples at intervals that double', () => {
    const random = seededRandom(7);
    const misses = Array.from({ length: 400 }, () => {
      const drawn = Array.from({ length: 600 }, (_, at) => {
        const stack = random() < 0.3 ? 1 : 2;
        return [stack, 2 ** Math.floor(at / 150)] as const;
      });
      const sum = (rows: typeof drawn): number => rows.reduce((all, [, weight]) => all + weight, 0);
      const share = sum(drawn.filter(([stack]) => stack === 1)) / sum(drawn);
      const { low, high } = shareInterval(share, effectiveSamples(table(...drawn)));
      return low > 0.3 || high < 0.3;
    }).filter(Boolean).length;
    expect(misses / 400).toBeLessThan(0.1);
    expect(misses / 400).toBeGreaterThan(0.02);
  });
});
