import { readFileSync } from 'node:fs';

/** Milliseconds of one tick of `/proc`. */
const TICK_MS = 10;

/** Where the times stand after the name of the program. */
const USER = 11;
const SYSTEM = 12;

/** Processor time of a process so far with all its threads, ended ones included, milliseconds. */
export function processCpuMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
}

/** Resident memory of a process, MB. @throws Error where the system does not say */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`no memory of process ${pid}`);
  return Number(kilobytes) / 1000;
}
