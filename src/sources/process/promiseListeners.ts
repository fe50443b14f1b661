import { promiseHooks } from 'node:v8';

/** What V8 calls for promises. */
type PromiseListener = Parameters<typeof promiseHooks.createHook>[0];

/** One set of hooks for all listeners of a thread: Node calls several by code of its own, which samples would show. */
class PromiseListeners {
  #all: readonly PromiseListener[] = [];
  #stop: (() => void) | null = null;

  /** @throws Error on a runtime that has no hooks */
  add(listener: PromiseListener): void {
    this.#all = [...this.#all, listener];
    this.#hook();
  }

  remove(listener: PromiseListener): void {
    this.#all = this.#all.filter(each => each !== listener);
    this.#hook();
  }

  #hook(): void {
    this.#stop?.();
    this.#stop = null;
    if (this.#all.length > 0) this.#stop = promiseHooks.createHook(joined(this.#all)) as () => void;
  }
}

const listeners = new PromiseListeners();

function joined(all: readonly PromiseListener[]): PromiseListener {
  if (all.length === 1) return all[0];
  const names = ['init', 'before', 'after', 'settled'] as const;
  const pairs = names.map(name => {
    const hooks = all.flatMap(listener => (listener[name] ? [listener[name]] : []));
    return [name, hooks.length > 1 ? inTurn(hooks) : hooks.at(0)] as const;
  });
  return Object.fromEntries(pairs.filter(([, hook]) => hook !== undefined));
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
