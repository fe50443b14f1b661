import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8's full garbage collector as a function; one call takes about 1 ms for every MB of live heap.
 * Code of the user does not get to see it.
 *
 * @throws Error when V8 does not hand it out.
 */
export function obtainCollector(): () => void {
  const { gc } = globalThis;
  if (typeof gc === 'function') return () => void gc();
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as () => void;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
