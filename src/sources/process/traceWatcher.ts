import { isObject } from '../../base/isObject';
import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { type Clock, monotonicClock } from '../../base/clock';
import type { RequestPort } from './memorySampler';
import { SharedSeriesWriter } from './sharedSeries';

/** A request to the thread that watches V8's trace; it ends when the first number of `state` becomes nonzero. */
export interface TraceWatchRequest {
  readonly type: 'kernelscope:watchTrace';
  /** The main thread's file. */
  readonly file: string;
  /** The file of all other threads. */
  readonly others: string;
  /** Bytes of all files together, from which on nothing is traced any more. */
  readonly maxBytes: number;
  /** V8's flags that end the trace. */
  readonly endFlags: readonly string[];
  /** Times are nanoseconds from here on the monotonic clock. */
  readonly originNs: bigint;
  /** A shared series: the size of the file, bytes. */
  readonly sizes: SharedArrayBuffer;
  /** The numbers of {@link WatchState}. */
  readonly state: Int32Array;
}

/** Places in {@link TraceWatchRequest.state}. */
export const WatchState = {
  /** Set to 1 by the recorded thread: the watch is over. */
  isOver: 0,
  /** Set to 1 by the watching thread: the trace became too large and was ended. */
  isFull: 1
} as const;

/** Time between two looks, milliseconds. */
const PERIOD_MS = 10;

/**
 * Serves {@link TraceWatchRequest}s in a worker thread, so that the trace is bounded and its records have
 * times even while the recorded thread is busy. Returns a function that ends it.
 */
export function runTraceWatcher(options: { readonly port: RequestPort }): () => void {
  const ends = new Set<() => void>();
  const onMessage = (message: unknown): void => {
    if (!isWatchRequest(message)) return;
    const end = watch(message, monotonicClock, () => ends.delete(end));
    ends.add(end);
  };
  options.port.on('message', onMessage);
  return () => {
    options.port.off('message', onMessage);
    for (const end of ends) end();
  };
}

function isWatchRequest(message: unknown): message is TraceWatchRequest {
  return isObject(message) && 'type' in message && message.type === 'kernelscope:watchTrace';
}

function watch(request: TraceWatchRequest, now: Clock, onEnd: () => void): () => void {
  const { file, others, maxBytes, endFlags, originNs, state } = request;
  const sizes = new SharedSeriesWriter(request.sizes);
  const end = (): void => {
    clearInterval(timer);
    sizes.close();
    onEnd();
  };
  const look = (): void => {
    if (Atomics.load(state, WatchState.isOver) !== 0) {
      end();
      return;
    }
    const size = sizeOf(file);
    sizes.push(Number(now() - originNs), size);
    if (size + sizeOf(others) < maxBytes) return;
    for (const flag of endFlags) setFlagsFromString(flag);
    Atomics.store(state, WatchState.isFull, 1);
    end();
  };
  const timer = setInterval(look, PERIOD_MS);
  return end;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
