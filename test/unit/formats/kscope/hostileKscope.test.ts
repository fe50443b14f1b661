import { deflateRawSync, gzipSync } from 'node:zlib';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inflateBounded } from '../../../../src/engine/results/readWithin';
import { loadProfile } from '../../../../src/engine/results/loadProfile';
import { decodeKscope } from '../../../../src/formats/kscope/read';
import { kscopeHeader } from '../../../../src/formats/kscope/write';
import { kscopeFrame, KscopeError } from '../../../../src/formats/kscope/kscopeContainer';
import { encodeJson, FRAME_TYPES } from '../../../../src/formats/kscope/kscopeFrames';
import { exampleMeta } from '../../../support/richProfile';

type FrameType = keyof typeof FRAME_TYPES;

const json = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A file that deflates its frames as far as DEFLATE can. */
const fileOf = (...frames: readonly (readonly [FrameType, Uint8Array])[]): Uint8Array =>
  Buffer.concat([
    kscopeHeader(exampleMeta(1)),
    ...frames.map(([type, content]) => kscopeFrame(FRAME_TYPES[type], content, deflateRawSync)),
    kscopeFrame(FRAME_TYPES.footer, encodeJson({ frames: frames.length + 1 }))
  ]);

function refusal(file: Uint8Array): string {
  try {
    decodeKscope(file, { inflate: inflateBounded });
  } catch (error) {
    expect(error).toBeInstanceOf(KscopeError);
    return (error as Error).message;
  }
  return 'was read';
}

/** `[{},{},…]`: parsed, each takes some 36 bytes for its 3. */
const emptyObjects = (count: number): Uint8Array => json(`[${'{},'.repeat(count)}{}]`);

describe('a .kscope file of a few kilobytes', () => {
  test.each(['tracks', 'sources', 'sourceTexts', 'strings', 'meta'] as const)(
    'cannot make millions of objects out of a %s frame',
    type => {
      const file = fileOf([type, emptyObjects(2_000_000)]);
      expect(file.length).toBeLessThan(20_000);
      expect(refusal(file)).toMatch(/more lists and objects than its size allows/);
    }
  );

  test('cannot hide them in a text that is not one, nor behind an escaped quote', () => {
    const hidden = json(`["\\"",${'[],'.repeat(200_000)}"[[[["]`);
    expect(refusal(fileOf(['tracks', hidden]))).toMatch(/more lists and objects/);
  });

  test('may have brackets in its texts', () => {
    const texts = [{ file: 'a.ts', text: '[{'.repeat(10_000), isClipped: false }];
    const file = fileOf(['sourceTexts', encodeJson(texts)]);
    expect(decodeKscope(file, { inflate: inflateBounded }).sourceTexts).toEqual(texts);
  });

  test('cannot make millions of strings out of one frame', () => {
    const file = fileOf(['strings', json(`[${'"",'.repeat(1_000_000)}""]`)]);
    expect(refusal(file)).toMatch(/strings frame .* has 1000001 entries; at most 8192/);
  });

  test('cannot inflate to more than 64 MiB', () => {
    const zeros = new Uint8Array(23 * 1024 * 1024);
    const file = fileOf(['slices', zeros], ['slices', zeros], ['slices', zeros]);
    expect(file.length).toBeLessThan(100_000);
    expect(refusal(file)).toMatch(/holds more than 67108864 bytes/);
  });
});

test('a gzipped file of a few kilobytes cannot inflate to more than 64 MiB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-kscope-'));
  try {
    const file = join(folder, 'bomb.gz');
    writeFileSync(file, gzipSync(new Uint8Array(100 * 1024 * 1024)));
    expect(() => loadProfile(file)).toThrow(/taken for gzipped/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
