import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeKscope } from '../../../../src/formats/kscope/read';
import type { Profile } from '../../../../src/model/profile/profile';
import { goldenProfileOf } from '../../../support/goldenProfile';

function readGolden(name: string): Profile {
  const file = new URL(`../../../golden/kscope/${name}`, import.meta.url);
  return decodeKscope(readFileSync(file), { inflate: bytes => inflateRawSync(bytes) });
}

test.each([1, 2])('a file of version %i reads as the profile it was made from', version => {
  expect(readGolden(`v${version}.kscope`)).toEqual(goldenProfileOf(version));
});
