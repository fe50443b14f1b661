function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Works for so long as the processor counts, so that a busy machine makes it wait, not stop. */
export function spin(ms: number): void {
  const before = process.cpuUsage();
  while (cpuMs(before) < ms);
}
