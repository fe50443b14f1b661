import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeKscope } from '../../../src/formats/kscope';
import { goldenProfile } from '../../support/goldenProfile';

const golden = new URL('../../golden/kscope/v1.kscope', import.meta.url);

test('a file of version 1 reads as the profile it was made from', () => {
  const profile = decodeKscope(readFileSync(golden), { inflate: bytes => inflateRawSync(bytes) });
  expect(profile).toEqual(goldenProfile());
});
