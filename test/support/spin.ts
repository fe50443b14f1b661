import { threadTimes } from '../../src/sources/process/threadTimes';

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Works for so long as the processor counts, so that a busy machine makes it wait, not stop. */
export function spin(ms: number): void {
  const before = process.cpuUsage();
  while (cpuMs(before) < ms);
}

/** CPU time of this thread so far, nanoseconds: that of the process has the threads of V8 and of the profiler in it. */
export function threadCpuNs(): number {
  // has the system bring the time of this thread up to date
  process.cpuUsage();
  return threadTimes()!.ranNs;
}
