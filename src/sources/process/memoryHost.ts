import type { Worker } from 'node:worker_threads';
import { ownListener } from '../../base/intrinsics/ownListener';
import { packageFiles } from '../../native/packageFiles';
import type { MemorySamplingRequest } from './memorySampler';
import { startOwnThread } from './ownThread';
import type { TraceWatchRequest } from './traceWatcher';

/** A thread that runs `runMemorySampler` and `runTraceWatcher`. */
export interface MemoryHost {
  /** By how much sampling begins later than it was asked for, milliseconds; not at all unless given. */
  readonly delayMs?: number;
  /** Passes a request on; may throw if the thread cannot run. */
  post(request: MemorySamplingRequest | TraceWatchRequest): void;
}

/** Says when threads that sample may start. */
export interface ThreadStart {
  readonly delayMs: number;
  /** Calls `start` now or later, once. */
  whenDue(start: () => void): void;
}

/**
 * Keeps one worker thread warm for all recordings of the process; it never holds the process open
 * and is started with the first request, or when `threadStart` says so for requests to sample, or earlier by `warm`.
 */
export class WorkerMemoryHost implements MemoryHost {
  #worker: Worker | null = null;
  #failure: Error | null = null;

  constructor(
    private readonly file: string = packageFiles().memoryWorker,
    private readonly threadStart: ThreadStart | null = null
  ) {}

  get delayMs(): number {
    return this.threadStart?.delayMs ?? 0;
  }

  /** Starts the thread now, which takes 30 to 70 ms, so that the first recording need not wait. */
  warm(): void {
    this.#running();
  }

  post(request: MemorySamplingRequest | TraceWatchRequest): void {
    if (this.#failure) throw this.#failure;
    if (this.threadStart === null || request.type !== 'kernelscope:sampleMemory') {
      this.#running().postMessage(request);
      return;
    }
    this.threadStart.whenDue(() => {
      try {
        this.#running().postMessage(request);
      } catch (error) {
        this.#failure = error instanceof Error ? error : new Error(String(error));
      }
    });
  }

  /** Ends the thread; a later request starts another. */
  dispose(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = startOwnThread(this.file);
    const onError = ownListener((error: Error) => {
      this.#failure = error;
      if (this.#worker === worker) this.#worker = null;
    });
    worker.on('error', onError);
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}
