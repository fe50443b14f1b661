import { Module } from 'node:module';
import { replaceMethod } from './replaceMethod';

type Load = (this: unknown, request: unknown, ...rest: readonly unknown[]) => unknown;

/** Matches what packages of TensorFlow.js are asked for by, and their files. */
const PACKAGE = /tfjs/;

/**
 * Calls back with what each package of TensorFlow.js exports, once or more: those that are loaded, at
 * once, and others when they are, by `require` or by `import`. Returns a function that stops looking
 * and leaves Node's loader as it was.
 */
export function whenPackagesLoad(callback: (exports: object) => void): () => void {
  let isLooking = true;
  const look = (exported: unknown): void => {
    if (isLooking && typeof exported === 'object' && exported !== null) callback(exported);
  };
  const original = Reflect.get(Module, '_load') as Load;
  const load: Load = function (this: unknown, request, ...rest) {
    const exported = Reflect.apply(original, this, [request, ...rest]);
    if (typeof request === 'string' && PACKAGE.test(request)) look(exported);
    return exported;
  };
  const restore = replaceMethod(Module, '_load', load);
  for (const exported of loadedPackages()) look(exported);
  return () => {
    isLooking = false;
    restore();
  };
}

function loadedPackages(): unknown[] {
  const cache = Reflect.get(Module, '_cache') as Readonly<Record<string, { exports: unknown }>>;
  return Object.keys(cache)
    .filter(file => PACKAGE.test(file))
    .map(file => cache[file].exports);
}
