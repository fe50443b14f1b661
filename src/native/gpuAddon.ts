import type { ActivityBatch, ActivityKind } from './gpuActivities';
import type { GpuFailure } from './gpuFailure';

/** Whether what GPUs do can be recorded, or what is in the way. */
export type GpuState =
  /** `libcuda.so.1` is not there. */
  | 'no-driver'
  /** The driver is older than what any known CUPTI needs. */
  | 'driver-too-old'
  /** The driver did not start. */
  | 'driver-error'
  /** The driver knows of no GPU. */
  | 'no-device'
  /** No `libcupti` was found. */
  | 'no-cupti'
  /** A `libcupti` of a version whose records are not known. */
  | 'unknown-cupti'
  /** Every `libcupti` that was found is for a newer driver. */
  | 'cupti-newer-than-driver'
  /** Only administrators may profile on this machine. */
  | 'no-permission'
  /** Another profiler holds CUPTI. */
  | 'busy'
  /** CUPTI does not work here for a reason of its own, which the failure names. */
  | 'cupti-error'
  /** What GPUs do can be recorded. */
  | 'ready';

/** A library that was looked for: where it is, or what the loader said. */
export interface GpuLibrary {
  readonly path: string | null;
  readonly error: string | null;
  /** As the library numbers itself: 13000 of a driver, 130001 of CUPTI; 0 where it does not say. */
  readonly version: number;
}

/** A GPU as its driver describes it; 0 stands for what the driver does not say. */
export interface GpuDevice {
  /** CUDA's number. */
  readonly device: number;
  readonly name: string;
  /** 16 bytes as `GPU-…` prints them. */
  readonly uuid: string;
  /** Such as `0000:65:00.0`. */
  readonly pciBusId: string;
  /** Major and minor: `9.0`. */
  readonly computeCapability: string;
  readonly multiprocessors: number;
  readonly warpSize: number;
  readonly maxThreadsPerMultiprocessor: number;
  readonly maxBlocksPerMultiprocessor: number;
  readonly registersPerMultiprocessor: number;
  readonly sharedBytesPerMultiprocessor: number;
  /** What the driver takes of every block's shared memory. */
  readonly reservedSharedBytesPerBlock: number;
  readonly memoryBytes: number;
  /** Highest rate of the device's memory, bytes a second. */
  readonly memoryBytesPerSecond: number;
  readonly l2Bytes: number;
  /** Highest rate of the link to the host in one direction, bytes a second. */
  readonly linkBytesPerSecond: number;
}

/** What is here to record what GPUs do. */
export interface GpuStatus {
  readonly state: GpuState;
  /** What led to `state`, where a call did. */
  readonly failure: GpuFailure | null;
  readonly driver: GpuLibrary;
  readonly cupti: GpuLibrary;
  readonly nvml: GpuLibrary;
  readonly nvrtc: GpuLibrary;
  readonly devices: readonly GpuDevice[];
}

/** What a recording of activities takes. */
export interface GpuStartOptions {
  readonly kinds: readonly ActivityKind[];
  /** Bytes of a buffer that CUPTI fills: 4 MiB unless given, and no less than 4 KiB. */
  readonly bufferBytes?: number;
  /**
   * Bytes of all buffers at once, beyond which records are dropped and counted; 512 MiB unless given.
   * There is always room for one buffer.
   */
  readonly maxBytes?: number;
  /** A file that takes every record as CUPTI wrote it when it is drained, for tests. */
  readonly recordTo?: string;
}

/** What came of a start. */
export interface GpuStart {
  /** The kinds that are recorded. Where there are none, the recording goes on, and stays empty. */
  readonly kinds: readonly ActivityKind[];
  /** The others that were asked for, each with what CUPTI said. */
  readonly refused: readonly { readonly kind: ActivityKind; readonly failure: GpuFailure }[];
  /**
   * `monotonic` where CUPTI reads the clock of the recorder, `converted` where times are brought over
   * from CUPTI's own clock.
   */
  readonly clock: 'monotonic' | 'converted';
}

/**
 * Records what GPUs do, for the whole process. Every JavaScript thread has a recording of its own, in
 * which all records of the process arrive. Where memory runs out, members throw an Error with the code
 * `NO_MEMORY`.
 */
export interface GpuAddon {
  /** Adds folders in which NVIDIA's libraries are looked for first. */
  addFolders(folders: readonly string[]): void;
  /**
   * What is here. With `probe` it asks CUPTI for permission as well, by enabling one kind for a
   * moment; without, `no-permission` and `busy` are not told from `ready`, and libraries that the state
   * does not depend on are not looked for. Nothing is asked while something is recorded. Never throws.
   */
  status(probe: boolean): GpuStatus;
  /**
   * Begins the recording of the calling thread. Several threads may record at once, each the kinds
   * that it asks for. Where no other tool takes the NVTX ranges of this process, CUPTI does while
   * something records `marker`: NVTX_INJECTION64_PATH names it meanwhile.
   *
   * @throws Error with the code `NOT_READY`, `STARTED`, or `NO_FILE` where `recordTo` cannot be written.
   */
  start(options: GpuStartOptions): GpuStart;
  /**
   * Takes the records that have arrived since the last call, after asking CUPTI for those that are
   * complete. With `all` it waits first until the GPUs have done what was launched, `waitMs`
   * milliseconds at most, 10,000 unless given, and then takes every one there is; work that is not
   * done by then is `CUDA_ERROR_NOT_READY` among the failures. Never throws: what fails is in
   * `failures`. Empty where this thread does not record.
   */
  drain(all: boolean, waitMs?: number): ActivityBatch;
  /** Ends the recording of the calling thread; what was not drained is lost. Safe to call twice. */
  stop(): void;
  /**
   * Calls `listener`, once for many, when records have arrived; null for no more. It does not keep the
   * process alive, and stays through later recordings of the thread.
   */
  onRecords(listener: (() => void) | null): void;
  /**
   * What this thread makes the GPU do belongs to `id`, a whole number below 2⁵³, until `popId`. Inner
   * ones come first. Nothing happens while no thread records.
   */
  pushId(id: number): void;
  popId(): void;
}
