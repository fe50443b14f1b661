import { TooManyArgumentsError } from './argumentErrors';
import { namedValues } from './readArguments';

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
  const hasOptions = typeof given.at(-1) === 'object';
  const values = hasOptions ? given.slice(0, -1) : given;
  if (values.length > names.length) throw new TooManyArgumentsError(call, names, given.length);
  const byPosition = Object.fromEntries(values.map((value, at) => [names[at], value]));
  return hasOptions ? { ...byPosition, ...namedValues(call, given.at(-1)) } : byPosition;
}
