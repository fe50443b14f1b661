import { isObject } from '../../base/isObject';
import { Module } from 'node:module';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { replaceMethod } from '../process/replaceMethod';

/** Receives the exports of a module; may get the same exports more than once. */
export type ModuleListener = (exports: object) => void;

/**
 * Reports modules that Node loads by `require` or by `import`. The cache of Node's loader is replaced only
 * while there are watchers, and once for all of them, so that they may stop in any order. One for all
 * hooks of a host.
 */
export class ModuleWatch {
  readonly #listeners = new Map<ModuleListener, RegExp>();
  #restore: () => void = () => undefined;

  /**
   * Calls `listener` with the exports of each module whose file matches `pattern`: immediately
   * for loaded modules, and for others when they are loaded. Returns a function that stops it; when the
   * last one has stopped, Node's loader is as it was.
   */
  watch(pattern: RegExp, listener: ModuleListener): () => void {
    const own: ModuleListener = exports => listener(exports);
    if (this.#listeners.size === 0) this.#install();
    this.#listeners.set(own, pattern);
    for (const exported of loadedModules(pattern)) if (isObject(exported)) own(exported);
    return () => {
      if (this.#listeners.delete(own) && this.#listeners.size === 0) this.#restore();
    };
  }

  /**
   * Node notes each module in its cache before it runs it, and in the module afterwards that it has. Both
   * are heard here, so that nothing of this is on the stack of a module that runs.
   */
  #install(): void {
    const cache = Reflect.get(Module, '_cache') as Readonly<Record<string, unknown>>;
    const noting = new Proxy(cache, {
      set: (target, file, module) => {
        const isSet = Reflect.set(target, file, module);
        if (isSet) intrinsics.retried(() => this.#await(file, module));
        return isSet;
      }
    });
    this.#restore = replaceMethod(Module, '_cache', noting);
  }

  /** Tells of a module as soon as Node has run it, if somebody watches for it. */
  #await(file: string | symbol, module: unknown): void {
    if (typeof file !== 'string' || !isObject(module)) return;
    if (![...this.#listeners.values()].some(pattern => pattern.test(file))) return;
    const described = Reflect.getOwnPropertyDescriptor(module, 'loaded');
    if (described?.configurable !== true || described.value !== false) return;
    Reflect.defineProperty(module, 'loaded', {
      configurable: true,
      enumerable: true,
      get: () => false,
      set: (value: unknown) => {
        Reflect.defineProperty(module, 'loaded', { ...described, value });
        if (value === true) intrinsics.retried(() => this.#tell(file, module));
      }
    });
  }

  #tell(file: string, module: object): void {
    const exported: unknown = Reflect.get(module, 'exports');
    if (!isObject(exported)) return;
    for (const [listener, pattern] of this.#listeners) {
      if (pattern.test(file)) listener(exported);
    }
  }
}

function loadedModules(pattern: RegExp): unknown[] {
  const cache = Reflect.get(Module, '_cache') as Readonly<Record<string, { exports: unknown }>>;
  return Object.keys(cache)
    .filter(file => pattern.test(file))
    .map(file => cache[file].exports);
}
