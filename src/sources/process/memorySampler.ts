import { isObject } from '../../base/isObject';
import { Session } from 'node:inspector';
import { type Clock, monotonicClock } from '../../base/clock';
import { type ResidentMemory, openResidentMemory } from './residentMemory';
import { SharedSeriesWriter } from './sharedSeries';
import { threadTimes } from './threadTimes';

/** A request to the thread that samples memory; sampling ends when `stopFlag` becomes nonzero. */
export interface MemorySamplingRequest {
  readonly type: 'kernelscope:sampleMemory';
  readonly intervalMs: number;
  /** Times are nanoseconds from here on the monotonic clock. */
  readonly originNs: bigint;
  /** Shared series of resident set size and of the main thread's used heap, bytes. */
  readonly rss: SharedArrayBuffer;
  readonly heap: SharedArrayBuffer;
  readonly stopFlag: Int32Array;
  /** Nonzero while no inspector session with the main thread may end. */
  readonly sessionHolds: Int32Array;
  /** False if the main thread cannot be inspected: then its heap is not known. */
  readonly isInspectable: boolean;
}

/** The side of a message channel that {@link runMemorySampler} listens on. */
export interface RequestPort {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

/**
 * Serves {@link MemorySamplingRequest}s in a worker thread, by timers, so that the thread can do
 * other work as well. Messages of other types are left alone. Returns a function that ends it.
 */
export function runMemorySampler(options: { readonly port: RequestPort }): () => void {
  const running = new Set<SamplingJob>();
  const heap = new MainThreadHeap();
  const onMessage = (message: unknown): void => {
    if (!isSamplingRequest(message)) return;
    const job = new SamplingJob(message, heap, () => {
      running.delete(job);
      if (running.size === 0) heap.disconnectAfter(message.sessionHolds);
    });
    running.add(job);
    job.start();
  };
  options.port.on('message', onMessage);
  return () => {
    options.port.off('message', onMessage);
    for (const job of running) job.dispose();
  };
}

function isSamplingRequest(message: unknown): message is MemorySamplingRequest {
  return isObject(message) && 'type' in message && message.type === 'kernelscope:sampleMemory';
}

/** The minimum interval between requests for the heap: an answer takes the main thread 20 to 100 µs. */
const HEAP_INTERVAL_MS = 20;

/** While the main thread waits, its heap stays as it is: only one of so many requests is made. */
const REQUESTS_PER_IDLE = 10;

/** Takes samples for one request. */
class SamplingJob {
  readonly #rss: SharedSeriesWriter;
  readonly #heap: SharedSeriesWriter;
  readonly #resident: ResidentMemory;
  readonly #now: Clock = monotonicClock;
  readonly #work = new MainThreadWork();
  readonly #samplesPerHeap: number;
  #samples = 0;
  #idleRequests = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly request: MemorySamplingRequest,
    private readonly mainHeap: MainThreadHeap,
    private readonly onEnd: () => void
  ) {
    this.#rss = new SharedSeriesWriter(request.rss);
    this.#heap = new SharedSeriesWriter(request.heap);
    this.#resident = openResidentMemory();
    this.#samplesPerHeap = Math.ceil(HEAP_INTERVAL_MS / request.intervalMs);
  }

  start(): void {
    this.#timer = setInterval(() => this.#sample(), this.request.intervalMs);
    this.#sample();
  }

  dispose(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#resident.dispose();
    this.#rss.close();
    this.#heap.close();
    this.onEnd();
  }

  #sample(): void {
    if (Atomics.load(this.request.stopFlag, 0) !== 0) {
      this.dispose();
      return;
    }
    this.#rss.push(this.#elapsed(), this.#resident.read());
    if (this.#samples++ % this.#samplesPerHeap !== 0) return;
    if (!this.request.isInspectable) return;
    const isDue = this.#work.hasWorked() || ++this.#idleRequests >= REQUESTS_PER_IDLE;
    if (!isDue) return;
    this.#idleRequests = 0;
    this.mainHeap.read(this, usedBytes => {
      if (this.#timer) this.#heap.push(this.#elapsed(), usedBytes);
    });
  }

  #elapsed(): number {
    return Number(this.#now() - this.request.originNs);
  }
}

/** How often it is looked whether a session may end, milliseconds. */
const HOLD_LOOK_MS = 20;

/** Asks the main thread's inspector for its heap, which answers even while its code runs. */
class MainThreadHeap {
  #session: Session | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #waiting = new Map<object, (usedBytes: number) => void>();
  #isRefused = false;

  /**
   * Calls back with the used bytes as soon as the main thread answers, which it does not inside
   * native code; of several questions of one asker the last is answered.
   */
  read(asker: object, callback: (usedBytes: number) => void): void {
    this.#stopWaiting();
    const isAsked = this.#waiting.size > 0;
    this.#waiting.set(asker, callback);
    if (!isAsked) this.#ask();
  }

  /** Ends the session as soon as `holds` is 0, unless something is asked before. */
  disconnectAfter(holds: Int32Array): void {
    this.#stopWaiting();
    if (Atomics.load(holds, 0) === 0) {
      this.#session?.disconnect();
      this.#session = null;
      this.#waiting.clear();
      return;
    }
    this.#timer = setTimeout(() => this.disconnectAfter(holds), HOLD_LOOK_MS).unref();
  }

  #stopWaiting(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #ask(): void {
    if (this.#isRefused) return;
    try {
      this.#session ??= connectToMainThread();
    } catch {
      this.#isRefused = true;
      return;
    }
    this.#session.post('Runtime.getHeapUsage', (error, usage) => {
      const callbacks = [...this.#waiting.values()];
      this.#waiting.clear();
      const usedBytes = error ? null : usedSizeOf(usage);
      if (usedBytes === null) return;
      for (const callback of callbacks) callback(usedBytes);
    });
  }
}

function connectToMainThread(): Session {
  const session = new Session();
  session.connectToMainThread();
  return session;
}

function usedSizeOf(usage: object | undefined): number | null {
  const isKnown = usage && 'usedSize' in usage && typeof usage.usedSize === 'number';
  return isKnown ? (usage.usedSize as number) : null;
}

/** Samplers and questions alone keep a thread busy for a smaller part of the time. */
const IDLE_SHARE = 0.1;

/** Tells, in another thread, whether the main thread works or waits, by its time on a processor. */
export class MainThreadWork {
  #last: { readonly atNs: bigint; readonly ranNs: number } | null = null;

  /** `folder` is that of the thread, see {@link threadTimes}; where there is none, it counts as working. */
  constructor(
    private readonly folder = `/proc/self/task/${process.pid}`,
    private readonly now: Clock = monotonicClock
  ) {}

  /** False if the thread has all but waited since the last call; true the first time. */
  hasWorked(): boolean {
    const times = threadTimes(this.folder);
    if (times === null) return true;
    const last = this.#last;
    const { ranNs } = times;
    const atNs = this.now();
    this.#last = { atNs, ranNs };
    return last === null || ranNs - last.ranNs > IDLE_SHARE * Number(atNs - last.atNs);
  }
}
