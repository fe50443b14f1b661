import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressedKscope } from '../../../../../extension/src/shell/export/exportFormats';
import { decodeKscope, encodeKscope } from '../../../../../src/formats';
import { richProfile } from '../../../../support/richProfile';

describe('compressedKscope', () => {
  it('holds the very profile, and is smaller than it', async () => {
    const profile = richProfile(2000);
    const bytes = await compressedKscope(profile);
    expect(bytes.length).toBeLessThan(encodeKscope(profile).length / 2);
    const read = decodeKscope(bytes, { inflate: stored => inflateRawSync(stored) });
    expect(read).toEqual(profile);
  });
});
