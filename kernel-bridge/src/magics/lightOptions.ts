import { lightValues, type ProfileOptions } from 'kernelscope/settings';

/**
 * Time between two samples of the stack of a light recording, microseconds: at some 50 µs of work for each, they take half
 * a percent of a core.
 */
const CPU_INTERVAL_US = 10_000;

/** Time between two looks at the memory of a light recording, milliseconds. */
const MEMORY_PERIOD_MS = 50;

/** Slices that a light recording keeps; totals count all of them. */
const MAX_SLICES = 50_000;

/**
 * The options of a light recording, as `%profile on` makes it of every cell: wall, CPU and idle time,
 * garbage collections, memory, GPU work, what the code itself marks, and some samples of its stack. No heap is
 * sampled, no hook sees promises, operators or the threads that cells start. What the defaults in force switch off
 * stays off.
 */
export function lightOptions(defaults: ProfileOptions): ProfileOptions {
  const { cpuIntervalUs, memoryPeriodMs, maxEvents } = defaults;
  return {
    ...defaults,
    ...lightValues(defaults),
    cpuIntervalUs: cpuIntervalUs && lightInterval(cpuIntervalUs),
    // the signals that sample end the wait of the event loop, whose idle time is then lost: samples have it
    idleTime: cpuIntervalUs === null,
    memoryPeriodMs: memoryPeriodMs === null ? null : Math.max(memoryPeriodMs, MEMORY_PERIOD_MS),
    maxEvents: Math.min(maxEvents, MAX_SLICES)
  };
}

function lightInterval(set: number | 'auto'): number {
  return set === 'auto' ? CPU_INTERVAL_US : Math.max(set, CPU_INTERVAL_US);
}
