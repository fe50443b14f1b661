import { lightValues, type ProfileOptions } from 'kernelscope/settings';

/** Time between two looks at the memory of a light recording, milliseconds. */
const MEMORY_PERIOD_MS = 50;

/** Slices that a light recording keeps; totals count all of them. */
const MAX_SLICES = 50_000;

/**
 * The options of a light recording, as `%profile on` makes it of every cell: wall, CPU and idle time,
 * garbage collections, memory, GPU work, and what the code itself marks. No stack and no heap is sampled, no hook
 * sees promises, operators or the threads that cells start. What the defaults in force switch off stays
 * off.
 */
export function lightOptions(defaults: ProfileOptions): ProfileOptions {
  const { memoryPeriodMs, maxEvents } = defaults;
  return {
    ...defaults,
    ...lightValues(defaults),
    memoryPeriodMs: memoryPeriodMs === null ? null : Math.max(memoryPeriodMs, MEMORY_PERIOD_MS),
    maxEvents: Math.min(maxEvents, MAX_SLICES)
  };
}
