import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankOf, selectQuantiles, selectRank } from '../../../src/base/stats';

describe('rankOf', () => {
  it('is the nearest rank', () => {
    expect(rankOf(4, 0.5)).toBe(1);
    expect(rankOf(5, 0.5)).toBe(2);
    expect(rankOf(100, 0.99)).toBe(98);
    expect(rankOf(1, 0.99)).toBe(0);
    expect(rankOf(10, 0)).toBe(0);
  });
});

describe('selection', () => {
  const values = fc.array(fc.double({ noNaN: true, min: 0, max: 50 }), { minLength: 1 });

  it('finds what sorting would put at the rank', () => {
    fc.assert(
      fc.property(values, fc.nat(), (list, seed) => {
        const rank = seed % list.length;
        const sorted = Float64Array.from(list).sort();
        expect(selectRank(Float64Array.from(list), 0, list.length, rank)).toBe(sorted[rank]);
      })
    );
  });

  it('finds ascending quantiles of a part without touching the rest', () => {
    const column = Float64Array.of(9, 4, 3, 2, 1, -9);
    expect(selectQuantiles(column, 1, 5, [0.5, 0.75, 1])).toEqual([2, 3, 4]);
    expect([column[0], column[5]]).toEqual([9, -9]);
  });

  it('stays fast when all values are equal', () => {
    const column = new Float64Array(200_000).fill(7);
    expect(selectQuantiles(column, 0, column.length, [0.5, 0.95, 0.99])).toEqual([7, 7, 7]);
  });
});
