import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeBundle } from '../../../../src/formats/bundle/decodeBundle';
import { BUNDLE_VERSION } from '../../../../src/model/output/bundle';
import { PROFILE_VERSION } from '../../../../src/model/profile/profile';
import { asUnicode } from '../../../support/asUnicode';
import { goldenProfileOf } from '../../../support/goldenProfile';
import { inflate } from '../../../support/storedBundle';

function golden(version: number): unknown {
  const file = new URL(`../../../golden/bundle/v${version}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

test.each([1, 2])(
  'a bundle of version %i reads as the profile it was made from, as valid Unicode',
  async version => {
    const { profile } = await decodeBundle(golden(version), { inflate });
    expect(profile).toEqual(asUnicode(goldenProfileOf(version)));
  }
);

test('a bundle gets a new version whenever the profile in it does', () => {
  expect(BUNDLE_VERSION).toBeGreaterThanOrEqual(PROFILE_VERSION);
});
