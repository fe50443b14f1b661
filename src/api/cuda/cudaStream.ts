import type { CudaEvent } from './cudaEvent';
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
    this.runtime.call(cuda => cuda.waitForEvent(idOf(this), idOf(event)));
  }
}
