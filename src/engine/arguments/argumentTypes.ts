import { isObject } from '../../base/isObject';
import type { SliceLimit } from '../../record/logs/sliceLimit';
import {
  ArgumentPathError,
  ArgumentTypeError,
  ArgumentValueError,
  choiceText
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

/** All named arguments of a function, in the order of their list. */
export type ArgumentTable<T> = { readonly [K in keyof T]: Argument<T[K]> };

/** An option of a type, with its default. */
export function option<V>(type: ArgumentType<V>, usual: V): Option<V> {
  return { type, default: usual };
}

/** An option that is on or off. */
export function flag(usual: boolean): Option<boolean> {
  return option(booleanArgument, usual);
}

/** An argument whose values `accepts` checks; `name` describes them in words. */
function argumentOf<V>(name: string, accepts: (value: unknown) => boolean): ArgumentType<V> {
  return {
    name,
    read: (argument, value) => {
      if (accepts(value)) return value as V;
      throw new ArgumentTypeError(argument, name, value);
    }
  };
}

/** One of a few values; `refusal` makes the error for another one. */
export function oneOfArgument<V>(
  name: string,
  valid: readonly V[],
  refusal: (argument: string, value: unknown) => Error
): ArgumentType<V> {
  return {
    name,
    read: (argument, value) => {
      const at = valid.findIndex(one => one === value);
      if (at < 0) throw refusal(argument, value);
      return valid[at];
    }
  };
}

/** One of a few words. */
export function choiceArgument<V extends string>(valid: readonly V[]): ArgumentType<V> {
  return oneOfArgument(
    choiceText(valid),
    valid,
    (_argument, value) => new ArgumentValueError(value, valid)
  );
}

/** The values of another type, or `null`. */
export function orNull<V>(type: ArgumentType<V>): ArgumentType<V | null> {
  return {
    name: `${type.name} or null`,
    read: (argument, value) => (value === null ? null : type.read(argument, value))
  };
}

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const isWholeWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

/** `true` or `false`, and nothing that merely counts as one of them. */
export const booleanArgument = argumentOf<boolean>('boolean', value => typeof value === 'boolean');

/** `true`, `false` or `null`. */
export const booleanOrNull = argumentOf<boolean | null>(
  'boolean or null',
  value => value === null || typeof value === 'boolean'
);

/** A finite number. */
export const floatArgument = argumentOf<number>('float', isNumber);

/** A number above 0, or `null`. */
export const positiveOrNull = argumentOf<number | null>(
  'number above 0, or null',
  value => value === null || (isNumber(value) && value > 0)
);

/** A number above 0, `'auto'`, or `null`. */
export const positiveAutoOrNull = argumentOf<number | 'auto' | null>(
  "number above 0, 'auto' or null",
  value => value === null || value === 'auto' || (isNumber(value) && value > 0)
);

/** A whole number above 0, or `null`. */
export const countOrNull = argumentOf<number | null>(
  'whole number above 0, or null',
  value => value === null || isWholeWithin(value, 1, Infinity)
);

export function wholeArgument(least: number): ArgumentType<number> {
  return argumentOf(`whole number, ${least} or more`, value =>
    isWholeWithin(value, least, Infinity)
  );
}

/** A whole number from `least` to `most`, or `null`. */
export function wholeOrNull(least: number, most: number): ArgumentType<number | null> {
  return argumentOf(
    `whole number from ${least} to ${most}, or null`,
    value => value === null || isWholeWithin(value, least, most)
  );
}

/** A number of milliseconds, 0 or more; infinity is one. */
export const timeoutArgument = argumentOf<number>(
  'number of milliseconds, 0 or more',
  value => typeof value === 'number' && value >= 0
);

/** Text, which may be empty. */
export const anyTextArgument = argumentOf<string>('string', value => typeof value === 'string');

/** Text that is not empty. */
export const textArgument = argumentOf<string>(
  'string',
  value => typeof value === 'string' && value !== ''
);

/** {@link textArgument} without what no path can have on any system. */
export const pathArgument: ArgumentType<string> = {
  name: 'string',
  read: (argument, value) => {
    const text = textArgument.read(argument, value);
    if (text.includes('\0')) throw new ArgumentPathError(argument, text);
    return text;
  }
};

/** A function, or nothing. */
export function functionArgument<F>(): ArgumentType<F | null> {
  return argumentOf('function', value => value === null || typeof value === 'function');
}

/** The number of slices to keep, and which. */
export const limitArgument = argumentOf<SliceLimit>(
  "{ mode: 'keepFirst' or 'keepLast', slices: a whole number above 0 }",
  value => {
    if (!isObject(value)) return false;
    const { mode, slices } = value as Readonly<Record<string, unknown>>;
    return (mode === 'keepFirst' || mode === 'keepLast') && isWholeWithin(slices, 1, Infinity);
  }
);

/** Any value; its reader checks it. */
export const givenArgument = argumentOf<unknown>('anything', () => true);

/** An option that has no effect, whatever it is given. */
export const IGNORED: Option<unknown> = option(givenArgument, undefined);
