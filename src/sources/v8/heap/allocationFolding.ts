import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 allocate objects one by one in code that it optimizes from now on, until the result is called.
 * Otherwise it allocates several objects that are made in a row in one step, of which its heap profiler
 * sees only the first: of the entry `[key, value]` of a `new Map(entries)` it samples the array, which is
 * garbage, and never the value. Code that was optimized before stays as it is. Both hold for the whole
 * process: where several threads record, the first to end ends it for all.
 */
export function separateAllocations(): () => void {
  setFlagsFromString('--no-turbo-allocation-folding');
  return () => setFlagsFromString('--turbo-allocation-folding');
}
