import type { CudaAddon } from './cudaAddon';
import type { GpuAddon } from './gpuAddon';
import type { GpuSamplingAddon } from './gpuSampling';

/** The result of the search for a tool that takes NVTX ranges. */
export type NvtxState =
  /** Ranges reach the tool. */
  | 'ready'
  /** No tool was named. */
  | 'noTool'
  /** The library that was named could not be loaded. */
  | 'notLoaded'
  /** The library is not a tool for NVTX 3. */
  | 'noEntry'
  /** The tool did not want to start. */
  | 'refused';

/** NVTX ranges of this process. Names longer than 1,023 bytes of UTF-8 are cut. */
export interface NvtxAddon {
  /**
   * Loads the library of a tool that was named, one for a process; empty for none. CUPTI, which gets
   * the ranges while a recording takes markers and nobody named a tool, is none.
   */
  attach(library: string): NvtxState;
  /** Opens a range of the calling thread, inside those that are open. */
  push(name: string): void;
  /** Closes the innermost open range of the calling thread. */
  pop(): void;
  /** Opens a range that may overlap others; returns its number. */
  start(name: string): bigint;
  /** Closes a range that `start` opened. */
  end(range: bigint): void;
  /** Marks this moment. */
  mark(name: string): void;
}

/** The memory of this process. */
export interface MemoryAddon {
  /**
   * Gives memory back to the system that was freed, and that the C library keeps for later, in some 0.1 s.
   * Returns false where it does not offer that.
   */
  giveBack(): boolean;
}

/** Everything the native addon has; `cc/napi/addon.cc` makes it. */
export interface NativeAddon {
  readonly nvtx: NvtxAddon;
  readonly gpu: GpuAddon;
  readonly gpuSampling: GpuSamplingAddon;
  readonly cuda: CudaAddon;
  readonly memory: MemoryAddon;
}
