/** Something that holds a thing until it is disposed of. */
interface HasDispose {
  readonly dispose: () => void;
}

/**
 * The name of the method that `using` calls; where the runtime has none, a symbol that nobody calls.
 * A call instead of a constant keeps the method out of the types, which older compilers of notebook
 * cells would not know.
 */
export function disposeKey(): symbol {
  return knownKey('dispose') ?? Symbol.for('kernelscope.dispose');
}

/** The same for `await using`. */
export function asyncDisposeKey(): symbol {
  return knownKey('asyncDispose') ?? Symbol.for('kernelscope.asyncDispose');
}

/**
 * The same object, for `using` as well where the language has it; without a word of that in its type,
 * which older compilers of notebook cells would not know.
 */
export function asDisposable<T extends HasDispose>(object: T): T {
  const key = knownKey('dispose');
  if (key !== undefined) Object.defineProperty(object, key, { value: object.dispose });
  return object;
}

function knownKey(name: 'dispose' | 'asyncDispose'): symbol | undefined {
  return (Symbol as { readonly dispose?: symbol; readonly asyncDispose?: symbol })[name];
}
