import { AsyncLocalStorage } from 'node:async_hooks';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { hookPromises } from '../process/promiseListeners';
import type {
  AsyncBody,
  AsyncBodyStore,
  ContinuationListener
} from '../../record/slices/asyncBody';
import { watchAll } from './asyncHooks';

/** Major version of Node from which asynchronous contexts cost promises nothing. */
const CHEAP_SINCE_MAJOR = 24;

/** True where following asynchronous code slows no promise down, by Node's version. */
export function isFollowingCheap(version: string = process.versions.node): boolean {
  return Number.parseInt(version, 10) >= CHEAP_SINCE_MAJOR;
}

/** The store of bodies over Node's asynchronous contexts and hooks. */
class AsyncContext {
  readonly #storage = new AsyncLocalStorage<AsyncBody | null>();
  #stopHooks: (() => void) | null = null;

  /**
   * Begins to follow promises if Node needs to be told, before version 24: code that checks whether
   * promises are followed then sees it immediately.
   */
  enable(): void {
    this.#storage.run(null, () => undefined);
  }

  /** Follows nothing any more. */
  disable(): void {
    this.unwatch();
    this.#storage.disable();
  }

  run<T>(body: AsyncBody, fn: () => T): T {
    return this.#storage.run(body, callFunction, fn) as T;
  }

  // hot
  current(): AsyncBody | undefined {
    return this.#storage.getStore() ?? undefined;
  }

  watch(listener: ContinuationListener): void {
    this.#stopHooks ??= watchAll(listener, isFollowingCheap());
  }

  unwatch(): void {
    this.#stopHooks?.();
    this.#stopHooks = null;
  }
}

/** Returns what it is given in place of a new object, so that a subclass adds its fields to that. */
class Given {
  constructor(given: object) {
    return given;
  }
}

/** Bodies kept with promises, which programs cannot see there, and which costs less than a weak map. */
class BodyOfPromise extends Given {
  readonly #body: AsyncBody;

  private constructor(promise: object, body: AsyncBody) {
    super(promise);
    this.#body = body;
  }

  // hot
  static keep(promise: object, body: AsyncBody): void {
    new BodyOfPromise(promise, body);
  }

  // hot
  static of(promise: object): AsyncBody | null {
    return #body in promise ? promise.#body : null;
  }
}

/**
 * The store of bodies for releases whose contexts slow every promise down, before Node 24: V8 reports
 * promises from the first body on, of which only those that bodies make are noted. Callbacks of timers
 * and of input and output are not followed, and running time is not measured.
 */
class PromiseContext {
  #body: AsyncBody | null = null;
  /** The bodies around the continuations under way. */
  readonly #outer: (AsyncBody | null)[] = [];
  #depth = 0;
  #stopHooks: (() => void) | null = null;

  /** Follows nothing any more. */
  disable(): void {
    const stopHooks = this.#stopHooks;
    this.#stopHooks = null;
    if (stopHooks) intrinsics.own(stopHooks);
    this.abandon();
  }

  run<T>(body: AsyncBody, fn: () => T): T {
    this.#stopHooks ??= intrinsics.own(() => hookPromises(this.#hooks)) ?? null;
    const outer = this.#body;
    this.#body = body;
    try {
      return fn();
    } finally {
      this.#body = outer;
    }
  }

  // hot
  current(): AsyncBody | undefined {
    return this.#body ?? undefined;
  }

  abandon(): void {
    this.#body = null;
    this.#depth = 0;
  }

  // hot
  readonly #hooks = {
    init: (promise: object): void => {
      if (this.#body !== null) BodyOfPromise.keep(promise, this.#body);
    },
    before: (promise: object): void => {
      this.#outer[this.#depth++] = this.#body;
      this.#body = BodyOfPromise.of(promise);
    },
    after: (): void => {
      this.#body = this.#depth > 0 ? this.#outer[--this.#depth] : null;
    }
  };
}

/** Which stores bodies are kept in. */
export interface KeptIn {
  /** That of Node's contexts. */
  readonly contexts: boolean;
  /** That of promises alone, for functions declared `async`. */
  readonly promises: boolean;
}

/**
 * Both stores of one thread. Recordings that follow functions declared `async` alone have these in the store of promises
 * where Node's contexts slow promises down, and hear of nothing else, whatever others follow at the time.
 */
export class SeparateContexts implements AsyncBodyStore {
  readonly #contexts = new AsyncContext();
  readonly #promises = new PromiseContext();
  #kept: KeptIn = { contexts: false, promises: false };

  /** Takes stores into use, and gives them up. */
  keepIn(kept: KeptIn): void {
    const before = this.#kept;
    this.#kept = kept;
    if (before.contexts && !kept.contexts) this.#contexts.disable();
    if (before.promises && !kept.promises) this.#promises.disable();
    if (!before.contexts && kept.contexts) this.#contexts.enable();
  }

  run<T>(body: AsyncBody, fn: () => T): T {
    const { contexts, promises } = this.#kept;
    const run = contexts ? () => this.#contexts.run(body, fn) : fn;
    return promises && (!contexts || body.isAsyncFunction) ? this.#promises.run(body, run) : run();
  }

  // hot
  current(isOfDeclared: boolean): AsyncBody | undefined {
    const { contexts, promises } = this.#kept;
    const store = promises && (isOfDeclared || !contexts) ? this.#promises : this.#contexts;
    return store.current();
  }

  watch(listener: ContinuationListener): void {
    this.#contexts.watch(listener);
  }

  unwatch(): void {
    this.#contexts.unwatch();
  }

  abandon(): void {
    // Node restores the context of code that is cut off.
    this.#promises.abandon();
  }
}

/** Functions get the same `this` as without a context around them. */
function callFunction(fn: () => unknown): unknown {
  return fn();
}
