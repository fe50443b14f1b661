/** Parts of TypeScript's library that only some of the supported releases of Node have. */
const PARTS: Readonly<Record<string, () => boolean>> = {
  'es2024.arraybuffer': () => hasMethod(ArrayBuffer.prototype, 'transfer'),
  'es2024.collection': () => hasMethod(Map, 'groupBy'),
  'es2024.object': () => hasMethod(Object, 'groupBy'),
  'es2024.promise': () => hasMethod(Promise, 'withResolvers'),
  'es2024.regexp': () => 'unicodeSets' in RegExp.prototype,
  'es2024.sharedmemory': () => hasMethod(Atomics, 'waitAsync'),
  'es2024.string': () => hasMethod(String.prototype, 'isWellFormed'),
  'esnext.array': () => hasMethod(Array, 'fromAsync'),
  'esnext.collection': () => hasMethod(Set.prototype, 'union'),
  'esnext.disposable': () => hasGlobal('DisposableStack') && hasGlobal('SuppressedError'),
  'esnext.error': () => hasMethod(Error, 'isError'),
  'esnext.float16': () => hasGlobal('Float16Array'),
  'esnext.iterator': () => hasGlobal('Iterator'),
  'esnext.promise': () => hasMethod(Promise, 'try'),
  'esnext.sharedmemory': () => hasMethod(Atomics, 'pause')
};

/** The library that every supported release of Node has. */
const BASE = 'es2023';

function hasMethod(owner: object, name: string): boolean {
  return typeof (owner as Readonly<Record<string, unknown>>)[name] === 'function';
}

function hasGlobal(name: string): boolean {
  return hasMethod(globalThis, name);
}

/**
 * File names of TypeScript's library for the features of the running engine, and nothing else: a cell
 * that calls a missing function gets a diagnostic, not a TypeError when it runs. Checks the engine's
 * own built-ins, so call it before any cell has run.
 */
export function platformLibrary(): string[] {
  const parts = Object.entries(PARTS).filter(([, isThere]) => isThere());
  return [BASE, ...parts.map(([part]) => part)].map(part => `lib.${part}.d.ts`);
}
