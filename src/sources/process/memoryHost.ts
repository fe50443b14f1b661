import type { Worker } from 'node:worker_threads';
import { ownListener } from '../../base/intrinsics/intrinsics';
import { packageFiles } from '../../native/packageFiles';
import { type NativeMemory, loadV8Addon } from '../../native/v8Addon';
import { knownTasks } from './knownTasks';
import type { MemorySamplingRequest } from './memorySampler';
import { startOwnThread } from './ownThread';
import type { TraceWatchRequest } from './traceWatcher';

/** Serves the requests that `runMemorySampler` and `runTraceWatcher` serve in a thread. */
export interface MemoryHost {
  /** By how much sampling begins later than it was asked for, milliseconds; not at all unless given. */
  readonly delayMs?: number;
  /** Why the thread cannot run, as far as that is known. */
  readonly failure?: Error | null;
  /** What each value of the heap takes the recorded thread, nanoseconds; that of an answer to its inspector unless given. */
  readonly heapCostNs?: number | undefined;
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

  get failure(): Error | null {
    return this.#failure;
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

/** V8 interrupts the code, and adds up what its spaces hold. */
const NATIVE_HEAP_COST_NS = 5_000;

/** What samples memory by the addon; null where there is none. */
function nativeMemory(): NativeMemory | null {
  try {
    return loadV8Addon().memory;
  } catch {
    return null;
  }
}

/**
 * Has the addon sample memory, on a thread of the system that runs no JavaScript and so starts at once. Without the addon
 * `worker` does, and always all else.
 */
export class NativeMemoryHost implements MemoryHost {
  #native: NativeMemory | null | undefined;

  constructor(
    private readonly worker: MemoryHost,
    private readonly load: () => NativeMemory | null = nativeMemory
  ) {}

  get delayMs(): number {
    return this.#loaded === null ? (this.worker.delayMs ?? 0) : 0;
  }

  get failure(): Error | null {
    return this.#loaded === null ? (this.worker.failure ?? null) : null;
  }

  get heapCostNs(): number | undefined {
    return this.#loaded === null ? this.worker.heapCostNs : NATIVE_HEAP_COST_NS;
  }

  post(request: MemorySamplingRequest | TraceWatchRequest): void {
    const isSampled = request.type === 'kernelscope:sampleMemory' && this.#sample(request);
    if (!isSampled) this.worker.post(request);
  }

  #sample({ rss, heap, stopFlag, originNs, intervalMs }: MemorySamplingRequest): boolean {
    const native = this.#loaded;
    if (native === null) return false;
    const flag = stopFlag.buffer as SharedArrayBuffer;
    return knownTasks.startingHelper(() => native.sample(rss, heap, flag, originNs, intervalMs));
  }

  get #loaded(): NativeMemory | null {
    if (this.#native === undefined) this.#native = this.load();
    return this.#native;
  }
}
