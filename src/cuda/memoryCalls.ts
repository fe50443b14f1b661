import { totalmem } from 'node:os';
import { lent } from './cudaResource';
import { type CudaRuntime, checkedCount } from './cudaRuntime';
import { DeviceBuffer } from './deviceBuffer';
import { type HostData, checkedHostData } from './hostArrays';
import { PinnedMemory } from './pinnedMemory';

/** Memory of a device, bytes. */
export interface CudaMemoryFacts {
  /** Bytes that are free for any process. */
  readonly freeBytes: number;
  /** Bytes of memory that the device has. */
  readonly totalBytes: number;
}

/**
 * Calls for memory. Calls with a body dispose of the objects they created when it, or its promise, is
 * done.
 */
export interface MemoryCalls {
  /**
   * Memory of the device, whose bytes are anything.
   *
   * @throws CudaError CUDA_ERROR_OUT_OF_MEMORY; CudaArgumentError for more than the device has.
   */
  alloc(bytes: number): DeviceBuffer;
  /** Memory of the device for as long as `body` runs, or its promise. */
  alloc<T>(bytes: number, body: (buffer: DeviceBuffer) => T): T;
  /** Memory of the device with a copy of bytes of the host. */
  buffer(data: HostData): DeviceBuffer;
  /** Memory of the device with a copy of bytes of the host, for as long as `body` runs, or its promise. */
  buffer<T>(data: HostData, body: (buffer: DeviceBuffer) => T): T;
  /**
   * Memory of the host that devices copy from and to directly, all zero.
   *
   * @throws CudaArgumentError for more than the machine has.
   */
  pinned(bytes: number): PinnedMemory;
  /** Memory of the host that devices copy from and to, for as long as `body` runs, or its promise. */
  pinned<T>(bytes: number, body: (memory: PinnedMemory) => T): T;
  /** The total memory of the device, and its free memory. */
  memory(): CudaMemoryFacts;
}

/** See {@link MemoryCalls}. */
export function createMemoryCalls(runtime: CudaRuntime): MemoryCalls {
  const allocate = (bytes: number): DeviceBuffer => {
    const { device } = runtime;
    const { memoryBytes } = runtime.factsOf(device);
    checkedCount('The size of a buffer in bytes', bytes, 1, memoryBytes);
    return new DeviceBuffer(
      runtime,
      runtime.allocate(cuda => cuda.allocate(device, bytes)),
      bytes,
      device
    );
  };
  const filled = (data: HostData): DeviceBuffer => {
    const buffer = allocate(checkedHostData(data).byteLength);
    try {
      buffer.upload(data);
      return buffer;
    } catch (error) {
      buffer.dispose();
      throw error;
    }
  };
  return {
    alloc: <T>(bytes: number, body?: (buffer: DeviceBuffer) => T) =>
      lent(allocate(bytes), body) as T,
    buffer: <T>(data: HostData, body?: (buffer: DeviceBuffer) => T) =>
      lent(filled(data), body) as T,
    pinned: <T>(bytes: number, body?: (memory: PinnedMemory) => T) =>
      lent(pin(runtime, bytes), body) as T,
    memory: () => runtime.call(cuda => cuda.memory(runtime.device))
  };
}

function pin(runtime: CudaRuntime, bytes: number): PinnedMemory {
  runtime.devices();
  checkedCount('The size of pinned memory in bytes', bytes, 1, totalmem());
  const memory = runtime.allocate(cuda => cuda.allocatePinned(runtime.device, bytes));
  return new PinnedMemory(runtime, memory, bytes);
}
