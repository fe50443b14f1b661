import { readlinkSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** The key of {@link toldTasks} in the data that worker threads inherit, and their maximum number. */
const THREAD_TASKS = 'kernelscope.tasks';
const MOST_TOLD = 1024;

/**
 * Has the worker threads that are started from now on be known by what they tell: those that nobody sees start too, such
 * as the one in which Node runs the hooks of a loader.
 */
export function askTasks(): void {
  if (toldTasks() !== null) return;
  setEnvironmentData(THREAD_TASKS, new Int32Array(new SharedArrayBuffer(4 * (1 + MOST_TOLD))));
}

/** Tells the main thread which of the threads of the system this worker thread is; nothing where it did not ask. */
export function tellTask(): void {
  const told = toldTasks();
  const id = ownTaskId();
  if (told === null || id === null) return;
  const at = Atomics.add(told, 0, 1);
  Atomics.store(told, 1 + (at % MOST_TOLD), id);
}

/** The numbers that worker threads told, after their count; null where nobody asked. */
export function toldTasks(): Int32Array | null {
  const told: unknown = getEnvironmentData(THREAD_TASKS);
  return told instanceof Int32Array ? told : null;
}

/** The number of the thread that calls; null where the system does not tell. */
function ownTaskId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').pop());
  } catch {
    return null;
  }
}
