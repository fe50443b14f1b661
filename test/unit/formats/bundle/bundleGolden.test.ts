import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeBundle } from '../../../../src/formats/bundle/decodeBundle';
import { BUNDLE_VERSION } from '../../../../src/model/output/bundle';
import { PROFILE_VERSION } from '../../../../src/model/profile/profile';
import { asUnicode } from '../../../support/asUnicode';
import { goldenProfile } from '../../../support/goldenProfile';
import { inflate } from '../../../support/storedBundle';

function golden(version: number): unknown {
  const file = new URL(`../../../golden/bundle/v${version}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

test('a bundle of version 1 reads as the profile it was made from, as valid Unicode', async () => {
  const { profile } = await decodeBundle(golden(1), { inflate });
  expect(profile).toEqual(asUnicode(goldenProfile()));
});

test('a bundle gets a new version whenever the profile in it does', () => {
  expect(BUNDLE_VERSION).toBeGreaterThanOrEqual(PROFILE_VERSION);
});
