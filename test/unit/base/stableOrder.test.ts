import { describe, expect, it } from 'vitest';
import { stableOrder } from '../../../src/base/stableOrder';
import { seededRandom } from '../../support/random';

describe('stableOrder', () => {
  it.each([0, 1, 2, 7, 8, 9, 16, 17, 100, 1000, 4097])(
    'is the order of a stable sort of %i values',
    length => {
      const random = seededRandom(length + 1);
      const values = Float64Array.from({ length }, () => Math.floor(random() * 20) - 10);
      const expected = Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
      expect(Array.from(stableOrder(values))).toEqual(expected);
    }
  );

  it('keeps equal values as they are in the rows given', () => {
    expect(Array.from(stableOrder(Float64Array.of(1, 0, 1), Uint32Array.of(2, 0, 1)))).toEqual([
      1, 2, 0
    ]);
    expect(Array.from(stableOrder(Float64Array.of(0, -0)))).toEqual([0, 1]);
  });
});
