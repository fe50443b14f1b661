import type { ProfileStatus } from '../../model/profile/profile';
import type { CallSessions } from '../recording/callSessions';
import { isObject } from '../../base/isObject';

/** A session that lasts as long as a call. */
export interface CallSession {
  /** Ends it immediately. */
  stop(status: ProfileStatus): void;
  /** Ends it and waits for what arrives late. */
  finish(status: ProfileStatus): Promise<void>;
}

/**
 * Makes a call and ends its session: when the call returns or throws, or when its promise settles. That
 * promise is replaced by one that waits for the end of the session.
 */
export function recordCall(
  sessions: CallSessions,
  session: CallSession,
  call: () => unknown
): unknown {
  const stop = (status: ProfileStatus): void => {
    sessions.end(session);
    session.stop(status);
  };
  const finish = async (status: ProfileStatus): Promise<void> => {
    sessions.end(session);
    await session.finish(status);
  };
  sessions.begin(session);
  let result: unknown;
  try {
    result = call();
  } catch (error) {
    stop('error');
    throw error;
  }
  if (!(result instanceof Promise)) {
    stop('complete');
    return result;
  }
  return result.then(
    async (value: unknown) => {
      await finish('complete');
      return value;
    },
    async (error: unknown) => {
      await finish('error');
      throw error;
    }
  );
}

/**
 * Calls `call` and returns a promise if it does; neither throws nor rejects: errors are passed to
 * `report`.
 */
export function handOver(
  call: () => unknown,
  report: (error: unknown) => void
): Promise<void> | void {
  try {
    const given = call();
    if (isThenable(given)) return Promise.resolve(given).then(() => undefined, report);
  } catch (error) {
    report(error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && 'then' in value && typeof value.then === 'function';
}
