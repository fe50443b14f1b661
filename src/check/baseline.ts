import { existsSync } from 'node:fs';
import { KernelscopeError } from '../base/errors';

/** The file to compare with is not there, or has no profile. */
export class BaselineError extends KernelscopeError {}

/** Requires the file of a baseline; `howToMake` tells how to write one. @throws BaselineError if it is missing */
export function requireBaseline(file: string, howToMake: string): void {
  if (existsSync(file)) return;
  throw new BaselineError(`There is no baseline ${file}: ${howToMake}.`);
}

/** Something that may have been given a name. */
interface Named {
  readonly name: string | null;
}

/**
 * The one of `baseline` to compare with each of `all`: the one with the same name, among several the one in
 * the same position; otherwise, for lists of equal length, the one in the same position. Null if there is
 * none, and for null, which takes no position.
 */
export function pairByName<Each extends Named>(
  all: readonly (Named | null)[],
  baseline: readonly Each[]
): (Each | null)[] {
  const count = all.filter(one => one !== null).length;
  const used = new Map<string, number>();
  let place = 0;
  return all.map(one => {
    if (one === null) return null;
    const inPlace = count === baseline.length ? baseline[place] : null;
    place++;
    if (one.name === null) return inPlace;
    const occurrence = used.get(one.name) ?? 0;
    used.set(one.name, occurrence + 1);
    const named = baseline.filter(({ name }) => name === one.name);
    return named.length > occurrence ? named[occurrence] : inPlace;
  });
}
