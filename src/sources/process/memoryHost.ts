import type { Worker } from 'node:worker_threads';
import { ownListener } from '../../base/intrinsics/ownListener';
import { packageFiles } from '../../native/packageFiles';
import type { MemorySamplingRequest } from './memorySampler';
import { startOwnThread } from './ownThread';
import type { TraceWatchRequest } from './traceWatcher';

/** A thread that runs `runMemorySampler` and `runTraceWatcher`. */
export interface MemoryHost {
  /** Passes a request on; may throw if the thread cannot run. */
  post(request: MemorySamplingRequest | TraceWatchRequest): void;
}

/**
 * Keeps one worker thread warm for all recordings of the process; it never holds the process open
 * and is started with the first request, or earlier by `warm`.
 */
export class WorkerMemoryHost implements MemoryHost {
  private worker: Worker | null = null;
  private failure: Error | null = null;

  constructor(private readonly file: string = packageFiles().memoryWorker) {}

  /** Starts the thread now, which takes 30 to 70 ms, so that the first recording need not wait. */
  warm(): void {
    this.running();
  }

  post(request: MemorySamplingRequest | TraceWatchRequest): void {
    if (this.failure) throw this.failure;
    this.running().postMessage(request);
  }

  /** Ends the thread; a later request starts another. */
  dispose(): void {
    void this.worker?.terminate();
    this.worker = null;
  }

  private running(): Worker {
    if (this.worker) return this.worker;
    const worker = startOwnThread(this.file);
    const onError = ownListener((error: Error) => {
      this.failure = error;
      if (this.worker === worker) this.worker = null;
    });
    worker.on('error', onError);
    worker.unref();
    this.worker = worker;
    return worker;
  }
}
