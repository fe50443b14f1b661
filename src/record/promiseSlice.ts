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
  return endRangeWhenSettled(recorder, token, promise, () => inFlight.leave());
}

/**
 * Moves an open slice that is no operator to an async lane, until `promise` settles, and then calls
 * `settled`. Returns the chained promise.
 */
export function endRangeWhenSettled(
  recorder: Recorder,
  token: Token,
  promise: Promise<unknown>,
  settled: () => void = () => undefined
): Promise<unknown> {
  if (token >= 0) recorder.moveToLane(token);
  const end = (): void => {
    if (token >= 0) recorder.endAsync(token);
    settled();
  };
  return promise.then(
    value => {
      end();
      return value;
    },
    (error: unknown) => {
      end();
      throw error;
    }
  );
}
