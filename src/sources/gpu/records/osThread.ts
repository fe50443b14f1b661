import { readlinkSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** The operating system's number of the calling thread, as CUPTI uses it; 0 if unknown. */
export function osThread(): number {
  if (isMainThread) return process.pid;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    return Number(thread ?? 0);
  } catch {
    return 0;
  }
}
