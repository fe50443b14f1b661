import type { CounterSeries, Profile } from 'kernelscope/model';
import { EXAMPLE_GPU, richProfile } from './richProfile';

const POWER: Omit<CounterSeries, 'track'> = {
  name: 'GPU power',
  category: 'GPU',
  unit: 'watts',
  kind: 'sampled',
  time: Float64Array.of(0, 1000, 2000),
  value: Float64Array.of(80, 350.5, 120)
};

/** The profile in the files of `test/golden/kscope` and `test/golden/bundle`. */
export function goldenProfile(): Profile {
  const profile = richProfile(200);
  const track = profile.tracks.findIndex(({ kind }) => kind === 'device');
  return {
    ...profile,
    meta: { ...profile.meta, gpus: [EXAMPLE_GPU] },
    counters: [...profile.counters, { ...POWER, track }]
  };
}

/** What the files of an older version have of it. */
export function goldenProfileOf(version: number): Profile {
  const profile = goldenProfile();
  const { stacks } = profile;
  if (version >= 2) return profile;
  return { ...profile, stacks: { ...stacks, isAwaited: new Uint8Array(stacks.length) } };
}
