import type { NvtxAddon } from '../native/addon';
import { isPlainPromise, whenSettled } from '../record/promiseSlice';
import { CudaArgumentError } from './cudaErrors';
import type { CudaRuntime } from './cudaRuntime';

/** NVTX ranges and marks, which NVIDIA's tools show beside GPU work. */
export interface CudaNvtx {
  /**
   * Runs `fn` within a range of that name, until its promise settles if it returns one; returns its
   * value. Where nothing takes ranges, it only runs it.
   */
  range<T>(name: string, fn: () => T): T;
  /** Marks this moment. */
  mark(name: string): void;
}

/** See {@link CudaNvtx}. */
export function createNvtx(runtime: CudaRuntime): CudaNvtx {
  return {
    range<T>(name: string, fn: () => T): T {
      if (typeof fn !== 'function') throw new CudaArgumentError('cuda.nvtx.range runs a function.');
      return ranged(listener(runtime), checkedName(name), fn);
    },
    mark(name) {
      listener(runtime)?.mark(checkedName(name));
    }
  };
}

function checkedName(name: unknown): string {
  if (typeof name === 'string') return name;
  throw new CudaArgumentError(`The name of a range or a mark is text, not ${typeof name}.`);
}

/** The receiver of ranges: a tool that started this program, else CUPTI if a recording uses it. */
function listener(runtime: CudaRuntime): NvtxAddon | undefined {
  try {
    const { nvtx } = runtime.addon();
    nvtx.attach(process.env.NVTX_INJECTION64_PATH ?? '');
    return nvtx;
  } catch {
    return undefined;
  }
}

/** Ranges that JavaScript waits in may overlap: they are numbered. */
function ranged<T>(nvtx: NvtxAddon | undefined, name: string, fn: () => T): T {
  if (nvtx === undefined) return fn();
  const range = nvtx.start(name);
  let result: T;
  try {
    result = fn();
  } catch (error) {
    nvtx.end(range);
    throw error;
  }
  if (isPlainPromise(result)) return whenSettled(result, () => nvtx.end(range)) as T;
  nvtx.end(range);
  return result;
}
