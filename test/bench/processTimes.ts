import { readFileSync } from 'node:fs';

/** Nanoseconds of one tick of `/proc`. */
const TICK_NS = 10_000_000;

/** Where the times of a process stand after the name of its program. */
const USER = 11;
const SYSTEM = 12;

/** CPU time of the main thread of a process so far, nanoseconds, as Linux counts it. */
export function mainThreadNs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]);
}

/** CPU time of all threads of a process so far, those that have ended included, in ticks of 10 ms. */
export function processNs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_NS;
}
