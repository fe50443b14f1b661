import type { Recorder } from './recorder';
import type { Token } from './sliceStore';

// hot
/**
 * True for promises that can be replaced by a chained one without anything being lost: no
 * subclasses, no further members. Other thenables may start their work only when `then` is called.
 */
export function isPlainPromise(value: unknown): value is Promise<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Promise.prototype &&
    !hasOwnMembers(value)
  );
}

/** What `Object.keys(value).length > 0` tells, without an array. */
function hasOwnMembers(value: object): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
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
