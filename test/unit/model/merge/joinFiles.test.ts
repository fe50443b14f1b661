import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinFiles } from '../../../../src/model/merge/joinFiles';
import type { Profile, ProfileMeta } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { drawProfile } from '../../../support/drawProfile';
import { fullProfile } from '../../../support/fullProfile';

const drawn = drawProfile('main |[work    ]', { nsPerColumn: 1e6 });

function file(meta: Partial<ProfileMeta>, { hasWallClock = true, offsetMs = 0 } = {}) {
  return { profile: { ...drawn, meta: { ...drawn.meta, ...meta } }, hasWallClock, offsetMs };
}

/** When the slices of a joined profile begin, milliseconds. */
const startsOf = (profile: Profile): number[] => Array.from(profile.slices.start, ns => ns / 1e6);

const START = { host: 'a', pid: 7, startedAtMs: 1_700_000_000_000, originNs: '5000000000' };

describe('joinFiles', () => {
  test('places files of different machines by the wall clock', () => {
    const other = file({
      ...START,
      host: 'b',
      startedAtMs: START.startedAtMs + 250,
      originNs: '9'
    });
    const joined = joinFiles([other, file(START)]);
    expect(startsOf(joined)).toEqual([0, 250]);
    expect(joined.meta.startedAtMs).toBe(START.startedAtMs);
    expect(new Set(joined.tracks.map(({ pid }) => pid)).size).toBe(2);
  });

  test('goes by the monotonic clock of a machine as long as that agrees with the wall clock', () => {
    const later = { ...START, startedAtMs: START.startedAtMs + 251, originNs: '5250400000' };
    expect(startsOf(joinFiles([file(START), file(later)]))).toEqual([0, 250.4]);
    const restarted = { ...later, originNs: '100' };
    expect(startsOf(joinFiles([file(START), file(restarted)]))).toEqual([0, 251]);
  });

  test('begins all together where one does not say when it was recorded, and moves them by offsets', () => {
    const later = { ...START, startedAtMs: START.startedAtMs + 250 };
    const unknown = file(later, { hasWallClock: false });
    expect(startsOf(joinFiles([file(START), unknown]))).toEqual([0, 0]);
    const moved = [file(START, { offsetMs: 40 }), file(later, { offsetMs: -250.5 })];
    expect(startsOf(joinFiles(moved))).toEqual([0, 40.5]);
  });

  test('keeps the sums of each file, whatever their processes', () => {
    fc.assert(
      fc.property(fullProfile(), fullProfile(), fc.boolean(), (one, two, hasWallClock) => {
        const joined = joinFiles([
          { profile: one, hasWallClock, offsetMs: 0 },
          { profile: two, hasWallClock, offsetMs: 3 }
        ]);
        expect(() => validateProfile(joined)).not.toThrow();
        const sorted = (...columns: readonly Float64Array[]): Float64Array =>
          Float64Array.from(columns.flatMap(column => [...column])).sort();
        for (const key of ['slices', 'samples', 'instants', 'args', 'flows'] as const) {
          expect(joined[key].length).toBe(one[key].length + two[key].length);
        }
        const durations = sorted(one.slices.duration, two.slices.duration);
        expect(sorted(joined.slices.duration)).toEqual(durations);
        const weights = sorted(one.samples.weight, two.samples.weight);
        expect(sorted(joined.samples.weight)).toEqual(weights);
        const ofHost = (profile: Profile): number =>
          profile.tracks.filter(({ kind }) => !['device', 'cudaStream'].includes(kind)).length;
        expect(ofHost(joined)).toBe(ofHost(one) + ofHost(two));
      }),
      { numRuns: 40 }
    );
  });
});
