import type { Token } from './sliceStore';

/** The body of a slice, followed across `await`s, timers and callbacks. */
export interface AsyncBody {
  readonly token: Token;
  /** Whether its function is declared `async`. */
  readonly isAsyncFunction: boolean;
  /** The body in which this one began, among those that were open then. */
  readonly outer: AsyncBody | null;
  /** The same for recordings that follow functions declared `async` alone. */
  readonly outerDeclared: AsyncBody | null;
  /** The following of the recorder to which it belongs: bodies of earlier ones have ended. */
  readonly generation: number;
  /** Clock value at which it began, nanoseconds; null where running is not measured, or no longer. */
  since: bigint | null;
  /** On the thread until its call returns, on its lane until its promise settles. */
  state: 'onThread' | 'onLane' | 'over';
  /** Time in which its code or that of bodies inside it ran, nanoseconds. */
  runningNs: number;
}

/** Notified when continuations of promises and callbacks begin and end on this thread. */
export interface ContinuationListener {
  /** One begins, maybe within another one; its body is the current one. */
  began(): void;
  /** The newest one that has begun ends. */
  ended(): void;
}

/** Knows, for each piece of running code, the body that started it. */
export interface AsyncBodyStore {
  /** Runs `fn`, and everything it starts, as a part of `body`; returns the value of `fn`. */
  run<T>(body: AsyncBody, fn: () => T): T;
  /**
   * The body that the running code is a part of; with `isOfDeclared` for recordings that follow functions declared `async`
   * alone, which may hear of less.
   */
  current(isOfDeclared: boolean): AsyncBody | undefined;
  /** Notifies `listener`, always the same one, of continuations and callbacks until `unwatch`. */
  watch(listener: ContinuationListener): void;
  /** Ends the notifications. */
  unwatch(): void;
  /** Forgets the running code: it was cut off from outside. */
  abandon(): void;
}
