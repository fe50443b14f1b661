import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeKscope } from '../../../../src/formats/kscope/write';
import type { Profile } from '../../../../src/model/profile/profile';
import { emptySampleParts } from '../../../../src/model/build/profileBuilder';
import {
  goldenProfile,
  goldenProfileOfVersion2,
  goldenProfileOfVersion3,
  goldenProfileOfVersion4
} from '../../../support/goldenProfile';

function readGolden(name: string): Profile {
  const file = new URL(`../../../golden/kscope/${name}`, import.meta.url);
  return decodeKscope(readFileSync(file), { inflate: bytes => inflateRawSync(bytes) });
}

test('a file of version 5 reads as the profile it was made from', () => {
  expect(readGolden('v5.kscope')).toEqual(goldenProfile());
});

test('a file of version 4 reads as a profile that knows of no GPU', () => {
  expect(readGolden('v4.kscope')).toEqual(goldenProfileOfVersion4());
});

test('a file of version 3 reads as a profile without lines in stacks, heap and slice stacks', () => {
  expect(readGolden('v3.kscope')).toEqual(goldenProfileOfVersion3());
});

test('a file of version 2 reads as a profile without allocations, scopes and kinds', () => {
  expect(readGolden('v2.kscope')).toEqual(goldenProfileOfVersion2());
});

test('a file of version 1 has no totals of lines and sources of cells either', () => {
  const { lineTotals, sourceTexts } = emptySampleParts();
  expect(readGolden('v1.kscope')).toEqual({
    ...goldenProfileOfVersion2(),
    lineTotals,
    sourceTexts
  });
});
