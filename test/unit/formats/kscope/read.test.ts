import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { validateProfile } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import type { Inflate } from '../../../../src/formats/shared/compression';
import { decodeKscope } from '../../../../src/formats/kscope/read';
import { encodeKscope, kscopeHeader } from '../../../../src/formats/kscope/write';
import { kscopeFrame, KscopeError } from '../../../../src/formats/kscope/kscopeContainer';
import { encodeJson, FRAME_TYPES } from '../../../../src/formats/kscope/kscopeFrames';
import { encodeTable } from '../../../../src/formats/kscope/kscopeParts';
import { exampleMeta, richProfile } from '../../../support/richProfile';

const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 1 });
const inflate: Inflate = (bytes, rawBytes) => inflateRawSync(bytes, { maxOutputLength: rawBytes });

const rich = richProfile();
const plain = encodeKscope(rich);
const compressed = encodeKscope(rich, { deflate });

/** The profile, or the named error; any other error fails the test. */
function attempt(bytes: Uint8Array): 'refused' | 'truncated' | 'whole' {
  try {
    const profile = validateProfile(decodeKscope(bytes, { inflate }));
    return profile.meta.truncated ? 'truncated' : 'whole';
  } catch (error) {
    if (error instanceof KscopeError) return 'refused';
    throw error;
  }
}

describe('a damaged file', () => {
  test('cut off at any byte, is recovered in part or refused by name', () => {
    fc.assert(
      fc.property(fc.nat(compressed.length - 1), length => {
        expect(attempt(compressed.subarray(0, length))).not.toBe('whole');
      }),
      { numRuns: 400 }
    );
  });

  test('cut off, keeps a prefix of the slices with their arguments', () => {
    const large = richProfile(150_000);
    const bytes = encodeKscope(large, { deflate });
    const recovered = decodeKscope(bytes.subarray(0, bytes.length * 0.7), { inflate });
    const { slices, meta } = recovered;
    expect(meta.truncated).toBe(true);
    expect(slices.length).toBeGreaterThanOrEqual(65_536);
    expect(slices.length).toBeLessThan(large.slices.length);
    expect(slices.start).toEqual(large.slices.start.slice(0, slices.length));
    expect(slices.parent).toEqual(large.slices.parent.slice(0, slices.length));
    expect(recovered.flows.length).toBe(0);
  });

  test('without its last frame, keeps all but what was in it', () => {
    const withoutFooter = plain.subarray(0, plain.length - 20);
    expect(decodeKscope(withoutFooter)).toEqual({
      ...rich,
      meta: { ...rich.meta, truncated: true }
    });
  });

  test('with flipped bits anywhere, is recovered in part or refused by name', () => {
    const flip = fc.record({
      at: fc.nat(compressed.length - 1),
      mask: fc.integer({ min: 1, max: 255 })
    });
    fc.assert(
      fc.property(fc.array(flip, { minLength: 1, maxLength: 4 }), flips => {
        const damaged = compressed.slice();
        for (const { at, mask } of flips) damaged[at] ^= mask;
        if (damaged.every((byte, at) => byte === compressed[at])) return;
        expect(attempt(damaged)).not.toBe('whole');
      }),
      { numRuns: 400 }
    );
  });

  test('with right checksums but random content, is refused by name or valid', () => {
    const types = fc.constantFrom(...Object.values(FRAME_TYPES));
    const frame = fc.tuple(types, fc.uint8Array({ maxLength: 200 }));
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 8 }), frames => {
        const parts = frames.map(([type, content]) => kscopeFrame(type, content));
        attempt(Buffer.concat([kscopeHeader(exampleMeta(1)), ...parts]));
      }),
      { numRuns: 500 }
    );
  });

  test('whose header is lost, is refused', () => {
    const damaged = plain.slice();
    damaged[40] ^= 1;
    expect(() => decodeKscope(damaged)).toThrow(/header of the \.kscope file is damaged/);
  });
});

