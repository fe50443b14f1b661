import { describe, expect, it } from 'vitest';
import {
  asProfileOfThread,
  MAX_PROFILE_BYTES,
  MemberProfileError,
  packProfile,
  unpackProfile
} from '../../../../src/engine/members/memberProfile';
import { joinMembers } from '../../../../src/engine/members/joinMembers';
import { validateProfile } from '../../../../src/model/validate/validate';
import { drawProfile } from '../../../support/drawProfile';

const profile = drawProfile(`
  main        |[train            ]
              | [op/conv][op/relu]
  rss {bytes} |10   20   15
`);

describe('the profile of an attached thread or process', () => {
  it('arrives as it was sent', () => {
    const arrived = unpackProfile(packProfile(profile));
    expect(validateProfile(arrived)).toEqual(profile);
  });

  it('is refused when it is cut off, damaged, no profile or too large', () => {
    const bytes = packProfile(profile);
    expect(() => unpackProfile(bytes.slice(0, bytes.length - 8))).toThrow(MemberProfileError);
    expect(() => unpackProfile(new Uint8Array())).toThrow();
    expect(() => unpackProfile(new TextEncoder().encode('{"version":4}'))).toThrow();
    const damaged = bytes.slice();
    damaged[damaged.length >> 1] ^= 0xff;
    expect(() => unpackProfile(damaged)).toThrow();
    expect(() => unpackProfile(new Uint8Array(MAX_PROFILE_BYTES + 1))).toThrow(/too much/);
  });

  it('has counters of its own where it is that of a thread', () => {
    const tracks = [
      { name: 'process', kind: 'process', parent: -1, pid: 1, tid: 0 },
      { name: 'worker 3', kind: 'worker', parent: 0, pid: 1, tid: 3 }
    ] as const;
    const counters = profile.counters.map(series => ({ ...series, track: 0 }));
    const [moved] = asProfileOfThread({ ...profile, tracks, counters }).counters;
    expect(moved.track).toBe(1);
    expect(asProfileOfThread(profile)).toBe(profile);
  });
});

describe('joinMembers', () => {
  const report = { source: 'workers', status: 'ok', message: '', records: 3 } as const;

  it('keeps the name, the length and the reports of the own recording', () => {
    const later = { ...profile.meta, originNs: '1005', name: 'theirs', durationNs: 500 };
    const theirs = { ...profile, meta: later };
    const soundChannels = new Set<string>();
    const joined = joinMembers(profile, { profiles: [theirs], report, soundChannels });
    expect(joined.meta).toMatchObject({ name: 'drawn', durationNs: profile.meta.durationNs });
    expect(joined.slices.length).toBe(2 * profile.slices.length);
    expect(joined.sources).toContainEqual(report);
  });

  it('is the own profile alone where the others do not fit, and says so', () => {
    const more = Array.from({ length: 65_536 }, (_, row) => ({
      name: `process ${row}`,
      kind: 'process' as const,
      parent: -1,
      pid: row + 100,
      tid: 0
    }));
    const crowded = { ...profile, tracks: [...profile.tracks, ...more] };
    const soundChannels = new Set<string>();
    const joined = joinMembers(profile, { profiles: [crowded], report, soundChannels });
    expect(joined.slices).toBe(profile.slices);
    expect(joined.sources[joined.sources.length - 1]).toMatchObject({ status: 'failed' });
  });
});
