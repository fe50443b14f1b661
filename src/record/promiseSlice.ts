import { isOwnPromise, thenOf } from '../base/intrinsics/ownFunctions';
import type { Recorder } from './recorder';
import type { Token } from './slices/sliceStore';

const { hasOwn } = Object;

// hot
/**
 * True for promises created by the language, which can be replaced by a chained promise. False for
 * subclasses and other thenables, which may start their work only when `then` is called, and for
 * promises with members added by a library, which a chained one would lack.
 */
export function isPlainPromise(value: unknown): value is Promise<unknown> {
  if (!isOwnPromise(value)) return false;
  // Node notes asynchronous contexts on promises under symbols: those do not count.
  for (const key in value) if (hasOwn(value, key)) return false;
  return true;
}

/**
 * Calls `settled` when `promise` settles. Returns the promise chained to it, so that a rejection
 * nobody handles stays visible.
 */
export function whenSettled<T>(promise: Promise<T>, settled: () => void): Promise<T> {
  return thenOf(
    promise,
    value => {
      settled();
      return value;
    },
    error => {
      settled();
      throw error;
    }
  ) as Promise<T>;
}

/**
 * Moves the open slice of an operator to an async lane, until `promise` settles; until then the
 * operator is one of {@link Recorder.inFlight}. Without a slice, `NO_TOKEN`, it is only counted.
 * Returns the chained promise, so that a rejection nobody handles stays visible.
 */
export function endWhenSettled(
  recorder: Recorder,
  token: Token,
  promise: Promise<unknown>
): Promise<unknown> {
  const { inFlight } = recorder;
  inFlight.enter();
  if (token < 0) return whenSettled(promise, () => inFlight.leave());
  recorder.moveToLane(token);
  return whenSettled(promise, () => {
    recorder.endAsync(token);
    inFlight.leave();
  });
}

// hot
/**
 * Moves an open slice that is not an operator to an async lane, until `promise` settles. Returns the
 * chained promise.
 */
export function endRangeWhenSettled(
  recorder: Recorder,
  token: Token,
  promise: Promise<unknown>
): Promise<unknown> {
  recorder.moveToLane(token);
  // As `whenSettled` does, without the third closure.
  return thenOf(
    promise,
    value => {
      recorder.endAsync(token);
      return value;
    },
    error => {
      recorder.endAsync(token);
      throw error;
    }
  );
}
