import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Attempts before one goes on without: threads that start together need a few. */
const ATTEMPTS = 50;

type Collector = () => void;

/**
 * V8's full garbage collector as a function; one call takes about 1 ms for every MB of live heap.
 * Code of the user does not get to see it. Null when V8 does not hand it out: what makes it do so
 * holds for the whole process, and another thread may take that back at any moment, so it is asked
 * a bounded number of times, by `ask`.
 */
export function obtainCollector(ask: () => Collector | null = askOnce): Collector | null {
  const { gc } = globalThis;
  if (typeof gc === 'function') return () => gc();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const collector = ask();
    if (collector) return collector;
  }
  return null;
}

function askOnce(): Collector | null {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext("typeof gc === 'function' ? gc : null") as Collector | null;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
