import { describe, expect, it } from 'vitest';
import { sliceDepths, enclosingSlices } from '../../../../src/analysis/slices/nesting';
import type { SliceTable } from '../../../../src/model/profile/profile';
import { seededRandom } from '../../../support/random';

function table(...rows: readonly (readonly [start: number, end: number, track?: number])[]) {
  return {
    length: rows.length,
    start: Float64Array.from(rows, ([start]) => start),
    duration: Float64Array.from(rows, ([start, end]) => end - start),
    label: new Uint32Array(rows.length),
    track: Uint16Array.from(rows, ([, , track]) => track ?? 0),
    parent: new Int32Array(rows.length).fill(-1)
  } satisfies SliceTable;
}

describe('enclosingSlices', () => {
  it('finds the innermost slice around each, track by track', () => {
    const slices = table([0, 10], [1, 9], [2, 8, 1], [3, 4], [4, 9], [10, 12]);
    const enclosing = enclosingSlices(slices, 2);
    expect([...enclosing]).toEqual([-1, 0, -1, 1, 1, -1]);
    expect([...sliceDepths(slices, 2)]).toEqual([0, 1, 0, 2, 2, 0]);
  });

  it('pops a partial overlap instead of nesting in it', () => {
    const slices = table([0, 10], [1, 5], [3, 8]);
    expect([...enclosingSlices(slices, 1)]).toEqual([-1, 0, 0]);
  });

  it('does not stack up empty slices of one instant', () => {
    const slices = table([0, 4], [2, 2], [2, 2], [2, 2]);
    expect([...enclosingSlices(slices, 1)]).toEqual([-1, 0, 0, 0]);
  });
});

/** The number of slices around each, one after the other. */
function depthsOf(enclosing: Int32Array): Uint16Array {
  const depths = new Uint16Array(enclosing.length);
  enclosing.forEach((outer, row) => (depths[row] = outer < 0 ? 0 : depths[outer] + 1));
  return depths;
}

describe('sliceDepths', () => {
  it('is the depth of the enclosing slices, overlaps and empty slices included', () => {
    const random = seededRandom(5);
    const rows = Array.from({ length: 2000 }, (): [number, number, number] => {
      const start = Math.floor(100 * random());
      return [start, start + Math.floor(30 * random() ** 3), Math.floor(3 * random())];
    }).sort(([a], [b]) => a - b);
    const slices = table(...rows);
    const depths = sliceDepths(slices, 3);
    expect(depths).toEqual(depthsOf(enclosingSlices(slices, 3)));
    expect(Math.max(...depths)).toBeGreaterThan(2);
  });
});
