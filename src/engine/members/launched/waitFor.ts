/** Time between two looks, milliseconds. */
const LOOK_MS = 5;

/** Holds this thread until `isDone`, at most so many milliseconds; gives whether it is. */
export function waitFor(isDone: () => boolean, mostMs: number): boolean {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const untilMs = Date.now() + mostMs;
  while (!isDone()) {
    if (Date.now() >= untilMs) return false;
    Atomics.wait(sleeper, 0, 0, LOOK_MS);
  }
  return true;
}
