/** Something that holds a thing until it is disposed of. */
interface HasDispose {
  readonly dispose: () => void;
}

/**
 * The name of the method that `using` calls; where the runtime has none, a symbol that nobody calls.
 * Its type has no word of the language's own, which older compilers of notebook cells do not know.
 */
export const DISPOSE: symbol = disposeKey() ?? Symbol('kernelscope.dispose');

/** The same for `await using`. */
export const ASYNC_DISPOSE: symbol =
  (Symbol as { readonly asyncDispose?: symbol }).asyncDispose ?? Symbol('kernelscope.asyncDispose');

/**
 * The same object, for `using` as well where the language has it; without a word of that in its type,
 * which older compilers of notebook cells would not know.
 */
export function asDisposable<T extends HasDispose>(object: T): T {
  const key = disposeKey();
  if (key !== undefined) Object.defineProperty(object, key, { value: object.dispose });
  return object;
}

function disposeKey(): symbol | undefined {
  return (Symbol as { readonly dispose?: symbol }).dispose;
}
