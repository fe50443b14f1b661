import { describe, expect, it } from 'vitest';
import { buildLaneIndex, trackActivity } from '../../../src/layout';
import { drawProfile } from '../../support/drawProfile';

describe('trackActivity', () => {
  it('adds up how busy the outermost lanes are in each pixel', () => {
    const { slices, tracks } = drawProfile(`
      main   |[outer ]
             | [in]
      lane 1 |    [async ]`);
    const index = buildLaneIndex(slices, tracks.length);
    const window = { fromNs: 0, toNs: 16, widthPx: 4 };
    expect([...trackActivity(index, window)]).toEqual([1, 2, 1, 0]);
    expect([...trackActivity(index, { ...window, widthPx: 1 })]).toEqual([1]);
  });
});
