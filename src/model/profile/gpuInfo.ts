/** GPUs of a profile at most. */
export const MAX_GPUS = 64;

/** A recorded GPU, as its driver described it; 0 for unknown values. */
export interface GpuInfo {
  /** CUDA's number, as in the names of tracks: `GPU 0 (NVIDIA H200)`. */
  readonly device: number;
  readonly name: string;
  /** Major and minor: `9.0`; empty if unknown. */
  readonly computeCapability: string;
  readonly multiprocessors: number;
  readonly warpSize: number;
  readonly maxThreadsPerMultiprocessor: number;
  readonly maxBlocksPerMultiprocessor: number;
  readonly registersPerMultiprocessor: number;
  readonly sharedBytesPerMultiprocessor: number;
  /** The part of every block's shared memory that the driver reserves. */
  readonly reservedSharedBytesPerBlock: number;
  readonly memoryBytes: number;
  /** Highest rate of the device's memory, bytes a second. */
  readonly memoryBytesPerSecond: number;
  readonly l2Bytes: number;
  /** Highest rate of the link to the host in one direction, bytes a second. */
  readonly linkBytesPerSecond: number;
}
