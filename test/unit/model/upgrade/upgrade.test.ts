import { describe, expect, test } from 'vitest';
import { ProfileError, ProfileVersionError } from '../../../../src/model/profile/profileError';
import type { StoredProfile, Upgrader, UpgradePath } from '../../../../src/model/upgrade/upgrade';
import { upgradeProfile } from '../../../../src/model/upgrade/upgrade';
import { validateProfile } from '../../../../src/model/validate/validate';
import { goldenProfileOfVersion2 } from '../../../support/goldenProfile';
import { richProfile } from '../../../support/richProfile';

const note =
  (text: string): Upgrader =>
  older => ({ ...older, notes: [...((older.notes as string[] | undefined) ?? []), text] });

const path: UpgradePath = {
  version: 4,
  upgraders: new Map([
    [2, note('2 to 3')],
    [3, note('3 to 4')]
  ])
};

describe('an older profile', () => {
  test('is upgraded step by step', () => {
    const upgraded = upgradeProfile({ version: 2 }, path);
    expect(upgraded).toEqual({ version: 4, notes: ['2 to 3', '3 to 4'] });
  });

  test('that no step leads on from is refused by name', () => {
    expect(() => upgradeProfile({ version: 1 }, path)).toThrow(ProfileVersionError);
    expect(() => upgradeProfile({ version: 0 })).toThrow(/version 0.*release that wrote it/);
  });
});

describe('a profile of version 2', () => {
  const { allocations: _, ...older } = goldenProfileOfVersion2();
  const { scope: __, ...instants } = older.instants;
  const counters = older.counters.map(({ kind: ___, ...series }) => series);
  const upgraded = upgradeProfile({ ...older, version: 2, instants, counters });

  test('gets no allocations, instants of their threads and sampled counters', () => {
    expect(upgraded).toEqual(goldenProfileOfVersion2());
  });

  test('is valid afterwards', () => {
    expect(validateProfile(upgraded)).toBe(upgraded);
  });
});

test('an older profile whose parts are missing is refused by the validation', () => {
  expect(() => validateProfile(upgradeProfile({ version: 2 }))).toThrow(ProfileError);
  expect(() => validateProfile(upgradeProfile({ version: 1, instants: 7 }))).toThrow(ProfileError);
});

test('a profile of the current version is left as it is', () => {
  const stored = richProfile() as unknown as StoredProfile;
  expect(upgradeProfile(stored)).toBe(stored);
});

test('a newer profile is refused with what to do next', () => {
  expect(() => upgradeProfile({ version: 5 }, path)).toThrow(ProfileVersionError);
  expect(() => upgradeProfile({ version: 5 }, path)).toThrow(
    /up to version 4.*Upgrade Kernelscope/
  );
});
