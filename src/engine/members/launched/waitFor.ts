import { NS_PER_MS } from '../../../base/time';
import { monotonicClock } from '../../../record/time/clock';

/** Time between two looks, milliseconds. */
const LOOK_MS = 5;

/** Blocks this thread until `isDone`, for at most `mostMs` milliseconds; returns whether it is done. */
export function waitFor(isDone: () => boolean, mostMs: number): boolean {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const until = monotonicClock() + BigInt(mostMs * NS_PER_MS);
  while (!isDone()) {
    if (monotonicClock() >= until) return false;
    Atomics.wait(sleeper, 0, 0, LOOK_MS);
  }
  return true;
}
