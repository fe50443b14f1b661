import { type InspectOptions, inspect } from 'node:util';
import { DISPOSE } from '../engine/annotate/disposable';
import { isPlainPromise, whenSettled } from '../record/promiseSlice';
import { CudaArgumentError, CudaDisposedError } from './cudaErrors';
import type { CudaRuntime } from './cudaRuntime';

// The class below shares its private members with this file only.
let readId: (resource: CudaResource) => number;
let readWhat: (resource: CudaResource) => string;

/** Something that CUDA keeps for a program until it is disposed of, or collected. */
export abstract class CudaResource {
  readonly #runtime: CudaRuntime;
  #id: number;
  /** The name of its kind in errors. */
  protected abstract readonly what: string;

  protected constructor(
    runtime: CudaRuntime,
    id: number,
    /** The number of the device that it is on. */
    readonly device: number
  ) {
    this.#runtime = runtime;
    this.#id = id;
    runtime.freeWith(this, id);
  }

  /** True after `dispose`. */
  get isDisposed(): boolean {
    return this.#id === 0;
  }

  /** Frees it, once the work begun with it is done. Safe to call again, and after a lost context. */
  dispose(): void {
    const id = this.#id;
    this.#id = 0;
    if (id !== 0) this.#runtime.free(this, id);
  }

  [DISPOSE](): void {
    this.dispose();
  }

  /**
   * The output of `console.log` and of the last line of a cell: its kind and its distinguishing facts.
   */
  [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: InspectOptions): string {
    return resourceText(this, () => this.facts(), options);
  }

  /** The state shared by all calls of this thread; not an own property, so that nothing shows it. */
  protected get runtime(): CudaRuntime {
    return this.#runtime;
  }

  /** The facts that distinguish it when it is shown. */
  protected facts(): object {
    return {};
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

const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

/** Something of CUDA as consoles and notebooks show it: its class with some facts, or that it is gone. */
export function resourceText(
  resource: { readonly isDisposed: boolean },
  facts: () => object,
  options: InspectOptions
): string {
  const { name } = resource.constructor;
  if (resource.isDisposed) return `${name} (disposed)`;
  return `${name} ${inspect(facts(), { ...options, depth: 1 })}`;
}

/** An address that {@link resourceText} shows in hexadecimal digits. */
export function shownAddress(address: bigint): object {
  return { [CUSTOM]: () => `0x${address.toString(16)}` };
}
