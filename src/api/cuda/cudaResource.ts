import { disposeKey } from '../disposable';
import { isPlainPromise, whenSettled } from '../../record/promiseSlice';
import { CudaArgumentError, CudaDisposedError } from './cudaErrors';
import type { CudaRuntime } from './cudaRuntime';

// The class below lends what is private to it to this file alone.
let readId: (resource: CudaResource) => number;
let readWhat: (resource: CudaResource) => string;

/** Something that CUDA keeps for a program until it is disposed of, or collected. */
export abstract class CudaResource {
  #id: number;
  /** What it is called in errors. */
  protected abstract readonly what: string;

  protected constructor(
    protected readonly runtime: CudaRuntime,
    id: number,
    /** The number of the device that it is on. */
    readonly device: number
  ) {
    this.#id = id;
    runtime.freeWith(this, id);
  }

  /** True after `dispose`. */
  get isDisposed(): boolean {
    return this.#id === 0;
  }

  /** Frees it, once what was begun with it is done. Safe to call again, and after a lost context. */
  dispose(): void {
    const id = this.#id;
    this.#id = 0;
    if (id !== 0) this.runtime.free(this, id);
  }

  [disposeKey()](): void {
    this.dispose();
  }

  static {
    readId = resource => resource.#id;
    readWhat = resource => resource.what;
  }
}

/** The number of it. @throws CudaDisposedError */
export function idOf(resource: CudaResource): number {
  const id = readId(resource);
  if (id !== 0) return id;
  throw new CudaDisposedError(`This ${readWhat(resource)} was disposed of: make a new one.`);
}

/** The number of a stream; without one, that which is captured, else 0. */
export function streamIdOf(runtime: CudaRuntime, stream: CudaResource | undefined): number {
  return stream === undefined ? runtime.captured : idOf(stream);
}

/**
 * Runs `body` with `resource`, which is disposed of when it returns, throws, or its promise settles;
 * without a body, `resource` itself.
 */
export function lent<R extends { dispose(): void }, T>(
  resource: R,
  body: ((resource: R) => T) | undefined
): R | T {
  if (body === undefined) return resource;
  let result: T;
  try {
    if (typeof body !== 'function') {
      throw new CudaArgumentError(`What is run with it is a function, not ${typeof body}.`);
    }
    result = body(resource);
  } catch (error) {
    resource.dispose();
    throw error;
  }
  if (isPlainPromise(result)) return whenSettled(result, () => resource.dispose()) as T;
  resource.dispose();
  return result;
}
