import { Worker, type WorkerOptions } from 'node:worker_threads';
import { knownTasks } from './knownTasks';
import { replaceIfAllowed } from './replaceMethod';

/** As Node has it: a recorded program's own may be replaced. */
const PlainWorker = Worker;

/** Options of starting a profiler thread. */
export type OwnThreadOptions = Pick<
  WorkerOptions,
  'workerData' | 'resourceLimits' | 'transferList'
>;

/**
 * Starts a worker thread that a program does not notice: without the flags that Node was started with,
 * and separate from the standard streams of the process. Node would pipe a thread's output into them;
 * if their reader is gone, the process would then fail instead of ending silently.
 */
export function startOwnThread(file: string, options: OwnThreadOptions = {}): Worker {
  const silent = { execArgv: [], stdin: false, stdout: true, stderr: true };
  const nextTick = Reflect.get(process, 'nextTick');
  const [restore] = replaceIfAllowed(process, 'nextTick', withoutTelling(nextTick));
  try {
    return knownTasks.startingHelper(() => new PlainWorker(file, { ...options, ...silent }));
  } finally {
    restore?.();
  }
}

/** What a new thread puts off in Node: to tell listeners of the process of it. */
const TELLS = /\bemit\(\s*'worker'/;

/** `process.nextTick` for the start of a thread of which the program does not hear. */
function withoutTelling(nextTick: typeof process.nextTick): typeof process.nextTick {
  return (callback, ...args: readonly unknown[]) => {
    if (!TELLS.test(String(callback))) Reflect.apply(nextTick, process, [callback, ...args]);
  };
}
