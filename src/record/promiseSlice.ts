import type { Recorder } from './recorder';
import type { Token } from './sliceStore';

// hot
/**
 * True for promises as the language makes them. Subclasses and other thenables are none: they may
 * start their work only when `then` is called, or have members that a chained promise would lack.
 */
export function isPlainPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise && value.constructor === Promise;
}

/**
 * Moves an open slice to an async lane, until `promise` settles. Returns the chained promise, so
 * that a rejection nobody handles stays visible.
 */
export function endWhenSettled(
  recorder: Recorder,
  token: Token,
  promise: Promise<unknown>
): Promise<unknown> {
  recorder.moveToLane(token);
  return promise.then(
    value => {
      recorder.endAsync(token);
      return value;
    },
    (error: unknown) => {
      recorder.endAsync(token);
      throw error;
    }
  );
}
