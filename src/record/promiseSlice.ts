import type { Recorder } from './recorder';
import type { Token } from './sliceStore';

/**
 * True for promises that can be replaced by a chained one without anything being lost: no
 * subclasses, no further members. Other thenables may start their work only when `then` is called.
 */
export function isPlainPromise(value: unknown): value is Promise<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Promise.prototype &&
    Object.keys(value).length === 0
  );
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
