import { isObject } from '../../base/isObject';

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
