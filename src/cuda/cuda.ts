import type { GpuStatus } from '../native/gpuAddon';
import type { CudaDevice } from './cudaDevice';
import { checkDevice, readDevice } from './cudaDevice';
import { CudaUnavailableError } from './cudaErrors';
import type { CudaNvtx } from './cudaNvtx';
import { createNvtx } from './cudaNvtx';
import type { CudaParts } from './cudaRuntime';
import { CudaRuntime } from './cudaRuntime';
import type { KernelValues } from './kernelValues';
import { kernelValues } from './kernelValues';
import type { MemoryCalls } from './memoryCalls';
import { createMemoryCalls } from './memoryCalls';
import type { ModuleCalls } from './moduleCalls';
import { createModuleCalls } from './moduleCalls';
import type { WorkCalls } from './workCalls';
import { createWorkCalls } from './workCalls';

/**
 * Work on NVIDIA GPUs: memory, kernels from CUDA C++, streams, events and graphs, through the driver that
 * is installed. Nothing is loaded before the first call. Every JavaScript thread has a `cuda` of its own
 * on the same devices.
 *
 * What is made on a device lives until it is disposed of, collected, or the thread ends; each call that
 * makes something can also be given a function, after which it is disposed of.
 *
 * @throws CudaUnavailableError, where there is no GPU, from every call but `isAvailable`, `status`,
 * `nvtx` and the values of kernels; it says what to do.
 */
export interface Cuda extends MemoryCalls, WorkCalls, ModuleCalls, KernelValues {
  /** Whether there is a GPU that can be used. Never throws. */
  readonly isAvailable: boolean;
  /** What is here of GPUs, of their driver, and of what records them. */
  status(): GpuStatus;
  /** All devices. */
  devices(): readonly CudaDevice[];
  /** One device; without a number, the one that is used. */
  device(index?: number): CudaDevice;
  /** Uses a device from now on, in this thread. What was made stays on its own. */
  setDevice(index: number): void;
  /** Ranges and marks for NVIDIA's tools. */
  readonly nvtx: CudaNvtx;
  /** Tells NVIDIA's tools to begin here, where they wait for that: `nsys profile -c cudaProfilerApi`. */
  profilerStart(): void;
  /** Tells them to end. */
  profilerStop(): void;
  /**
   * Frees everything on the device that is used, for all threads of the process, and takes a new context:
   * the way back after a lost one. What was made before is disposed of; other libraries in the process
   * lose what they have on the device as well.
   *
   * @throws CudaContextLostError where the driver has no way back but a new process.
   */
  reset(): void;
}

/** The `cuda` object over an addon, which `load` gives when it is needed first. */
export function createCuda(load: () => CudaParts): Cuda {
  const runtime = new CudaRuntime(load);
  return {
    ...createMemoryCalls(runtime),
    ...createWorkCalls(runtime),
    ...createModuleCalls(runtime),
    ...kernelValues,
    nvtx: createNvtx(runtime),
    get isAvailable() {
      return isAvailable(runtime);
    },
    status: () => runtime.status(),
    devices: () =>
      Array.from({ length: runtime.devices() }, (_, index) => readDevice(runtime, index)),
    device: (index = runtime.device) => readDevice(runtime, index),
    setDevice(index) {
      checkDevice(runtime, index);
      runtime.device = index;
    },
    profilerStart: () => runtime.call(cuda => cuda.profilerStart(runtime.device)),
    profilerStop: () => runtime.call(cuda => cuda.profilerStop(runtime.device)),
    reset: () => runtime.reset()
  };
}

function isAvailable(runtime: CudaRuntime): boolean {
  try {
    return runtime.devices() > 0;
  } catch (error) {
    if (error instanceof CudaUnavailableError) return false;
    throw error;
  }
}
