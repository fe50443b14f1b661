/** GPUs of a profile at most. */
export const MAX_GPUS = 64;

/** A recorded GPU, as its driver described it; 0 for unknown values. */
export interface GpuInfo {
  /**
   * CUDA's number, as in the names of tracks: `GPU 0 (NVIDIA H200)`. In a profile of several processes, a
   * number for each UUID: that of the first process, or the next free one if another GPU has it.
   */
  readonly device: number;
  /**
   * The driver's UUID of the GPU or MIG instance, equal in all processes, such as
   * `GPU-01234567-89ab-cdef-0123-456789abcdef`; absent or empty if unknown.
   */
  readonly uuid?: string;
  /** The product, such as `NVIDIA H200`; empty if unknown. */
  readonly name: string;
  /** Major and minor: `9.0`; empty if unknown. */
  readonly computeCapability: string;
  /** The number of its multiprocessors. */
  readonly multiprocessors: number;
  /** Threads in a warp. */
  readonly warpSize: number;
  /** Most threads that a multiprocessor holds at a time. */
  readonly maxThreadsPerMultiprocessor: number;
  /** Most blocks that a multiprocessor holds at a time. */
  readonly maxBlocksPerMultiprocessor: number;
  /** Registers of a multiprocessor, for all threads that it holds. */
  readonly registersPerMultiprocessor: number;
  /** Shared memory of a multiprocessor, for all blocks that it holds, in bytes. */
  readonly sharedBytesPerMultiprocessor: number;
  /** The part of every block's shared memory that the driver reserves, in bytes. */
  readonly reservedSharedBytesPerBlock: number;
  /** All of its memory, in bytes. */
  readonly memoryBytes: number;
  /** Highest rate of the device's memory, bytes a second. */
  readonly memoryBytesPerSecond: number;
  /** The size of its second-level cache, in bytes. */
  readonly l2Bytes: number;
  /** Highest rate of the link to the host in one direction, bytes a second. */
  readonly linkBytesPerSecond: number;
}

/** CUDA's number of the GPU that a track of kind `device` is for: from its name, else its `tid`. */
export function numberOfGpuTrack({ name, tid }: { name: string; tid: number }): number {
  const named = /^GPU (\d{1,6})\b/.exec(name);
  return named ? Number(named[1]) : tid;
}
