import { NS_PER_MS } from '../../base/time';
import type { Clock } from '../../base/clock';

const PROBES = 64;

/**
 * The clock's value at which `performance.now()` is 0, nanoseconds. Both read the same CLOCK_MONOTONIC,
 * so a reading between two readings of the clock bounds the origin from both sides; the bounds of many
 * readings are intersected, and the remaining interval is a few tens of nanoseconds wide.
 */
export function performanceOrigin(clock: Clock, timer: { now(): number }): bigint {
  let low = -Infinity;
  let high = Infinity;
  const base = clock();
  for (let probe = 0; probe < PROBES; probe++) {
    const before = Number(clock() - base);
    const elapsed = timer.now() * NS_PER_MS;
    const after = Number(clock() - base);
    low = Math.max(low, before - elapsed);
    high = Math.min(high, after - elapsed);
  }
  return base + BigInt(Math.round((low + high) / 2));
}
