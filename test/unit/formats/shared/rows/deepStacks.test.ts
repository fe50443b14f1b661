import { type Profile, ProfileBuilder } from 'kernelscope/model';
import { Profile as PprofProfile } from 'pprof-format';
import { describe, expect, test } from 'vitest';
import { framesFromRoot, writtenStacks } from '../../../../../src/formats/shared/rows/callPath';
import { encodePerfetto } from '../../../../../src/formats/perfetto/write';
import { encodePprof } from '../../../../../src/formats/pprof/write';
import { encodeSpeedscope } from '../../../../../src/formats/speedscope/write';
import { exampleMeta } from '../../../../support/richProfile';
import { stackParts } from '../../../../support/stackParts';

/** A profile with samples and allocations on stacks of so many functions. */
function profileOf(...depths: readonly number[]): Profile {
  const builder = new ProfileBuilder();
  builder.addTrack({ name: 'main', kind: 'thread' });
  const stacks = depths.map(depth => {
    return Array.from({ length: depth }, (_, at) => `f${at % 5}:${1 + (at % 5)}`).join(' ');
  });
  const samples = stacks.map(stack => ({ stack, weight: 10 }));
  const heap = stacks.filter(stack => stack !== '').map(stack => ({ stack, bytes: 64 }));
  return builder.build(exampleMeta(1e6), stackParts(builder, { samples, heap }));
}

describe('stacks that are deeper than a file repeats', () => {
  test('are written as their outermost frames, others whole', () => {
    const profile = profileOf(0, 3, 4096, 4097, 10_000);
    const stackFor = writtenStacks(profile);
    const written = Array.from(profile.samples.stack, stack => {
      return framesFromRoot(profile, stackFor(stack));
    });
    expect(written.map(({ length }) => length)).toEqual([0, 3, 4096, 4096, 4096]);
    const { stack } = profile.samples;
    expect(written[4]).toEqual(framesFromRoot(profile, stack[4]).slice(0, 4096));
  });

  test('are one sample of a pprof file, with the weights of all', () => {
    const { sample } = PprofProfile.decode(encodePprof(profileOf(5000, 10_000)));
    expect(sample.map(({ locationId, value }) => [locationId.length, value.map(Number)])).toEqual([
      [4096, [2, 20, 0]],
      ...Array.from({ length: 2 }, () => [4096, [0, 0, 64]])
    ]);
  });

  test('are cut in speedscope files', () => {
    const text = new TextDecoder().decode(encodeSpeedscope(profileOf(0, 7, 10_000)));
    const { profiles } = JSON.parse(text) as { profiles: { samples: number[][] }[] };
    const depths = profiles.map(({ samples }) => samples.map(({ length }) => length));
    expect(depths).toEqual([
      [0, 7, 4096],
      [7, 4096]
    ]);
  });

  test('make a Perfetto trace no larger, however deep they are', () => {
    const [deep, deeper] = [5000, 50_000].map(depth => encodePerfetto(profileOf(depth)).length);
    expect(deeper).toBe(deep);
  });
});
