import { kindText } from './checkOptions';
import { CudaArgumentError } from './cudaErrors';
import { CudaResource, idOf } from './cudaResource';
import type { CudaRuntime } from './cudaRuntime';

/** Work for a device that is done in order. Work in different streams may run at once. */
export class CudaStream extends CudaResource {
  protected override readonly what = 'stream';

  /** What `cuda.stream` does. */
  constructor(runtime: CudaRuntime, id: number, device: number) {
    super(runtime, id, device);
  }

  /** Settles when all that was given to the stream is done; JavaScript goes on meanwhile. */
  synchronize(): Promise<void> {
    return this.runtime.later(cuda => cuda.synchronizeStream(idOf(this)));
  }

  /** The same, while JavaScript waits. */
  synchronizeNow(): void {
    this.runtime.call(cuda => cuda.synchronizeStreamNow(idOf(this)));
  }

  /** Whether all that was given to the stream is done. */
  get isDone(): boolean {
    return this.runtime.call(cuda => cuda.isStreamDone(idOf(this)));
  }

  /** Lets what is given to the stream from now on wait until `event` has happened. */
  waitFor(event: CudaEvent): void {
    const eventId = eventIdOf(event);
    this.runtime.call(cuda => cuda.waitForEvent(idOf(this), eventId));
  }
}

/** A point in the work of a stream, with the time at which a device reached it. */
export class CudaEvent extends CudaResource {
  protected override readonly what = 'event';

  /** What `cuda.event` does. */
  constructor(runtime: CudaRuntime, id: number, device: number) {
    super(runtime, id, device);
  }

  /** Puts the event behind what was given to `stream` so far; without one, to the default stream. */
  record(stream?: CudaStream): void {
    const streamId = streamIdOf(this.runtime, stream);
    this.runtime.call(cuda => cuda.recordEvent(idOf(this), streamId));
  }

  /** Settles when the device has reached the event; JavaScript goes on meanwhile. */
  synchronize(): Promise<void> {
    return this.runtime.later(cuda => cuda.synchronizeEvent(idOf(this)));
  }

  /**
   * Milliseconds from `earlier` to this event, by the clock of the device, to about half a microsecond.
   *
   * @throws CudaError CUDA_ERROR_INVALID_HANDLE unless both were recorded, CUDA_ERROR_NOT_READY while the
   * device has not reached both.
   */
  elapsedMs(earlier: CudaEvent): number {
    const earlierId = eventIdOf(earlier);
    return this.runtime.call(cuda => cuda.elapsedMs(earlierId, idOf(this)));
  }
}

/**
 * The number of a stream; without one, that which is captured, else 0.
 *
 * @throws CudaArgumentError for what is no stream; CudaDisposedError
 */
export function streamIdOf(runtime: CudaRuntime, stream: unknown): number {
  if (stream === undefined) return runtime.captured;
  if (stream instanceof CudaStream) return idOf(stream);
  throw new CudaArgumentError(`A stream is what cuda.stream() gives, not ${kindText(stream)}.`);
}

function eventIdOf(event: unknown): number {
  if (event instanceof CudaEvent) return idOf(event);
  throw new CudaArgumentError(`An event is what cuda.event() gives, not ${kindText(event)}.`);
}
