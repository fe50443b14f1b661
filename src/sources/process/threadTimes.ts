import { readFileSync } from 'node:fs';
import { NS_PER_US } from '../../base/time';

/** How a thread has spent its time so far, nanoseconds. */
export interface ThreadTimes {
  /** On a processor. */
  readonly ranNs: number;
  /** Ready to run, while others had all processors. */
  readonly queuedNs: number;
}

/** How a thread has spent a stretch of time, nanoseconds. */
export interface ThreadUse extends ThreadTimes {
  /** Neither on a processor nor ready to run. */
  readonly offCpuNs: number;
}

/** The folder in which Linux has the thread that reads it. */
const THIS_THREAD = '/proc/thread-self';

/** The times of the thread with that folder, of this one unless stated; null where the system does not tell. */
export function threadTimes(folder: string = THIS_THREAD): ThreadTimes | null {
  try {
    const [ranNs, queuedNs] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ').map(Number);
    return Number.isFinite(ranNs) && Number.isFinite(queuedNs) ? { ranNs, queuedNs } : null;
  } catch {
    return null;
  }
}

/** CPU time of this process so far, nanoseconds. */
export function processCpuNs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * NS_PER_US;
}
