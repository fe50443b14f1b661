import { describe, expect, test } from 'vitest';
import { ProfileError, ProfileVersionError } from '../../../../src/schema/schema';
import {
  PROFILE_PATH,
  type StoredParts,
  type UpgradePath,
  type Upgrader,
  upgrade
} from '../../../../src/model/validate/upgrade';
import { validateProfile } from '../../../../src/model/validate/validate';
import { richProfile } from '../../../support/richProfile';

const note =
  (text: string): Upgrader =>
  older => ({ ...older, notes: [...((older.notes as string[] | undefined) ?? []), text] });

const path: UpgradePath = {
  what: 'The toy',
  version: 4,
  upgraders: new Map([
    [2, note('2 to 3')],
    [3, note('3 to 4')]
  ])
};

describe('what an older version stored', () => {
  test('is upgraded step by step', () => {
    const upgraded = upgrade({ version: 2 }, path);
    expect(upgraded).toEqual({ version: 4, notes: ['2 to 3', '3 to 4'] });
  });

  test('is refused by name when no step leads on from it', () => {
    expect(() => upgrade({ version: 1 }, path)).toThrow(ProfileVersionError);
    expect(() => upgrade({ version: 0 }, PROFILE_PATH)).toThrow(
      /^The profile has version 0,.*release that wrote it/
    );
  });

  test('is valid afterwards when a step adds what it lacks', () => {
    const { instants, ...rest } = richProfile() as unknown as StoredParts & { instants: object };
    const { scope, ...older } = instants as { readonly scope: Uint8Array };
    const addScopes: Upgrader = stored => ({
      ...stored,
      instants: { ...(stored.instants as object), scope }
    });
    const stored = { ...rest, version: PROFILE_PATH.version - 1, instants: older };
    const withScopes = {
      ...PROFILE_PATH,
      upgraders: new Map([[PROFILE_PATH.version - 1, addScopes]])
    };
    const upgraded = upgrade(stored, withScopes);
    expect(validateProfile(upgraded)).toEqual(richProfile());
    const withoutScopes = { ...stored, version: PROFILE_PATH.version };
    expect(() => validateProfile(upgrade(withoutScopes, PROFILE_PATH))).toThrow(ProfileError);
  });
});

test('what the current version stored is left as it is', () => {
  const stored = richProfile() as unknown as StoredParts;
  expect(upgrade(stored, PROFILE_PATH)).toBe(stored);
});

test('what a newer version stored is refused with what to do next', () => {
  expect(() => upgrade({ version: 5 }, path)).toThrow(ProfileVersionError);
  expect(() => upgrade({ version: 5 }, path)).toThrow(
    /^The toy has version 5,.*up to version 4.*Upgrade Kernelscope/
  );
});
