import { NS_PER_MS } from './time';

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
