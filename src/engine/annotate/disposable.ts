/** Something that holds a thing until it is disposed of. */
interface HasDispose {
  readonly dispose: () => void;
}

/** The name of the method that `using` calls; on a runtime without `using`, a symbol that nobody calls. */
export const DISPOSE: typeof Symbol.dispose = keyNamed('dispose') as typeof Symbol.dispose;

/** The same for `await using`. */
export const ASYNC_DISPOSE: typeof Symbol.asyncDispose = keyNamed(
  'asyncDispose'
) as typeof Symbol.asyncDispose;

/** The same object, for `using` as well. */
export function asDisposable<T extends HasDispose>(
  object: T
): T & { readonly [Symbol.dispose]: () => void } {
  Object.defineProperty(object, DISPOSE, { value: object.dispose });
  return object as T & { readonly [Symbol.dispose]: () => void };
}

function keyNamed(name: 'dispose' | 'asyncDispose'): symbol {
  const known = Symbol as { readonly dispose?: symbol; readonly asyncDispose?: symbol };
  return known[name] ?? Symbol.for(`kernelscope.${name}`);
}
