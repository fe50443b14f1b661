import { isRecord } from '../../base/isObject';
import { TooManyArgumentsError } from './argumentErrors';
import type { ArgumentTable, OptionTable } from './argumentTypes';
import { namedValues, readArguments, readOptions } from './readArguments';

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
