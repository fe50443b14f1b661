import { readFileSync } from 'node:fs';

/** Nanoseconds of one tick of `/proc`. */
const TICK_NS = 10_000_000;

/** Where the times of a process, and those of its ended children, stand after the name of its program. */
const OWN = 11;
const CHILDREN = 13;

/**
 * The environment for processes whose CPU time is measured: without the certificates that a machine may have Node read at
 * each start, which takes it as long as all else.
 */
export function measuredEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  delete env['NODE_EXTRA_CA_CERTS'];
  return env;
}

/** CPU time of the main thread of a process so far, nanoseconds, as Linux counts it. */
export function mainThreadNs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]);
}

/** CPU time of all threads of a process so far, those that have ended included, in ticks of 10 ms. */
export function processNs(pid: number): number {
  return ticksOf(pid, OWN) * TICK_NS;
}

/** CPU time of all children of this process that have ended, and of theirs, in ticks of 10 ms. */
export function childrenNs(): number {
  return ticksOf('self', CHILDREN) * TICK_NS;
}

/** The fields after the name of its program that the system has of a process. @throws Error once it has ended */
export function processFields(pid: number | 'self'): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** The ticks in user and system mode, which stand side by side. */
function ticksOf(pid: number | 'self', place: number): number {
  const fields = processFields(pid);
  return Number(fields[place]) + Number(fields[place + 1]);
}

/** Resident memory of a process, MB. @throws Error where the system does not say */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`no memory of process ${pid}`);
  return Number(kilobytes) / 1000;
}
