import { readFileSync } from 'node:fs';
import { NS_PER_MS } from '../../../base/time';

/** Linux counts the times of processes in hundredths of a second, whatever the machine. */
const TICK_NS = 10 * NS_PER_MS;

/** CPU time of all children of this process that have ended, and of theirs, nanoseconds; null unknown. */
export function endedChildrenCpuNs(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the process, in brackets, may have anything in it. CUTIME and CSTIME are 16th and 17th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[13]) + Number(fields[14]);
    return Number.isFinite(ticks) ? ticks * TICK_NS : null;
  } catch {
    return null;
  }
}
