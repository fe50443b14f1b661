import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enclosingSlices } from '../../../src/analysis/slices/nesting';
import {
  type Direction,
  buildLaneIndex,
  entryOfSlice,
  firstFailing,
  laneOfEntry,
  neighbourOf,
  selfTimeOf,
  trackOfLane
} from '../../../src/layout';
import { drawProfile } from '../../support/drawProfile';
import { nestedProfile } from '../../support/nestedProfile';

describe('firstFailing', () => {
  it('finds where a sorted column passes a value', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(50), (values, limit) => {
        const sorted = values.sort((a, b) => a - b);
        const wanted = sorted.findIndex(value => value >= limit);
        const found = firstFailing(0, sorted.length, row => sorted[row] < limit);
        expect(found).toBe(wanted < 0 ? sorted.length : wanted);
      })
    );
  });
});

describe('the lanes of an index', () => {
  it('are found again from each slice', () => {
    fc.assert(
      fc.property(nestedProfile(), ({ slices, tracks }) => {
        const index = buildLaneIndex(slices, tracks.length);
        for (let slice = 0; slice < slices.length; slice++) {
          const entry = entryOfSlice(index, slice, slices.track[slice]);
          expect(index.slice[entry]).toBe(slice);
          const lane = laneOfEntry(index, entry);
          expect(entry).toBeGreaterThanOrEqual(index.laneEntry[lane]);
          expect(entry).toBeLessThan(index.laneEntry[lane + 1]);
          expect(trackOfLane(index, lane)).toBe(slices.track[slice]);
        }
      })
    );
  });

  it('give the time that no slice directly inside takes', () => {
    fc.assert(
      fc.property(nestedProfile(), ({ slices, tracks }) => {
        const index = buildLaneIndex(slices, tracks.length);
        const self = [...slices.duration];
        enclosingSlices(slices, tracks.length).forEach((outer, slice) => {
          if (outer >= 0) self[outer] -= slices.duration[slice];
        });
        index.slice.forEach((slice, entry) =>
          expect(selfTimeOf(index, entry)).toBeCloseTo(self[slice], 6)
        );
      })
    );
  });
});

describe('neighbourOf', () => {
  const profile = drawProfile(`
    main   |[outer      ][next]
           | [a ][ b   ]
    lane 1 |    [async]`);
  const index = buildLaneIndex(profile.slices, profile.tracks.length);
  const names = [...index.slice].map(
    slice => profile.strings[profile.labels.name[profile.slices.label[slice]]]
  );
  const walk = (from: string, direction: Direction): string | undefined =>
    names[neighbourOf(index, names.indexOf(from), direction)];

  it('walks along a lane', () => {
    expect([walk('outer', 'next'), walk('next', 'previous')]).toEqual(['next', 'outer']);
    expect([walk('next', 'next'), walk('a', 'previous')]).toEqual([undefined, undefined]);
  });

  it('walks into a slice and out of it, never onto another track', () => {
    expect([walk('outer', 'child'), walk('b', 'parent')]).toEqual(['a', 'outer']);
    expect([walk('next', 'child'), walk('b', 'child')]).toEqual([undefined, undefined]);
    expect([walk('async', 'parent'), walk('async', 'child')]).toEqual([undefined, undefined]);
  });
});
