import { kindText } from './checkOptions';
import { CudaArgumentError } from './cudaErrors';
import { CudaResource, idOf } from './cudaResource';
import type { CudaRuntime } from './cudaRuntime';

/** Work for a device that runs in order. Work in different streams may run at the same time. */
export class CudaStream extends CudaResource {
  protected override readonly what = 'stream';

  /** Implements `cuda.stream`. */
  constructor(runtime: CudaRuntime, id: number, device: number) {
    super(runtime, id, device);
  }

  /** Settles when all that was given to the stream is done; JavaScript goes on meanwhile. */
  synchronize(): Promise<void> {
    return this.runtime.later(cuda => cuda.synchronizeStream(idOf(this)));
  }

  /** Returns when all that was given to the stream is done; JavaScript waits meanwhile. */
  synchronizeNow(): void {
    this.runtime.call(cuda => cuda.synchronizeStreamNow(idOf(this)));
  }

  /** True if all work given to the stream is done. */
  get isDone(): boolean {
    return this.runtime.call(cuda => cuda.isStreamDone(idOf(this)));
  }

  /** Makes later work of the stream wait until `event` has happened. */
  waitFor(event: CudaEvent): void {
    const eventId = eventIdOf(event);
    this.runtime.call(cuda => cuda.waitForEvent(idOf(this), eventId));
  }
}

/** A point in the work of a stream, with the time at which a device reached it. */
export class CudaEvent extends CudaResource {
  protected override readonly what = 'event';

  /** Implements `cuda.event`. */
  constructor(runtime: CudaRuntime, id: number, device: number) {
    super(runtime, id, device);
  }

  /** Puts the event after the work given to `stream` so far; by default to the default stream. */
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
 * The number of a stream; without one, that of the captured stream, else 0.
 *
 * @throws CudaArgumentError for anything but a stream; CudaDisposedError
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
