import { inspect } from 'node:util';
import { isObject, isRecord } from '../../base/isObject';
import { ownName, ownNamed } from '../../base/snakeCase';
import {
  ArgumentsError,
  OptionGivenTwiceError,
  UnknownArgumentError,
  UnknownOptionError,
  TooManyArgumentsError
} from './argumentErrors';
import type { ArgumentTable, OptionTable } from './argumentTypes';

type GivenValues = Readonly<Record<string, unknown>>;

/**
 * The arguments of `call` with defaults for those that are absent or `undefined`.
 *
 * @throws ProfilerArgumentError for anything but an object of known names and valid values.
 */
export function readArguments<T extends object>(
  call: string,
  table: ArgumentTable<T>,
  given: unknown
): T {
  const values = ownNames(call, table, given);
  const unknown = unknownName(table, values);
  if (unknown !== undefined) {
    throw new UnknownArgumentError(unknown, namesOf(table), argumentHelp(table));
  }
  return readValues(table, values);
}

/**
 * Does the same with errors that name the options in one line.
 *
 * @throws ProfilerArgumentError for anything but an object of known names and valid values.
 */
export function readOptions<T extends object>(
  call: string,
  table: OptionTable<T>,
  given: unknown
): T {
  return readGivenOptions(call, table, given).values;
}

/** The options of a call as they were read, and as they were given. */
interface GivenOptions<T> {
  /** With defaults for those that are absent or `undefined`. */
  readonly values: T;
  /** By their own names, without defaults. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Does the same for calls that tell an option that was given from its default. @throws as `readOptions` */
export function readGivenOptions<T extends object>(
  call: string,
  table: OptionTable<T>,
  options: unknown
): GivenOptions<T> {
  const given = ownNames(call, table, options);
  const unknown = unknownName(table, given);
  if (unknown !== undefined) throw new UnknownOptionError(call, unknown, namesOf(table));
  return { values: readValues(table, given), given };
}

function ownNames(call: string, table: object, given: unknown): GivenValues {
  return ownNamed(
    namedValues(call, given),
    name => ownName(name, own => Object.hasOwn(table, own)),
    name => new OptionGivenTwiceError(call, name)
  );
}

function unknownName(table: object, values: GivenValues): string | undefined {
  return Object.keys(values).find(name => !Object.hasOwn(table, name));
}

function readValues<T extends object>(table: OptionTable<T>, values: GivenValues): T {
  const result: Partial<T> = {};
  for (const name of namesOf(table)) {
    const { type, default: usual } = table[name];
    const value = values[name];
    result[name] = value === undefined ? usual : type.read(name, value);
  }
  return result as T;
}

/** The list of arguments with type, default and meaning, two lines each. */
function argumentHelp<T extends object>(table: ArgumentTable<T>): string {
  const lines = namesOf(table).map(name => {
    const { type, default: usual, help } = table[name];
    return `${name} : ${type.name}, optional, default=${inspect(usual)}\n    ${help}`;
  });
  return lines.join('\n');
}

function namesOf<T extends object>(table: OptionTable<T>): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/**
 * The values of an object of named options. Objects of other realms, such as those of a notebook cell, are objects too.
 *
 * @throws ArgumentsError for anything else
 */
function namedValues(call: string, given: unknown): GivenValues {
  if (given === undefined) return {};
  if (!isObject(given)) throw new ArgumentsError(call, given);
  const prototype: unknown = Object.getPrototypeOf(given);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!isPlain) throw new ArgumentsError(call, given);
  return given as GivenValues;
}

/**
 * The arguments of `call` with defaults, as `readArguments`, where they may also be given one by one in the
 * order of `names`: of the table unless stated.
 *
 * @throws ProfilerArgumentError
 */
export function readCall<T extends object>(
  call: string,
  table: ArgumentTable<T>,
  given: readonly unknown[],
  names: readonly string[] = Object.keys(table)
): T {
  return readArguments(call, table, argumentsByPosition(call, names, given));
}

/** Does the same as `readOptions`, for calls whose errors name the options in one line. @throws as it does */
export function readOptionCall<T extends object>(
  call: string,
  table: OptionTable<T>,
  given: readonly unknown[],
  names: readonly string[] = Object.keys(table)
): T {
  return readOptions(call, table, argumentsByPosition(call, names, given));
}

/**
 * The arguments of `call` as one object of named options. They are given as such, or one by one in the
 * order of `names`, or both, the object last.
 *
 * @throws ProfilerArgumentError for more arguments than names, and for an object that has no options.
 */
export function argumentsByPosition(
  call: string,
  names: readonly string[],
  given: readonly unknown[]
): Readonly<Record<string, unknown>> {
  const last = given.at(-1);
  const hasOptions = isRecord(last);
  const values = hasOptions ? given.slice(0, -1) : given;
  if (values.length > names.length) throw new TooManyArgumentsError(call, names, given.length);
  const byPosition = Object.fromEntries(values.map((value, at) => [names[at], value]));
  return hasOptions ? { ...byPosition, ...namedValues(call, last) } : byPosition;
}
