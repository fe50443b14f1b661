import { AsyncLocalStorage } from 'node:async_hooks';
import { isPlainPromise } from '../../record/promiseSlice';

/** The context of a running operator, besides its thread. */
export interface OperatorPlace {
  /** Current profiler scope, such as `encoder:dense_1:`; {@link NO_SCOPE} if none is open. */
  readonly scope: string;
  /** Full name of the custom operator that is running, or null. */
  readonly customOperator: string | null;
}

/** The profiler scope outside of all scopes. */
export const NO_SCOPE = '<unk>:';

/** The place of everything that runs in no scope and no custom operator. */
export const OUTSIDE: OperatorPlace = { scope: NO_SCOPE, customOperator: null };

/** Told of calls that allocate memory without an operator around them. */
export interface ScopeWatcher {
  /** Makes `call`, whose allocations are those of `scope`. */
  around<T>(scope: string, call: () => T): T;
}

/** A place that {@link OperatorContext.enter} has opened. Closing it twice does nothing. */
export interface EnteredPlace {
  /** Closes the place for all code that is in it, in whatever order places are closed. */
  dispose(): void;
}

/** A place opened in an asynchronous context, and the place around it. */
interface OpenPlace {
  readonly place: OperatorPlace;
  readonly outer: OpenPlace | null;
  isOpen: boolean;
}

/** A place of code that is on the stack now. */
interface StackedPlace {
  readonly place: OperatorPlace;
  /** The asynchronous place around it; any other current one is inside. */
  readonly within: OpenPlace | null;
}

/**
 * Knows, for each piece of running code, its scope and its custom operator, even across `await`s and
 * timers: concurrent code never mixes. Node's asynchronous contexts are followed only while a place of
 * `run` or `enter` is open, since that costs every promise a little. Code that runs after its place has
 * ended belongs to the place around it.
 */
export class OperatorContext {
  /** False while no place is open, and {@link OUTSIDE} is in force everywhere. */
  isActive = false;
  /** Whoever records the calls of {@link inScope}, or null. */
  scopeWatcher: ScopeWatcher | null = null;
  readonly #storage = new AsyncLocalStorage<OpenPlace>();
  readonly #open = new Set<OpenPlace>();
  #stacked: StackedPlace | null = null;

  // hot
  /** The place of the code that asks. */
  get current(): OperatorPlace {
    if (!this.isActive) return OUTSIDE;
    const opened = this.#opened;
    const stacked = this.#stacked;
    return (stacked?.within === opened ? stacked : opened)?.place ?? OUTSIDE;
  }

  /**
   * Runs `fn`, and everything it awaits or starts, in `place`, until it returns or its promise settles.
   * Returns the value of `fn`, with a promise replaced by one chained to it, or throws its error. Other
   * thenables, and promises with members added by a library, are returned untouched, and close the
   * place.
   */
  run<T>(place: OperatorPlace, fn: () => T): T {
    const opened = this.#openPlace(place);
    let result: T;
    try {
      result = this.#storage.run(opened, fn);
    } catch (error) {
      this.#close(opened);
      throw error;
    }
    if (isPlainPromise(result)) {
      return result.finally(() => this.#close(opened)) as T;
    }
    this.#close(opened);
    return result;
  }

  // hot
  /** {@link run} for code that finishes before it returns: cheaper, and not seen after an `await`. */
  runSync<T>(place: OperatorPlace, fn: () => T): T {
    const before = this.#stacked;
    this.#stacked = { place, within: this.#opened };
    this.isActive = true;
    try {
      return fn();
    } finally {
      this.#stacked = before;
      this.#update();
    }
  }

  /** Makes `call`, whose allocations are recorded as those of the current scope, if one is open. */
  inScope<T>(call: () => T): T {
    const { scopeWatcher } = this;
    if (scopeWatcher === null || !this.isActive) return call();
    return scopeWatcher.around(this.current.scope, call);
  }

  /**
   * Opens `place` for the code that follows, until it is disposed of. A function that opens one and
   * then awaits leaves it open to its caller as well: side by side, use {@link run}.
   */
  enter(place: OperatorPlace): EnteredPlace {
    const opened = this.#openPlace(place);
    this.#storage.enterWith(opened);
    return { dispose: () => this.#close(opened) };
  }

  /** Closes all places, those of code that was cut off before it could close them among them. */
  abandon(): void {
    this.#stacked = null;
    for (const opened of this.#open) this.#close(opened);
    this.#update();
  }

  #openPlace(place: OperatorPlace): OpenPlace {
    const opened = { place, outer: this.#opened, isOpen: true };
    this.#open.add(opened);
    this.#update();
    return opened;
  }

  #close(opened: OpenPlace): void {
    if (!opened.isOpen) return;
    opened.isOpen = false;
    this.#open.delete(opened);
    if (this.#open.size === 0) this.#storage.disable();
    this.#update();
  }

  #update(): void {
    this.isActive = this.#open.size > 0 || this.#stacked !== null;
  }

  // hot
  /** The innermost asynchronous place that is still open where this is asked. */
  get #opened(): OpenPlace | null {
    if (this.#open.size === 0) return null;
    let opened = this.#storage.getStore() ?? null;
    while (opened !== null && !opened.isOpen) opened = opened.outer;
    return opened;
  }
}
