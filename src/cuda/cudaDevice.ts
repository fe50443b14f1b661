import { CudaArgumentError } from './cudaErrors';
import type { CudaRuntime } from './cudaRuntime';

/** A device and its capabilities. Sizes are bytes. */
export interface CudaDevice {
  /** CUDA's number of the device, from 0. */
  readonly index: number;
  /** The product, such as `NVIDIA H200`. */
  readonly name: string;
  /** All of its memory, in bytes. */
  readonly memoryBytes: number;
  /** Major and minor: `9.0`. */
  readonly computeCapability: string;
  /** The number of its multiprocessors. */
  readonly multiprocessors: number;
  /** Threads in a warp. */
  readonly warpSize: number;
  /** Most threads of a block, over all dimensions. */
  readonly maxThreadsPerBlock: number;
  /** Most threads of a block in x, y and z. */
  readonly maxBlock: readonly [number, number, number];
  /** Most blocks of a grid in x, y and z. */
  readonly maxGrid: readonly [number, number, number];
  /** Most shared memory of a block without a request, in bytes. */
  readonly sharedBytesPerBlock: number;
  /** Most shared memory of a block that a launch may request, in bytes. */
  readonly maxSharedBytesPerBlock: number;
}

/** A device by its number. @throws CudaArgumentError for a number that no device has. */
export function readDevice(runtime: CudaRuntime, index: number): CudaDevice {
  checkDevice(runtime, index);
  const facts = runtime.factsOf(index);
  return {
    index,
    name: facts.name,
    memoryBytes: facts.memoryBytes,
    computeCapability: `${facts.computeMajor}.${facts.computeMinor}`,
    multiprocessors: facts.multiprocessors,
    warpSize: facts.warpSize,
    maxThreadsPerBlock: facts.maxThreadsPerBlock,
    maxBlock: [facts.maxBlockX, facts.maxBlockY, facts.maxBlockZ],
    maxGrid: [facts.maxGridX, facts.maxGridY, facts.maxGridZ],
    sharedBytesPerBlock: facts.sharedBytesPerBlock,
    maxSharedBytesPerBlock: Math.max(facts.sharedBytesPerBlock, facts.sharedBytesPerBlockOnRequest)
  };
}

/** @throws CudaArgumentError for a number that no device has. */
export function checkDevice(runtime: CudaRuntime, index: unknown): asserts index is number {
  const count = runtime.devices();
  if (Number.isInteger(index) && (index as number) >= 0 && (index as number) < count) return;
  const known = count === 1 ? 'There is one device, 0' : `Devices are 0 to ${count - 1}`;
  throw new CudaArgumentError(`${known}; ${String(index)} is none.`);
}
