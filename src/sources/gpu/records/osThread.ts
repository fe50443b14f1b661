import { readlinkSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** The operating system's number of the calling thread, as CUPTI knows it; 0 where it is not known. */
export function osThread(): number {
  if (isMainThread) return process.pid;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    return Number(thread ?? 0);
  } catch {
    return 0;
  }
}
