import { isPlainPromise } from '../record/promiseSlice';
import { CudaArgumentError } from './cudaErrors';
import { CudaGraph } from './cudaGraph';
import { idOf, lent } from './cudaResource';
import type { CudaRuntime } from './cudaRuntime';
import { CudaEvent, CudaStream } from './cudaStream';

/**
 * Calls for the order of work. Calls with a body dispose of the objects they created when it is done.
 */
export interface WorkCalls {
  /** A stream of the device. It waits for the default stream, and that for it. */
  stream(): CudaStream;
  /** A stream of the device for as long as `body` runs, or its promise. */
  stream<T>(body: (stream: CudaStream) => T): T;
  /** An event of the device, with time. */
  event(): CudaEvent;
  /** An event of the device, with time, for as long as `body` runs, or its promise. */
  event<T>(body: (event: CudaEvent) => T): T;
  /**
   * Captures the work that `body` gives to `stream` as a graph, instead of running it. Within `body`,
   * calls without a stream go to this one. Buffers that the graph uses live as long as the graph.
   *
   * @throws CudaArgumentError within another capture, for a body with a promise, and for calls that
   * cannot be captured: downloads, waits, and memory.
   */
  capture(stream: CudaStream, body: () => void): CudaGraph;
  /** Settles when all work of the device is done; JavaScript goes on meanwhile. */
  synchronize(): Promise<void>;
  /** Returns when all work of the device is done; JavaScript waits meanwhile. */
  synchronizeNow(): void;
}

/** See {@link WorkCalls}. */
export function createWorkCalls(runtime: CudaRuntime): WorkCalls {
  const newStream = (): CudaStream => {
    const { device } = runtime;
    return new CudaStream(
      runtime,
      runtime.call(cuda => cuda.createStream(device)),
      device
    );
  };
  const newEvent = (): CudaEvent => {
    const { device } = runtime;
    return new CudaEvent(
      runtime,
      runtime.call(cuda => cuda.createEvent(device)),
      device
    );
  };
  return {
    stream: <T>(body?: (stream: CudaStream) => T) => lent(newStream(), body) as T,
    event: <T>(body?: (event: CudaEvent) => T) => lent(newEvent(), body) as T,
    capture: (stream, body) => capture(runtime, stream, body),
    synchronize: () => runtime.later(cuda => cuda.synchronize(runtime.device)),
    synchronizeNow: () => runtime.call(cuda => cuda.synchronizeNow(runtime.device))
  };
}

function capture(runtime: CudaRuntime, stream: CudaStream, body: () => void): CudaGraph {
  if (!(stream instanceof CudaStream) || typeof body !== 'function') {
    throw new CudaArgumentError('cuda.capture takes a stream and a function that gives it work.');
  }
  if (runtime.captured !== 0) throw new CudaArgumentError('A stream is being captured already.');
  const id = idOf(stream);
  runtime.call(cuda => cuda.beginCapture(id));
  runtime.captured = id;
  try {
    const result: unknown = body();
    if (isPlainPromise(result)) {
      throw new CudaArgumentError(
        'What is captured returns no promise: take async off the function.'
      );
    }
    return new CudaGraph(
      runtime,
      runtime.call(cuda => cuda.endCapture()),
      stream.device
    );
  } finally {
    runtime.captured = 0;
    runtime.cuda.abandonCapture();
  }
}
