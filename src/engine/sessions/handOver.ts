/**
 * Calls `call` and gives a promise where it gives one; neither throws or rejects: what goes wrong is
 * given to `report`.
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
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
