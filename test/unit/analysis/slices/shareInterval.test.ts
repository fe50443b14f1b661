import { describe, expect, it } from 'vitest';
import { shareInterval } from '../../../../src/analysis/slices/shareInterval';

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
