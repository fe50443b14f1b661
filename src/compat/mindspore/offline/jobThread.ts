import type { ResourceLimits, Worker } from 'node:worker_threads';
import { ownListener } from '../../../base/intrinsics/intrinsics';
import { codeOf, messageOf } from '../../../base/errors';
import { startOwnThread } from '../../../sources/process/ownThread';
import { WorkerEndedError } from './offlineErrors';

/** How a {@link JobThread} is started. */
export interface JobThreadOptions {
  /** Script of the thread, which answers each message with one message. */
  readonly workerFile: string;
  /** Bounds of the thread's memory; those of Node unless given. */
  readonly resourceLimits?: ResourceLimits;
}

/** The callbacks of a waiting caller. */
interface Waiting<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: WorkerEndedError) => void;
}

/**
 * A worker thread that does one job at a time. It starts with the first job, and restarts with the next
 * job after it ended. It keeps the process running only while a job is in progress.
 */
export class JobThread<Job, Reply> {
  #worker: Worker | null = null;
  #waiting: Waiting<Reply> | null = null;

  constructor(private readonly options: JobThreadOptions) {}

  /**
   * The reply of the thread. Call it again only when the previous job is done.
   *
   * @throws WorkerEndedError if the thread ends without a reply, having crashed or run out of memory
   */
  perform(job: Job): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage(job);
    });
  }

  /** Ends the thread; a job under way fails. Safe to call twice. */
  dispose(): void {
    if (this.#worker) this.#lose(this.#worker, new WorkerEndedError('the worker thread was ended'));
  }

  #start(): Worker {
    const { workerFile, resourceLimits } = this.options;
    const worker = startOwnThread(workerFile, { resourceLimits });
    const onReply = ownListener((reply: Reply) => {
      worker.unref();
      this.#take()?.resolve(reply);
    });
    const onError = ownListener((error: unknown) => this.#lose(worker, endedBy(error)));
    const onExit = ownListener((code: number) => this.#lose(worker, exited(code)));
    worker.on('message', onReply).on('exit', onExit);
    worker.on('messageerror', onError).on('error', onError);
    return worker;
  }

  /** Forgets a thread that is of no use any more; the job after starts another one. */
  #lose(worker: Worker, error: WorkerEndedError): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    void worker.terminate();
    this.#take()?.reject(error);
  }

  #take(): Waiting<Reply> | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}

function exited(code: number): WorkerEndedError {
  return new WorkerEndedError(`the worker thread ended with exit code ${code}`);
}

function endedBy(error: unknown): WorkerEndedError {
  const text =
    codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? 'the worker thread ran out of memory'
      : `the worker thread crashed: ${messageOf(error)}`;
  return new WorkerEndedError(text, { cause: error });
}
