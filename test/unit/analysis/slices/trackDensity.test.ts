import { describe, expect, it } from 'vitest';
import { enclosingSlices } from '../../../../src/analysis/slices/nesting';
import { busiestTracks, trackDensity } from '../../../../src/analysis/slices/trackDensity';
import { drawProfile } from '../../../support/drawProfile';

const { slices, tracks } = drawProfile(`
  main   |[outer   ]  [x]
         | [][][]
  lane 1 |     [async]
  lane 2 |[]`);

describe('trackDensity', () => {
  it('tells the share that outermost slices cover, and how many slices begin', () => {
    const enclosing = enclosingSlices(slices, tracks.length);
    const window = { fromNs: 0, toNs: 16, tracks: [0, 1], binCount: 4 };
    const { busy, count } = trackDensity(slices, enclosing, window);
    expect([...busy]).toEqual([1, 1, 0.5, 0.75, 0, 0.75, 1, 0]);
    expect([...count]).toEqual([3, 1, 0, 1, 0, 1, 0, 0]);
  });
});

describe('busiestTracks', () => {
  it('gives the tracks with most slices in their own order', () => {
    expect(busiestTracks(slices, tracks.length, 2)).toEqual([0, 1]);
    expect(busiestTracks(slices, tracks.length, 9)).toEqual([0, 1, 2]);
  });
});