describe('a file that is refused', () => {
  test('is something else altogether', () => {
    expect(() => decodeKscope(encodeJson({ traceEvents: [] }))).toThrow(/not a \.kscope file/);
    expect(() => decodeKscope(new Uint8Array(0))).toThrow(KscopeError);
  });

  test('has noise in place of its version', () => {
    const noise = plain.slice();
    noise.fill(0x67, 8, 12);
    expect(() => decodeKscope(noise)).toThrow(/damaged: its header names no version/);
  });

  test('has a newer container', () => {
    const newer = plain.slice();
    newer[8] = 2;
    expect(() => decodeKscope(newer)).toThrow(/container version 2.*reads version 1/);
  });

  test('has a newer profile', () => {
    const header = encodeJson({ profileVersion: 99, meta: exampleMeta(1) });
    const file = Buffer.concat([plain.subarray(0, 12), kscopeFrame(FRAME_TYPES.header, header)]);
    expect(() => decodeKscope(file)).toThrow(/version 99.*Upgrade Kernelscope/);
  });

  test('is compressed while nothing to decompress was given', () => {
    expect(() => decodeKscope(compressed)).toThrow(/takes an `inflate`/);
  });

  test('holds more than the caller allows, before it is decompressed', () => {
    expect(() => decodeKscope(compressed, { maxBytes: 1000 })).toThrow(/more than 1000 bytes/);
  });

  test('claims to expand further than compression can', () => {
    const bomb = new Uint8Array(40);
    bomb.set(plain.subarray(0, 12));
    new DataView(bomb.buffer).setUint32(16, 0x7fff_ffff, true);
    expect(() => decodeKscope(bomb, { inflate })).toThrow(KscopeError);
  });

  test('refers to rows that are not there', () => {
    const instants = {
      time: Float64Array.of(1),
      label: Uint32Array.of(7),
      track: Uint16Array.of(0),
      scope: Uint8Array.of(0)
    };
    const frame = kscopeFrame(FRAME_TYPES.instants, encodeTable('instants', instants, 0, 1));
    const file = Buffer.concat([kscopeHeader(exampleMeta(1)), frame]);
    expect(() => decodeKscope(file)).toThrow(/instants\.label row 0 is 7/);
  });
});

test('a file that frames were appended to reads as far as it goes', () => {
  const instants = (time: number): Uint8Array =>
    kscopeFrame(
      FRAME_TYPES.instants,
      encodeTable(
        'instants',
        {
          time: Float64Array.of(time),
          label: Uint32Array.of(0),
          track: Uint16Array.of(0),
          scope: Uint8Array.of(0)
        },
        0,
        1
      )
    );
  const track = { name: 'main', kind: 'thread', parent: -1, pid: 1, tid: 1 };
  const labels = { name: Uint32Array.of(0), category: Uint32Array.of(0) };
  const file = Buffer.concat([
    kscopeHeader({ ...exampleMeta(0), status: 'recovered' }),
    kscopeFrame(FRAME_TYPES.tracks, encodeJson([track])),
    kscopeFrame(FRAME_TYPES.strings, encodeJson([''])),
    kscopeFrame(FRAME_TYPES.labels, encodeTable('labels', labels, 0, 1)),
    instants(5),
    kscopeFrame(200, encodeJson('of a later release')),
    instants(9),
    kscopeFrame(FRAME_TYPES.meta, encodeJson(exampleMeta(77)))
  ]);
  const profile = decodeKscope(file);
  expect([...profile.instants.time]).toEqual([5, 9]);
  expect(profile.meta).toEqual({ ...exampleMeta(77), truncated: true });
});

test('a file whose recording was killed lasts until its last record', () => {
  const bytes = encodeKscope({
    ...rich,
    meta: { ...rich.meta, durationNs: 0, status: 'recovered' }
  });
  const { meta, slices } = decodeKscope(bytes.subarray(0, bytes.length - 20));
  const ends = slices.start.map((start, row) => start + slices.duration[row]);
  expect(meta).toMatchObject({ status: 'recovered', durationNs: Math.max(...ends) });
});
