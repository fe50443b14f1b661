import type { CounterSeries, Profile } from 'kernelscope/model';
import { emptySampleParts } from 'kernelscope/model';
import { EXAMPLE_GPU, richProfile } from './richProfile';

const POWER: Omit<CounterSeries, 'track'> = {
  name: 'GPU power',
  category: 'GPU',
  unit: 'watts',
  kind: 'sampled',
  time: Float64Array.of(0, 1000, 2000),
  value: Float64Array.of(80, 350.5, 120)
};

/** The profile in the newest file of `test/golden/kscope`. */
export function goldenProfile(): Profile {
  const profile = richProfile(200);
  const track = profile.tracks.findIndex(({ kind }) => kind === 'device');
  return {
    ...profile,
    meta: { ...profile.meta, gpus: [EXAMPLE_GPU] },
    counters: [...profile.counters, { ...POWER, track }]
  };
}

/** {@link goldenProfile} as a file of version 4 holds it: without what version 5 says of GPUs. */
export function goldenProfileOfVersion4(): Profile {
  const profile = goldenProfile();
  const counters = profile.counters.filter(({ name }) => name !== POWER.name);
  return { ...profile, meta: { ...profile.meta, gpus: [] }, counters };
}

/**
 * {@link goldenProfileOfVersion4} as a file of version 3 holds it: without what version 4 says of
 * stacks.
 */
export function goldenProfileOfVersion3(): Profile {
  const { stacks, ...rest } = goldenProfileOfVersion4();
  const { heapSamples, sliceStacks } = emptySampleParts();
  const line = new Uint32Array(stacks.length);
  return { ...rest, heapSamples, sliceStacks, stacks: { ...stacks, line } };
}

/**
 * {@link goldenProfileOfVersion3} as a file of version 2 holds it: without allocations and their texts, with
 * every instant on its thread, and with counters of no known kind.
 */
export function goldenProfileOfVersion2(): Profile {
  const { instants, counters, strings, ...rest } = goldenProfileOfVersion3();
  return {
    ...rest,
    strings: strings.slice(0, strings.indexOf('relu')),
    instants: { ...instants, scope: new Uint8Array(instants.length) },
    counters: counters.map(series => ({ ...series, kind: 'sampled' })),
    allocations: emptySampleParts().allocations
  };
}
