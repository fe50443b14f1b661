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

/** A store of bodies that can be taken into use and given up. */
export interface FollowingStore extends AsyncBodyStore {
  /** Begins to follow. */
  enable(): void;
  /** Follows nothing any more. */
  disable(): void;
}

/** The store of bodies over Node's asynchronous contexts and hooks. */
export class AsyncContext implements FollowingStore {
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

  abandon(): void {
    // Node restores the context of code that is cut off.
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
export class PromiseContext implements FollowingStore {
  #body: AsyncBody | null = null;
  /** The bodies around the continuations under way. */
  readonly #outer: (AsyncBody | null)[] = [];
  #depth = 0;
  #stopHooks: (() => void) | null = null;

  enable(): void {
    this.#body = null;
  }

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

  watch(): void {
    // Recordings that measure running time follow contexts.
  }

  unwatch(): void {
    // Nothing is watched.
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

/** Functions get the same `this` as without a context around them. */
function callFunction(fn: () => unknown): unknown {
  return fn();
}
