import type { WorkerOptions } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';

/** How an own thread is started. */
export type OwnThreadOptions = Pick<WorkerOptions, 'workerData' | 'resourceLimits'>;

/**
 * Starts a worker thread that a program does not notice: without the flags that Node was started with,
 * and apart from the standard streams of the process. Node would pipe a thread's output into them, which
 * has the process fail where it ends silently by itself, on a reader that has gone.
 */
export function startOwnThread(file: string, options: OwnThreadOptions = {}): Worker {
  return new Worker(file, { ...options, execArgv: [], stdin: false, stdout: true, stderr: true });
}
