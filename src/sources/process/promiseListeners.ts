import { promiseHooks } from 'node:v8';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { OwnWeakMap } from '../../base/intrinsics/ownMap';

/**
 * What V8 calls for promises; `settled` only for those that something waits for. V8 settles the promise of a module that
 * throws while the error is still on its way: what runs native code then, such as a clock, makes an uncaught error of it
 * even if the program catches it. Nothing can wait for such a promise yet.
 */
type PromiseListener = Parameters<typeof promiseHooks.createHook>[0];

/** One set of hooks for all listeners of a thread: Node calls several by code of its own, which samples would show. */
class PromiseListeners {
  #all: readonly PromiseListener[] = [];
  #stop: (() => void) | null = null;
  /** Those that something waits for. */
  readonly #awaited = new OwnWeakMap<object, true>();

  /** @throws Error on a runtime that has no hooks */
  add(listener: PromiseListener): void {
    intrinsics.aside(() => this.#hook([...this.#all, listener]));
  }

  remove(listener: PromiseListener): void {
    intrinsics.aside(() => this.#hook(this.#all.filter(each => each !== listener)));
  }

  #hook(all: readonly PromiseListener[]): void {
    this.#all = all;
    this.#stop?.();
    this.#stop = null;
    if (all.length === 0) return;
    this.#stop = promiseHooks.createHook(joined(all, this.#awaited)) as () => void;
  }
}

const listeners = new PromiseListeners();

function joined(
  all: readonly PromiseListener[],
  awaited: OwnWeakMap<object, true>
): PromiseListener {
  const named = (name: keyof PromiseListener): AnyHook | undefined => {
    const hooks = all.flatMap(listener => listener[name] ?? []);
    return hooks.length > 1 ? inTurn(hooks) : hooks.at(0);
  };
  const [init, settled] = [named('init'), named('settled')];
  const others = { before: named('before'), after: named('after') };
  const hooks = settled
    ? { ...others, ...ofAwaited({ init, settled }, awaited) }
    : { ...others, init };
  return Object.fromEntries(Object.entries(hooks).filter(([, hook]) => hook !== undefined));
}

/** Hooks by which `settled` hears of promises alone that something waits for. */
function ofAwaited(
  { init, settled }: { readonly init: AnyHook | undefined; readonly settled: AnyHook },
  awaited: OwnWeakMap<object, true>
): PromiseListener {
  return {
    // hot
    init: (promise, parent) => {
      if ((parent as object | undefined) !== undefined) awaited.set(parent, true);
      init?.(promise, parent);
    },
    // hot
    settled: promise => {
      if (awaited.has(promise)) (settled as (promise: object) => void)(promise);
    }
  };
}

type AnyHook = (promise: Promise<unknown>, parent: Promise<unknown>) => void;

function inTurn(hooks: readonly AnyHook[]): AnyHook {
  // hot
  return (promise, parent) => {
    for (let at = 0; at < hooks.length; at++) hooks[at](promise, parent);
  };
}

/**
 * Has V8 call `hooks` for promises until the returned function is called; undefined on a runtime that has none, which says
 * so when it is imported.
 */
export function hookPromises(hooks: PromiseListener): (() => void) | undefined {
  try {
    listeners.add(hooks);
  } catch {
    listeners.remove(hooks);
    return undefined;
  }
  return () => listeners.remove(hooks);
}
