import { AsyncLocalStorage } from 'node:async_hooks';
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
export class AsyncContext implements AsyncBodyStore {
  private readonly storage = new AsyncLocalStorage<AsyncBody | null>();
  private stopHooks: (() => void) | null = null;

  /**
   * Begins to follow promises if Node needs to be told, before version 24: code that checks whether
   * promises are followed then sees it immediately.
   */
  enable(): void {
    this.storage.run(null, () => undefined);
  }

  /** Follows nothing any more. */
  disable(): void {
    this.unwatch();
    this.storage.disable();
  }

  run<T>(body: AsyncBody, fn: () => T): T {
    return this.storage.run(body, callFunction, fn) as T;
  }

  // hot
  current(): AsyncBody | undefined {
    return this.storage.getStore() ?? undefined;
  }

  watch(listener: ContinuationListener): void {
    this.stopHooks ??= watchAll(listener, isFollowingCheap());
  }

  unwatch(): void {
    this.stopHooks?.();
    this.stopHooks = null;
  }
}

/** Functions get the same `this` as without a context around them. */
function callFunction(fn: () => unknown): unknown {
  return fn();
}
