/** Something that holds a thing until it is disposed of. */
interface HasDispose {
  readonly dispose: () => void;
}

/**
 * The same object, for `using` as well where the language has it; without a word of that in its type,
 * which older compilers of notebook cells would not know.
 */
export function asDisposable<T extends HasDispose>(object: T): T {
  const { dispose: key } = Symbol as { readonly dispose?: symbol };
  if (key !== undefined) Object.defineProperty(object, key, { value: object.dispose });
  return object;
}
