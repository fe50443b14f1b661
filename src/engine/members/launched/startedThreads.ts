import type { Worker } from 'node:worker_threads';

/** A worker thread that runs. */
export interface RunningThread {
  /** Node's number of it. */
  readonly threadId: number;
  /** Whether it can be asked to record. */
  readonly standsBy: boolean;
}

/** The worker threads that this thread has started, as long as somebody holds them. */
class StartedThreads {
  #threads: { readonly worker: WeakRef<Worker>; readonly standsBy: boolean }[] = [];

  add(worker: Worker, standsBy: boolean): void {
    this.#threads = this.#threads.filter(each => numberOf(each.worker) > 0);
    this.#threads.push({ worker: new WeakRef(worker), standsBy });
  }

  /** Those that run now. */
  running(): readonly RunningThread[] {
    return this.#threads
      .map(({ worker, standsBy }) => ({ threadId: numberOf(worker), standsBy }))
      .filter(({ threadId }) => threadId > 0);
  }
}

/** Node's number of a thread; -1 when it has ended. */
function numberOf(worker: WeakRef<Worker>): number {
  return worker.deref()?.threadId ?? -1;
}

export const startedThreads = new StartedThreads();
