import { existsSync } from 'node:fs';
import { KernelscopeError } from '../base/errors';
import type { CheckedPart, CheckedProfile } from './checkedProfile';

/** The file to compare with is not there, or has no profile. */
export class BaselineError extends KernelscopeError {}

/** @throws BaselineError that says how to make one */
export function requireBaseline(file: string): void {
  if (existsSync(file)) return;
  throw new BaselineError(
    `There is no baseline ${file}: write the profile of a good run to it with --update-baseline.`
  );
}

/**
 * The profile of `baseline` to compare with each profile of `parts`, by part: the one with the same
 * name, among several the one in the same position; otherwise, for lists of equal length, the one in
 * the same position. Null if there is none.
 */
export function pairProfiles(
  parts: readonly CheckedPart[],
  baseline: readonly CheckedProfile[]
): (CheckedProfile | null)[] {
  const count = parts.filter(({ profile }) => profile !== null).length;
  const used = new Map<string, number>();
  let place = 0;
  return parts.map(({ profile }) => {
    if (profile === null) return null;
    const inPlace = count === baseline.length ? baseline[place] : null;
    place++;
    if (profile.name === null) return inPlace;
    const occurrence = used.get(profile.name) ?? 0;
    used.set(profile.name, occurrence + 1);
    const named = baseline.filter(({ name }) => name === profile.name);
    return named.length > occurrence ? named[occurrence] : inPlace;
  });
}
