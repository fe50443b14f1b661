import { Module } from 'node:module';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { replaceMethod } from './replaceMethod';

type Load = (this: unknown, request: unknown, ...rest: readonly unknown[]) => unknown;

/** Receives the exports of a module; may get the same exports more than once. */
export type ModuleListener = (exports: object) => void;

/**
 * Reports modules that Node loads by `require` or by `import`. Node's loader is replaced only while
 * there are watchers, and once for all of them, so that they may stop in any order. One for all hooks
 * of a host.
 */
export class ModuleWatch {
  private readonly listeners = new Map<ModuleListener, RegExp>();
  private restore: () => void = () => undefined;

  /**
   * Calls `listener` with the exports of each module whose name or file matches `pattern`: immediately
   * for loaded modules, and for others when they are loaded. Returns a function that stops it; when the
   * last one has stopped, Node's loader is as it was.
   */
  watch(pattern: RegExp, listener: ModuleListener): () => void {
    const own: ModuleListener = exports => listener(exports);
    if (this.listeners.size === 0) this.install();
    this.listeners.set(own, pattern);
    for (const exported of loadedModules(pattern)) if (isObject(exported)) own(exported);
    return () => {
      if (this.listeners.delete(own) && this.listeners.size === 0) this.restore();
    };
  }

  private install(): void {
    const original = Reflect.get(Module, '_load') as Load;
    const tell = (request: unknown, exported: unknown): void =>
      intrinsics.retried(() => this.tell(request, exported));
    const load: Load = function (this: unknown, request, ...rest) {
      const exported = Reflect.apply(original, this, [request, ...rest]);
      tell(request, exported);
      return exported;
    };
    this.restore = replaceMethod(Module, '_load', load);
  }

  private tell(request: unknown, exported: unknown): void {
    if (typeof request !== 'string' || !isObject(exported)) return;
    for (const [listener, pattern] of this.listeners) {
      if (pattern.test(request)) listener(exported);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function loadedModules(pattern: RegExp): unknown[] {
  const cache = Reflect.get(Module, '_cache') as Readonly<Record<string, { exports: unknown }>>;
  return Object.keys(cache)
    .filter(file => pattern.test(file))
    .map(file => cache[file].exports);
}
