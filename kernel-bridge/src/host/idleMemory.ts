import { getHeapStatistics } from 'node:v8';
import { obtainCollector } from 'kernelscope/host';

/** The growth of the heap that is worth a collection, bytes. */
const WORTHWHILE = 32e6;

/** The largest heap that is collected, bytes: with more, code in the background would stand still for too long. */
const LARGEST = 400e6;

/**
 * A function that collects the garbage of cells, most of which is the compiler's: V8 alone lets the heap double
 * first. It does so where the heap has grown enough since the last time, and is not too large for it.
 */
export function createIdleCollection(): () => void {
  let usedAfterwards = 0;
  return () => {
    const { used_heap_size: used } = getHeapStatistics();
    if (used - usedAfterwards < WORTHWHILE || used > LARGEST) return;
    obtainCollector()?.();
    usedAfterwards = getHeapStatistics().used_heap_size;
  };
}
