import type { Profile } from 'kernelscope/model';
import { emptySampleParts } from 'kernelscope/model';
import { richProfile } from './richProfile';

/** The profile in the newest file of `test/golden/kscope`. */
export function goldenProfile(): Profile {
  return richProfile(200);
}

/** {@link goldenProfile} as a file of version 3 holds it: without what version 4 says of stacks. */
export function goldenProfileOfVersion3(): Profile {
  const { stacks, ...rest } = goldenProfile();
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
