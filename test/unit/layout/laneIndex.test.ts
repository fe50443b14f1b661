import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LaneIndex, buildLaneIndex, filterLaneIndex } from '../../../src/layout';
import type { Profile } from '../../../src/model/profile/profile';
import { drawProfile } from '../../support/drawProfile';
import { nestedProfile } from '../../support/nestedProfile';

const indexOf = ({ slices, tracks }: Profile) => buildLaneIndex(slices, tracks.length);

/** The slices of each lane, by name. */
function lanesOf({ strings, labels, slices }: Profile, index: LaneIndex): string[][] {
  return Array.from({ length: index.laneCount }, (_, lane) =>
    [...index.slice.subarray(index.laneEntry[lane], index.laneEntry[lane + 1])].map(
      slice => strings[labels.name[slices.label[slice]]]
    )
  );
}

describe('buildLaneIndex', () => {
  const profile = drawProfile(`
    main   |[outer      ][next]
           | [a ][ b   ]
    lane 1 |    [async]`);

  it('gives each nesting level of each track a lane, in order of time', () => {
    const index = indexOf(profile);
    expect([...index.trackLane]).toEqual([0, 2, 3]);
    expect(lanesOf(profile, index)).toEqual([['outer', 'next'], ['a', 'b'], ['async']]);
    expect([...index.start.subarray(0, 2)]).toEqual([0, 13]);
    expect([...index.end.subarray(0, 2)]).toEqual([13, 19]);
  });

  it('has every slice once, and on a lane none that overlaps another', () => {
    fc.assert(
      fc.property(nestedProfile(), nested => {
        const { slice, start, end, laneEntry, laneCount } = indexOf(nested);
        expect([...slice].sort((a, b) => a - b)).toEqual([...slice.keys()]);
        for (let lane = 0; lane < laneCount; lane++) {
          for (let entry = laneEntry[lane] + 1; entry < laneEntry[lane + 1]; entry++) {
            expect(start[entry]).toBeGreaterThanOrEqual(end[entry - 1]);
          }
        }
      })
    );
  });

  it('has no lanes for a profile without slices', () => {
    const index = indexOf(drawProfile(''));
    expect([index.laneCount, index.slice.length]).toEqual([0, 0]);
  });
});

describe('filterLaneIndex', () => {
  it('keeps the lanes and leaves out slices', () => {
    fc.assert(
      fc.property(nestedProfile(), fc.integer({ min: 1, max: 4 }), (nested, every) => {
        const index = indexOf(nested);
        const filtered = filterLaneIndex(index, slice => slice % every === 0);
        expect(filtered.trackLane).toEqual(index.trackLane);
        const wanted = lanesBySlice(index).map(lane => lane.filter(each => each % every === 0));
        expect(lanesBySlice(filtered)).toEqual(wanted);
      })
    );
  });
});

function lanesBySlice({ laneCount, laneEntry, slice }: LaneIndex): number[][] {
  return Array.from({ length: laneCount }, (_, lane) => [
    ...slice.subarray(laneEntry[lane], laneEntry[lane + 1])
  ]);
}
