import type { WorkerOptions } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import { knownTasks } from './knownTasks';

/** As Node has it: a recorded program's own may be replaced. */
const PlainWorker = Worker;

/** How an own thread is started. */
export type OwnThreadOptions = Pick<WorkerOptions, 'workerData' | 'resourceLimits'>;

/**
 * Starts a worker thread that a program does not notice: without the flags that Node was started with,
 * and apart from the standard streams of the process. Node would pipe a thread's output into them, which
 * has the process fail where it ends silently by itself, on a reader that has gone.
 */
export function startOwnThread(file: string, options: OwnThreadOptions = {}): Worker {
  const silent = { execArgv: [], stdin: false, stdout: true, stderr: true };
  return knownTasks.startingHelper(() => new PlainWorker(file, { ...options, ...silent }));
}
