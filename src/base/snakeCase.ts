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

/** Members of `T` by another name. */
export type Aliases<T, Names extends Readonly<Record<string, keyof T>>> = {
  readonly [Name in keyof Names]: T[Names[Name]];
};

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
