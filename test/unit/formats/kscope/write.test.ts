import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, test, it } from 'vitest';
import {
  decodeContentAsync,
  decodeKscope,
  decodeKscopeAsync
} from '../../../../src/formats/kscope/read';
import { encodeKscope } from '../../../../src/formats/kscope/write';
import type { Inflate } from '../../../../src/formats/shared/compression';
import { richProfile } from '../../../support/richProfile';
import type { Profile } from '../../../../src/model/profile/profile';

const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 1 });
const inflate: Inflate = (bytes, rawBytes) => inflateRawSync(bytes, { maxOutputLength: rawBytes });
const later = (bytes: Uint8Array, rawBytes: number): Promise<Uint8Array> =>
  Promise.resolve(inflate(bytes, rawBytes));

const rich = richProfile();
const plain = encodeKscope(rich);
const compressed = encodeKscope(rich, { deflate });

describe('a round trip', () => {
  test('keeps every value without compression', () => {
    expect(decodeKscope(plain)).toEqual(rich);
  });

  test('keeps every value with compression, and is smaller', () => {
    expect(decodeKscope(compressed, { inflate })).toEqual(rich);
    expect(compressed.length).toBeLessThan(plain.length * 0.6);
  });

  test('keeps every value when only asynchronous decompression is at hand', async () => {
    expect(await decodeKscopeAsync(compressed, { inflate: later })).toEqual(rich);
  });

  test('pauses between frames and columns, and stops when told to', async () => {
    let pauses = 0;
    const pause = async (): Promise<void> => {
      if (++pauses === 100) throw new Error('enough');
    };
    const reading = decodeKscopeAsync(compressed, { inflate: later, pause });
    await expect(reading).rejects.toThrow('enough');
    expect(pauses).toBe(100);
  });

  test('keeps slices, arguments and counters that span several frames', () => {
    const large = richProfile(150_000);
    expect(decodeKscope(encodeKscope(large))).toEqual(large);
  });

  test('keeps the density of all slices beside a part of them, in 255ths', async () => {
    const tracks = [0, 2];
    const count = Uint32Array.of(0, 1, 70_000, 4, 0, 6);
    const density = { binCount: 3, tracks, count, busy: Float64Array.of(0, 0.2, 1, 0.4, 0, 0.6) };
    const content = await decodeContentAsync(encodeKscope(rich, { deflate, density }), {
      inflate: later
    });
    expect(content).toEqual({ profile: rich, density, isComplete: true });
    expect((await decodeContentAsync(plain, { inflate: later })).density).toBeNull();
  });
});

const LONG = 'x'.repeat(200_000);

/** A profile all of whose names, and each of its messages, come from data that nobody bounded. */
function longWinded(): Profile {
  const rich = richProfile(40);
  const { meta, tracks, counters, strings } = rich;
  return {
    ...rich,
    meta: {
      ...meta,
      ...{ name: LONG, host: LONG, options: { [LONG]: LONG } },
      cell: { file: LONG, executionCount: 1, source: LONG }
    },
    strings: ['', ...strings.slice(1).map(text => `${text}${LONG}`)],
    tracks: tracks.map(track => ({ ...track, name: LONG })),
    counters: counters.map(series => ({ ...series, name: LONG, category: LONG })),
    sources: [{ source: 'gc', status: 'failed', message: LONG, records: 1 }]
  };
}

it('a file is read back whole whatever the lengths of its texts', () => {
  const profile = longWinded();
  const read = decodeKscope(encodeKscope(profile));
  expect(read.sources).toHaveLength(1);
  expect(read.strings).toEqual(profile.strings);
  expect(read.slices).toEqual(profile.slices);
  expect(read.counters.length).toBe(profile.counters.length);
  expect(read.tracks.length).toBe(profile.tracks.length);
  expect(read.meta.name.length).toBeLessThan(LONG.length);
  expect(read.meta.name.slice(0, 1000)).toBe(LONG.slice(0, 1000));
  expect(read.meta.cell?.source).toBe(LONG);
});

it('a file with texts as they are is the same to the byte', () => {
  const rich = richProfile(40);
  expect(decodeKscope(encodeKscope(rich))).toEqual(rich);
});

it('more text than one frame holds is spread over several', { tags: 'night' }, () => {
  const rich = richProfile(10);
  const strings = [
    ...rich.strings,
    ...Array.from({ length: 40 }, (_, row) => `${row}${'é"'.repeat(1_500_000)}`)
  ];
  const read = decodeKscope(encodeKscope({ ...rich, strings }), { maxBytes: 2 ** 30 });
  expect(read.strings.length).toBe(strings.length);
  expect(read.strings.every((text, row) => text === strings[row])).toBe(true);
});
