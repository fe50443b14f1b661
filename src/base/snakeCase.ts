import { didYouMean, joinWords } from './text';

/** A name in the style of Python: `sortBy` as `sort_by`. */
export type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : S;

/** The members of `T` under their names in the style of Python. */
export type SnakeCased<T> = {
  [Name in keyof T as Name extends string ? SnakeCase<Name> : never]: T[Name];
};

/** Options under their own names or those in the style of Python. */
export type EitherCase<T> = T & Partial<SnakeCased<T>>;

/** A name in the style of JavaScript: `sort_by` as `sortBy`. */
export function camelCase(name: string): string {
  return name.replace(/(?<=.)_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The name in the style of JavaScript, `sortBy` for `sort_by`, if `isOwn` knows that one alone; else the
 * name as it is.
 */
export function ownName(name: string, isOwn: (name: string) => boolean): string {
  const camel = camelCase(name);
  return !isOwn(name) && isOwn(camel) ? camel : name;
}

/**
 * Options under their own names, which `ownNameOf` gives.
 *
 * @throws The error that `twice` makes for an option that was given under two names
 */
export function ownNamed(
  options: Readonly<Record<string, unknown>>,
  ownNameOf: (name: string) => string,
  twice: (name: string) => Error
): Readonly<Record<string, unknown>> {
  const named = new Map<string, unknown>();
  for (const [name, value] of Object.entries(options)) {
    const own = ownNameOf(name);
    if (named.has(own)) throw twice(own);
    named.set(own, value);
  }
  return Object.fromEntries(named);
}

/** Who is given options, and what they are called. */
export interface NamedOptions {
  /** The call, as errors name it. */
  readonly call: string;
  /** The names of its options. */
  readonly names: readonly string[];
  /** Other names of some options, each with the one of `names`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The class of its errors. */
  readonly refusal: new (message: string) => Error;
}

/**
 * The options that `call` was given by their names, where some may be in the style of Python.
 *
 * @throws the error of the call for unknown options, and for one that was given under two names.
 */
export function namedOptions(
  options: object,
  { call, names, aliases = {}, refusal: Refusal }: NamedOptions
): Readonly<Record<string, unknown>> {
  const isOwn = (name: string): boolean => names.includes(name);
  const read = ownNamed(
    { ...options },
    name => (Object.hasOwn(aliases, name) ? aliases[name] : ownName(name, isOwn)),
    name => new Refusal(`${call} was given the option ${name} twice, once as in Python`)
  );
  const unknown = Object.keys(read).find(name => !isOwn(name));
  if (unknown !== undefined) throw new Refusal(unknownOptionText(call, unknown, names));
  return read;
}

/** The text of the error for an option that a call has not. */
export function unknownOptionText(call: string, name: string, names: readonly string[]): string {
  const hint = didYouMean(name.replaceAll('_', ''), names);
  return `${call} has no option ${name}.${hint}\nIt has ${joinWords(names, 'and')}`;
}

/** Members of `T` by another name. */
export type Aliases<T, Names> = {
  readonly [Name in keyof Names]: Names[Name] extends keyof T ? T[Names[Name]] : never;
};

/**
 * A class for `T` to extend, whose members get other names from {@link defineAliases}. `Names` is a type with a
 * name, `typeof TABLE & object`: one without is written out in declaration files, and loses its comments.
 */
export type AliasedBase<Base, T, Names, Given extends readonly unknown[] = []> = abstract new (
  ...given: Given
) => Base & Aliases<T, Names>;

/** `base` as the one of a class `T` that gets other names. */
export function aliasedBase<Base, T, Names, Given extends readonly unknown[] = []>(
  base: abstract new (...given: Given) => Base
): AliasedBase<Base, T, Names, Given> {
  return base as AliasedBase<Base, T, Names, Given>;
}

/** The base of a class `T` that gets other names and has no base of its own. */
export function aliasedRoot<T, Names>(): AliasedBase<object, T, Names> {
  return aliasedBase<object, T, Names>(class {});
}

/**
 * Gives `target` its members under the other names of a table as well: they are not listed among its
 * keys, and follow the members they stand for.
 */
export function defineAliases<T extends object, Names extends Readonly<Record<string, keyof T>>>(
  target: T,
  names: Names
): T & Aliases<T, Names> {
  for (const [alias, name] of Object.entries(names)) {
    Object.defineProperty(target, alias, {
      configurable: true,
      get(this: T) {
        return this[name];
      }
    });
  }
  return target as T & Aliases<T, Names>;
}

/**
 * Makes `target` throw where a name is read that it does not have, so that the value is never `undefined`
 * silently. `refuse` makes the error of a name and the words that stand beside it in the table.
 */
export function refuseNames(
  target: object,
  names: Readonly<Record<string, string>>,
  refuse: (name: string, instead: string) => Error
): void {
  for (const [name, instead] of Object.entries(names)) {
    Object.defineProperty(target, name, {
      configurable: true,
      get: () => {
        throw refuse(name, instead);
      }
    });
  }
}
