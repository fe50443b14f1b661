import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { KSCOPE } from '../../../../src/formats/kscope/format';
import { encodeKscope } from '../../../../src/formats/kscope/write';
import { crc32 } from '../../../../src/formats/kscope/crc32';
import { richProfile } from '../../../support/richProfile';

vi.mock('../../../../src/formats/kscope/crc32', { spy: true });

it('each frame of a profile is verified once', () => {
  const profile = richProfile();
  const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes);
  const bytes = encodeKscope(profile, { deflate });
  vi.mocked(crc32).mockClear();
  const read = KSCOPE.read;
  if (read?.from !== 'bytes') throw new Error('not read from bytes');
  const found = read.decode(bytes, {
    facts: { id: 'again', name: 'again', writtenAtMs: 1 },
    scripts: { kindOf: () => 0 },
    inflate: each => inflateRawSync(each),
    profileOf: () => {
      throw new Error('no recording');
    }
  });
  expect(found.meta.id).toBe(profile.meta.id);
  const verified = vi.mocked(crc32).mock.calls.reduce((sum, [{ length }]) => sum + length, 0);
  expect(verified).toBeGreaterThan(bytes.length / 2);
  expect(verified).toBeLessThanOrEqual(bytes.length);
});
