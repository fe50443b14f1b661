import type { SliceLimit } from '../../record/logs/sliceLimit';
import { ArgumentTypeError } from '../arguments/argumentErrors';
import type { ArgumentType, Option } from '../arguments/readArguments';

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

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Text, which may be empty. */
export const anyTextArgument = argumentOf<string>('string', value => typeof value === 'string');

/** A number above 0, or `null`. */
export const positiveOrNull = argumentOf<number | null>(
  'number above 0, or null',
  value => value === null || (isNumber(value) && value > 0)
);

/** A whole number above 0, or `null`. */
export const countOrNull = argumentOf<number | null>(
  'whole number above 0, or null',
  value => value === null || (Number.isSafeInteger(value) && Number(value) > 0)
);

/** `true`, `false` or `null`. */
export const booleanOrNull = argumentOf<boolean | null>(
  'boolean or null',
  value => value === null || typeof value === 'boolean'
);

/** A number of milliseconds, 0 or more; infinity is one. */
export const timeoutArgument = argumentOf<number>(
  'number of milliseconds, 0 or more',
  value => typeof value === 'number' && value >= 0
);

/** A function, or nothing. */
export function functionArgument<F>(): ArgumentType<F | null> {
  return argumentOf('function', value => value === null || typeof value === 'function');
}

/** The number of slices to keep, and which. */
export const limitArgument = argumentOf<SliceLimit>(
  "{ mode: 'keepFirst' or 'keepLast', slices: a whole number above 0 }",
  value => {
    if (typeof value !== 'object' || value === null) return false;
    const { mode, slices } = value as Readonly<Record<string, unknown>>;
    return (
      (mode === 'keepFirst' || mode === 'keepLast') &&
      Number.isSafeInteger(slices) &&
      Number(slices) > 0
    );
  }
);

/** An option that has no effect, whatever it is given. */
export const IGNORED: Option<unknown> = {
  type: argumentOf<unknown>('anything', () => true),
  default: undefined
};
