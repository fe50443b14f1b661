import { isRecord } from '../base/isObject';
import { shown, KernelscopeError } from '../base/errors';

/** The data is not a valid profile; the message names the table, the row and the fault. */
export class ProfileError extends KernelscopeError {}

/** The data is a profile of another version that this release cannot turn into its own. */
export class ProfileVersionError extends ProfileError {}

/** Longest text of a profile, UTF-16 units; a cell's source is the longest by far. */
export const MAX_TEXT_LENGTH = 16 * 1024 * 1024;

/** Longest name, id or message of a profile, UTF-16 units. */
export const MAX_NAME_LENGTH = 64 * 1024;

/** `value` as a plain object. `place` names it in the error. @throws ProfileError */
export function checkRecord(value: unknown, place: string): Record<string, unknown> {
  if (isRecord(value)) {
    return value;
  }
  throw new ProfileError(`${place} is missing or not an object.`);
}

/** `value` as a list. @throws ProfileError */
export function checkList(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ProfileError(`${place} is missing or not a list.`);
}

/** `value` as a list of at most `limit` entries. @throws ProfileError */
export function checkBounded(value: unknown, place: string, limit: number): readonly unknown[] {
  const list = checkList(value, place);
  if (list.length <= limit) return list;
  throw new ProfileError(`${place} has ${list.length} entries; at most ${limit} are allowed.`);
}

/** `value` as text of at most `limit` UTF-16 units. @throws ProfileError */
export function checkText(value: unknown, place: string, limit = MAX_NAME_LENGTH): string {
  if (typeof value !== 'string') throw new ProfileError(`${place} is missing or not text.`);
  if (value.length <= limit) return value;
  throw new ProfileError(`${place} has ${value.length} characters; at most ${limit} are allowed.`);
}

/** `value` as a finite number of at least `min`. @throws ProfileError */
export function checkNumber(value: unknown, place: string, min = 0): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= min) return value;
  throw new ProfileError(`${place} is ${shown(value)}, not a number of at least ${min}.`);
}

/** `value` as a whole number in min … max. @throws ProfileError */
export function checkInteger(value: unknown, place: string, min: number, max: number): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) {
    return value as number;
  }
  throw new ProfileError(`${place} is ${shown(value)}, not a whole number in ${min} … ${max}.`);
}

/** `value` as one of the keys of `allowed`. @throws ProfileError */
export function checkWord(
  value: unknown,
  place: string,
  allowed: Readonly<Record<string, true>>
): void {
  if (typeof value === 'string' && Object.hasOwn(allowed, value)) return;
  const known = Object.keys(allowed).join(', ');
  throw new ProfileError(`${place} is none of ${known}.`);
}

/** `value` as true or false. @throws ProfileError */
export function checkBoolean(value: unknown, place: string): void {
  if (typeof value !== 'boolean') throw new ProfileError(`${place} is neither true nor false.`);
}
