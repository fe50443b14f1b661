import { shown, KernelscopeError } from '../base/errors';
import { isRecord } from '../base/isObject';

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

/** What a value in a file may be: its check and its type, {@link ValueOf}, come from this one description. */
export interface Schema<Value> {
  /** Looks at all of `value`, which `place` names in errors. @throws ProfileError */
  check(value: unknown, place: string): void;
  /** Never there; it only carries the type. */
  readonly type?: Value;
}

/** The type of the values that a {@link Schema} describes. */
export type ValueOf<Of> = Of extends Schema<infer Value> ? Value : never;

/** Text of at most `limit` UTF-16 units, by default those of a name. */
export function text(limit = MAX_NAME_LENGTH): Schema<string> {
  return { check: (value, place) => void checkText(value, leafOf(place), limit) };
}

/** A finite number of at least `min`, which is 0 unless stated. */
export function number(min = 0): Schema<number> {
  return { check: (value, place) => void checkNumber(value, leafOf(place), min) };
}

/** A finite number of either sign. */
export function signedNumber(): Schema<number> {
  return number(-Number.MAX_SAFE_INTEGER);
}

/** A whole number in `min` … `max`. */
export function wholeNumber(min = 0, max = Number.MAX_SAFE_INTEGER): Schema<number> {
  return { check: (value, place) => void checkInteger(value, leafOf(place), min, max) };
}

/** `wanted` and nothing else. */
export function literal<Value extends number | boolean>(wanted: Value): Schema<Value> {
  return {
    check(value, place) {
      if (value === wanted) return;
      throw new ProfileError(`${leafOf(place)} is ${shown(value)}, not ${wanted}.`);
    }
  };
}

/** True or false. */
export function boolean(): Schema<boolean> {
  return { check: (value, place) => checkBoolean(value, leafOf(place)) };
}

/** One of the keys of `words`. */
export function word<Word extends string>(words: Readonly<Record<Word, true>>): Schema<Word> {
  return { check: (value, place) => checkWord(value, leafOf(place), words) };
}

/** The schema of a value or null. */
export interface NullableSchema<Value> extends Schema<Value | null> {
  readonly isNullable: true;
}

/** A value that `schema` describes, or null. */
export function nullable<Value>(schema: Schema<Value>): NullableSchema<Value> {
  return {
    isNullable: true,
    check: (value, place) => void (value === null || schema.check(value, place))
  };
}

/** A value that `schema` describes and that passes `also`, which checks conditions on several of its parts. */
export function checked<Value>(
  schema: Schema<Value>,
  also: (value: Value, place: string) => void
): Schema<Value> {
  return {
    check(value, place) {
      schema.check(value, place);
      also(value as Value, place);
    }
  };
}

/** A list of at most `limit` values that `item` describes. */
export function list<Item>(item: Schema<Item>, limit: number): Schema<readonly Item[]> {
  return {
    check(value, place) {
      const items = checkBounded(value, leafOf(place), limit);
      items.forEach((each, row) => item.check(each, `${place} row ${row}`));
    }
  };
}

/** A field of a {@link record} that may be absent. */
export interface OptionalField<Value> extends Schema<Value> {
  readonly isOptional: true;
}

/** The value of a {@link record} that may be absent. */
export function optional<Value>(schema: Schema<Value>): OptionalField<Value> {
  return {
    isOptional: true,
    check: (value, place) => value === undefined || schema.check(value, place)
  };
}

/** The schemas of the fields of a {@link record}. */
export type RecordFields = Readonly<Record<string, Schema<unknown>>>;

/** The values of the fields of a {@link record}. */
export type RecordOf<Fields> = Flat<
  {
    readonly [
      Name in keyof Fields as Fields[Name] extends OptionalField<unknown> ? never : Name
    ]: ValueOf<Fields[Name]>;
  } & {
    readonly [
      Name in keyof Fields as Fields[Name] extends OptionalField<unknown> ? Name : never
    ]?: ValueOf<Fields[Name]>;
  }
>;

type Flat<Value> = { [Name in keyof Value]: Value[Name] };

/** The schema of a {@link record}, whose fields others can read. */
export interface RecordSchema<Fields> extends Schema<RecordOf<Fields>> {
  readonly fields: Fields;
}

/** An object with a value for each of `fields`; whatever else it has is kept. */
export function record<Fields extends RecordFields>(fields: Fields): RecordSchema<Fields> {
  const named = Object.entries(fields);
  return {
    fields,
    check(value, place) {
      const found = checkRecord(value, place);
      for (const [name, field] of named) {
        field.check(found[name], fieldOf(place, name));
      }
    }
  };
}

/** A record whose `type` is one of the keys of `records`, and which has the fields of that one. */
export function variant<Records extends Readonly<Record<string, RecordFields>>>(
  records: Records
): Schema<
  {
    readonly [Type in keyof Records & string]: Flat<
      { readonly type: Type } & RecordOf<Records[Type]>
    >;
  }[keyof Records & string]
> {
  const types = word(Object.fromEntries(Object.keys(records).map(type => [type, true as const])));
  const schemas = new Map(Object.entries(records).map(([type, each]) => [type, record(each)]));
  return {
    check(value, place) {
      const { type } = checkRecord(value, place);
      types.check(type, fieldOf(place, 'type'));
      schemas.get(type as string)?.check(value, place);
    }
  };
}

/** The place of a field of the record at `place`. */
export function fieldOf(place: string, name: string): string {
  return isOfRow(place) ? `${place}, ${name}` : `${place}.${name}`;
}

/** Places in rows go on with a comma: `meta.name row 3, line, is missing`. */
function leafOf(place: string): string {
  return isOfRow(place) ? `${place},` : place;
}

function isOfRow(place: string): boolean {
  return place.includes(' row ');
}
