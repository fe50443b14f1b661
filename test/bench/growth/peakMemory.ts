import { readFileSync } from 'node:fs';

const BYTES_PER_KB = 1024;

/**
 * The most resident memory of this process so far, bytes. `maxRSS` of Node would start from that of the
 * parent process.
 * @throws Error where the system has no `/proc`
 */
export function peakMemory(): number {
  const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  if (found === null) throw new Error('The system does not say how much memory a process had');
  return Number(found[1]) * BYTES_PER_KB;
}
