/** Nanoseconds in one microsecond, one millisecond and one second. */
export const NS_PER_US = 1e3;
export const NS_PER_MS = 1e6;
export const NS_PER_S = 1e9;

/** Monotonic time in nanoseconds; the same clock for every thread of the process. */
export type Clock = () => bigint;

interface ProcessWithHrtime {
  readonly hrtime?: { readonly bigint?: Clock };
}

/**
 * CLOCK_MONOTONIC, the clock that V8's CPU profiles and CUPTI use too. Without `process.hrtime` (in a
 * browser) it falls back to `performance.now()`, with its coarser steps.
 */
export const monotonicClock: Clock = chooseClock();

function chooseClock(): Clock {
  const host = globalThis as { process?: ProcessWithHrtime; performance?: { now(): number } };
  const hrtime = host.process?.hrtime?.bigint;
  if (hrtime) return hrtime;
  const { performance } = host;
  if (!performance) throw new Error('Kernelscope needs process.hrtime or performance.now');
  return () => BigInt(Math.round(performance.now() * NS_PER_MS));
}
