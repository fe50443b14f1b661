import { UNTRANSLATED } from '../../../../src/base/translator';
import fc from 'fast-check';
import { ProfileBuilder } from 'kernelscope/model';
import { Profile as PprofProfile } from 'pprof-format';
import { expect, test } from 'vitest';
import { encodePprof } from '../../../../src/formats/pprof/write';
import { PPROF } from '../../../../src/formats/pprof/format';
import { fullProfile } from '../../../support/fullProfile';
import { exampleMeta } from '../../../support/richProfile';
import { sampledProfile } from '../../../support/sampledProfile';

const sampled = { samples: 100, names: ['a', 'b'] };

test('every id of a pprof file leads somewhere, whatever the profile', () => {
  fc.assert(
    fc.property(fullProfile(), profile => {
      const read = PprofProfile.decode(encodePprof(profile));
      const ids = (all: readonly { readonly id: number | bigint }[]) =>
        new Set(all.map(({ id }) => Number(id)));
      const [locations, functions] = [ids(read.location), ids(read.function)];
      for (const { locationId, value } of read.sample) {
        expect(value.length).toBe(read.sampleType.length);
        expect(value.every(one => one >= 0)).toBe(true);
        for (const id of locationId) expect(locations.has(Number(id))).toBe(true);
      }
      for (const { line, mappingId } of read.location) {
        expect(functions.has(Number(line[0].functionId))).toBe(true);
        expect(Number(mappingId)).toBe(1);
      }
      const texts = read.stringTable.strings;
      for (const { name, filename } of read.function) {
        expect(texts[Number(name)]).toBeTruthy();
        expect(texts[Number(filename)]).toBeDefined();
      }
      expect(texts[0]).toBe('');
    }),
    { numRuns: 60 }
  );
});

test('a pprof file has values of the heap where it was sampled, and no others', () => {
  const types = (heap: boolean) =>
    PprofProfile.decode(encodePprof(sampledProfile({ ...sampled, heap }))).sampleType.length;
  expect([types(true), types(false)]).toEqual([3, 2]);
});

test('what is still alive is in use to pprof, beside what was allocated or alone', () => {
  const profile = sampledProfile({ ...sampled, heap: true });
  const { heapSamples } = profile;
  const aliveBytes = heapSamples.bytes.map((_, row) => row + 1);
  const typesOf = (table: typeof heapSamples): string[] => {
    const read = PprofProfile.decode(encodePprof({ ...profile, heapSamples: table }));
    return read.sampleType.map(({ type }) => read.stringTable.strings[Number(type)]);
  };
  const inUse = ['inuse_space'];
  expect(typesOf({ ...heapSamples, aliveBytes }).slice(2)).toEqual(['alloc_space', ...inUse]);
  const bytes = new Float64Array(heapSamples.length);
  expect(typesOf({ ...heapSamples, aliveBytes, bytes }).slice(2)).toEqual(inUse);
});

test('values beyond what is exact are the largest exact number', () => {
  const profile = sampledProfile({ ...sampled, heap: false });
  const weight = profile.samples.weight.map(() => Number.MAX_SAFE_INTEGER);
  const read = PprofProfile.decode(
    encodePprof({ ...profile, samples: { ...profile.samples, weight } })
  );
  expect(Number(read.sample[0].value[1])).toBe(Number.MAX_SAFE_INTEGER);
});

test('a pprof file of a profile before 1970 has a negative time', () => {
  const meta = { ...exampleMeta(10), startedAtMs: -1500 };
  const read = PprofProfile.decode(encodePprof(new ProfileBuilder().build(meta)));
  expect(BigInt.asIntN(64, BigInt(read.timeNanos))).toBe(-1_500_000_000n);
});

test('what pprof files lack is samples of the CPU and of the heap', () => {
  const heap = sampledProfile(sampled);
  const { samples } = new ProfileBuilder().build(exampleMeta(0));
  expect(PPROF.write.lacks({ ...heap, samples }, UNTRANSLATED)).toBeNull();
  const neither = { ...sampledProfile({ ...sampled, heap: false }), samples };
  expect(PPROF.write.lacks(neither, UNTRANSLATED)?.hint).toMatch(/no CPU samples$/);
});

test('the comments say what is missing of the profile', () => {
  const profile = sampledProfile(sampled);
  const meta = { ...profile.meta, status: 'interrupted' } as const;
  const { comment, stringTable } = PprofProfile.decode(encodePprof({ ...profile, meta }));
  expect(comment.map(at => stringTable.strings[Number(at)])).toEqual([
    expect.stringContaining('kernelscope'),
    'The code was interrupted; everything up to then is here.'
  ]);
});
