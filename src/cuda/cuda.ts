import type { GpuStatus } from '../native/gpuAddon';
import { type CudaDevice, checkDevice, readDevice } from './cudaDevice';
import { CudaUnavailableError } from './cudaErrors';
import { type CudaNvtx, createNvtx } from './cudaNvtx';
import { type CudaDeps, CudaRuntime } from './cudaRuntime';
import { type KernelValues, kernelValues } from './kernelValues';
import {
  type MemoryCalls,
  type ModuleCalls,
  type WorkCalls,
  createMemoryCalls,
  createModuleCalls,
  createWorkCalls
} from './cudaCalls';

/**
 * Work on NVIDIA GPUs: memory, kernels from CUDA C++, streams, events and graphs, through the installed
 * driver. Nothing is loaded before the first call. Every JavaScript thread has its own `cuda` on the
 * same devices.
 *
 * An object on a device lives until it is disposed of, collected, or the thread ends; each call that
 * creates one also takes a function, after which the object is disposed of.
 *
 * @throws CudaUnavailableError, without a GPU, from every call but `isAvailable`, `status`, `nvtx` and
 * the values of kernels; it says what to do.
 */
export interface Cuda extends MemoryCalls, WorkCalls, ModuleCalls, KernelValues {
  /** True if there is a usable GPU. Never throws. */
  readonly isAvailable: boolean;
  /** The state of GPUs, of their driver, and of the libraries that record them. */
  status(): GpuStatus;
  /** The devices that CUDA finds, in order of their numbers. */
  devices(): readonly CudaDevice[];
  /** One device; without a number, the one that is used. */
  device(index?: number): CudaDevice;
  /** Uses a device from now on, in this thread. Existing objects stay on theirs. */
  setDevice(index: number): void;
  /** Ranges and marks for NVIDIA's tools. */
  readonly nvtx: CudaNvtx;
  /**
   * Tells NVIDIA's tools to start recording, if they wait for that: `nsys profile -c cudaProfilerApi`.
   */
  profilerStart(): void;
  /** Tells NVIDIA's tools to stop recording. */
  profilerStop(): void;
  /**
   * Frees everything on the current device, for all threads of the process, and creates a new context:
   * the way to recover from a lost one. Objects made before are disposed of; other libraries in the
   * process also lose their data on the device.
   *
   * @throws CudaContextLostError if the driver can only recover in a new process.
   */
  reset(): void;
}

/**
 * The `cuda` object over an addon, which `load` returns on first use. `inScope` makes calls that
 * allocate memory known under the current profiler scope.
 */
export function createCuda(
  load: () => CudaDeps,
  inScope: <T>(call: () => T) => T = call => call()
): Cuda {
  const runtime = new CudaRuntime(load, inScope);
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
