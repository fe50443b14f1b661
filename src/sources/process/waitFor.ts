import { nativeThreads } from './threadAnswers';

/** Time between two looks, milliseconds. */
const LOOK_MS = 5;

/**
 * Blocks this thread until `isDone`, for at most `mostMs` milliseconds, in which time that the process is stopped, or waits
 * for a core, does not count; returns whether it is done.
 */
export function waitFor(isDone: () => boolean, mostMs: number): boolean {
  for (let leftMs = mostMs; !isDone(); leftMs -= LOOK_MS) {
    if (leftMs <= 0) return false;
    pause(LOOK_MS);
  }
  return true;
}

let sleep: ((ms: number) => void) | null = null;

/**
 * Blocks this thread for some milliseconds. Not by `Atomics.wait` if there is another way: a thread that is asked for
 * something may be in the midst of one, and V8 has room for one a thread: with a second one the process crashes.
 */
export function pause(ms: number): void {
  sleep ??= chooseSleep();
  sleep(ms);
}

function chooseSleep(): (ms: number) => void {
  const native = nativeThreads();
  return native === null ? sleepByAtomics() : ms => native.pause(ms);
}

function sleepByAtomics(): (ms: number) => void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  return ms => void Atomics.wait(sleeper, 0, 0, ms);
}
