import { inspect } from 'node:util';
import {
  ArgumentPathError,
  ArgumentsError,
  ArgumentTypeError,
  ArgumentValueError,
  choiceText,
  UnknownArgumentError,
  UnknownOptionError
} from './argumentErrors';

/** The valid values of an argument. */
export interface ArgumentType<V> {
  /** As help and errors name it. */
  readonly name: string;
  /** The value, if it is one of this type. @throws ProfilerArgumentError */
  read(argument: string, value: unknown): V;
}

/** One named argument of a function. */
export interface Argument<V> {
  readonly type: ArgumentType<V>;
  /** The default value. */
  readonly default: V;
  /** One sentence or two, for the list of possible arguments. */
  readonly help: string;
}

/** An option without a text for the list of possible arguments. */
export type Option<V> = Omit<Argument<V>, 'help'>;

/** All options of a call, in the order in which errors name them. */
export type OptionTable<T> = { readonly [K in keyof T]: Option<T[K]> };

type GivenValues = Readonly<Record<string, unknown>>;

/** All named arguments of a function, in the order of their list. */
export type ArgumentTable<T> = { readonly [K in keyof T]: Argument<T[K]> };

/** `true` or `false`, and nothing that merely counts as one of them. */
export const booleanArgument: ArgumentType<boolean> = {
  name: 'boolean',
  read: (argument, value) => {
    if (typeof value === 'boolean') return value;
    throw new ArgumentTypeError(argument, 'boolean', value);
  }
};

/** A finite number. */
export const floatArgument: ArgumentType<number> = {
  name: 'float',
  read: (argument, value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new ArgumentTypeError(argument, 'float', value);
  }
};

/** Text that is not empty. */
export const textArgument: ArgumentType<string> = {
  name: 'string',
  read: (argument, value) => {
    if (typeof value === 'string' && value !== '') return value;
    throw new ArgumentTypeError(argument, 'string', value);
  }
};

/** {@link textArgument} without what no path can have on any system. */
export const pathArgument: ArgumentType<string> = {
  name: 'string',
  read: (argument, value) => {
    const text = textArgument.read(argument, value);
    if (text.includes('\0')) throw new ArgumentPathError(argument, text);
    return text;
  }
};

/** One of a few words. */
export function choiceArgument<V extends string>(valid: readonly V[]): ArgumentType<V> {
  return {
    name: choiceText(valid),
    read: (_argument, value) => {
      const found = valid.find(one => one === value);
      if (found === undefined) throw new ArgumentValueError(value, valid);
      return found;
    }
  };
}

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
  const values = namedValues(call, given);
  const unknown = unknownName(table, values);
  if (unknown !== undefined) {
    throw new UnknownArgumentError(unknown, namesOf(table), argumentHelp(table));
  }
  return readValues(table, values);
}

/**
 * Does the same for calls that MXNet does not have, whose errors name the options in one line.
 *
 * @throws ProfilerArgumentError for anything but an object of known names and valid values.
 */
export function readOptions<T extends object>(
  call: string,
  table: OptionTable<T>,
  given: unknown
): T {
  const values = namedValues(call, given);
  const unknown = unknownName(table, values);
  if (unknown !== undefined) throw new UnknownOptionError(call, unknown, namesOf(table));
  return readValues(table, values);
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

/** Objects of other realms, such as those of a notebook cell, are objects too. */
function namedValues(call: string, given: unknown): GivenValues {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null) throw new ArgumentsError(call, given);
  const prototype: unknown = Object.getPrototypeOf(given);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!isPlain) throw new ArgumentsError(call, given);
  return given as GivenValues;
}
