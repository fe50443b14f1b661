import type { InspectOptions } from 'node:util';
import { DISPOSE } from '../engine/annotate/disposable';
import { CudaDisposedError } from './cudaErrors';
import type { CudaRuntime } from './cudaRuntime';
import { resourceText } from './cudaResource';

/**
 * Host memory that stays in place, so that devices copy from and to it at full speed and while other
 * work runs. Its bytes are an ordinary ArrayBuffer.
 */
export class PinnedMemory {
  readonly #runtime: CudaRuntime;
  readonly #id: number;
  #buffer: ArrayBuffer | undefined;

  /** Implements `cuda.pinned`. */
  constructor(
    runtime: CudaRuntime,
    memory: { readonly id: number; readonly buffer: ArrayBuffer },
    /** Its size, in bytes. */
    readonly sizeBytes: number
  ) {
    this.#runtime = runtime;
    this.#id = memory.id;
    this.#buffer = memory.buffer;
    runtime.pinned.set(memory.buffer, memory.id);
    runtime.freeWith(memory.buffer, memory.id);
  }

  /** Its bytes, for typed arrays such as `new Float32Array(memory.buffer)`. @throws CudaDisposedError */
  get buffer(): ArrayBuffer {
    if (this.#buffer !== undefined) return this.#buffer;
    throw new CudaDisposedError('This pinned memory was disposed of: make a new one.');
  }

  /** True after `dispose`. */
  get isDisposed(): boolean {
    return this.#buffer === undefined;
  }

  /** Frees it; its ArrayBuffer and the arrays on it have length 0 from then on. Safe to call again. */
  dispose(): void {
    const buffer = this.#buffer;
    if (buffer === undefined) return;
    this.#buffer = undefined;
    this.#runtime.cuda.detach(buffer);
    this.#runtime.free(buffer, this.#id);
  }

  [DISPOSE](): void {
    this.dispose();
  }

  /** The output of `console.log` and of the last line of a cell: its size. */
  [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: InspectOptions): string {
    return resourceText(this, () => ({ sizeBytes: this.sizeBytes }), options);
  }
}
