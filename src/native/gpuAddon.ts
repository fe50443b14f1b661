import type { ActivityBatch, ActivityKind } from './gpuActivities';
import type { GpuExperiments } from './gpuExperiments';
import type { GpuFailure } from './gpuFailure';

/** Whether GPU work can be recorded, or why not. */
export type GpuState =
  /** `libcuda.so.1` is not there. */
  | 'no-driver'
  /** The driver is older than what any known CUPTI needs. */
  | 'driver-too-old'
  /** The driver did not start. */
  | 'driver-error'
  /** The driver found no GPU. */
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
  /** CUPTI does not work here for another reason, which the failure names. */
  | 'cupti-error'
  /** GPU work can be recorded. */
  | 'ready';

/** The result of searching for a library: its location, or the loader's message. */
export interface GpuLibrary {
  readonly path: string | null;
  readonly error: string | null;
  /** The library's own version number: 13000 for a driver, 130001 for CUPTI; 0 if unknown. */
  readonly version: number;
}

/** A GPU as its driver describes it; 0 for unknown values. */
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
  /** The part of every block's shared memory that the driver reserves. */
  readonly reservedSharedBytesPerBlock: number;
  readonly memoryBytes: number;
  /** Highest rate of the device's memory, bytes a second. */
  readonly memoryBytesPerSecond: number;
  readonly l2Bytes: number;
  /** Highest rate of the link to the host in one direction, bytes a second. */
  readonly linkBytesPerSecond: number;
}

/** The state of GPU support on this machine. */
export interface GpuStatus {
  readonly state: GpuState;
  /** The failed call that led to `state`, if any. */
  readonly failure: GpuFailure | null;
  readonly driver: GpuLibrary;
  readonly cupti: GpuLibrary;
  readonly nvml: GpuLibrary;
  readonly nvrtc: GpuLibrary;
  readonly devices: readonly GpuDevice[];
}

/** The options of a recording of activities. */
export interface GpuStartOptions {
  readonly kinds: readonly ActivityKind[];
  /** Bytes of a buffer that CUPTI fills: 4 MiB unless given, and no less than 4 KiB. */
  readonly bufferBytes?: number;
  /**
   * Bytes of all buffers together, beyond which records are dropped and counted; by default 512 MiB.
   * There is always room for one buffer.
   */
  readonly maxBytes?: number;
  /** A file that takes every record as CUPTI wrote it when it is drained, for tests. */
  readonly recordTo?: string;
}

/** The result of a start. */
export interface GpuStart {
  /** The kinds that are recorded. If there are none, the recording continues, and stays empty. */
  readonly kinds: readonly ActivityKind[];
  /** The other requested kinds, each with CUPTI's error. */
  readonly refused: readonly { readonly kind: ActivityKind; readonly failure: GpuFailure }[];
  /**
   * `monotonic` if CUPTI reads the clock of the recorder, `converted` if times are converted from
   * CUPTI's own clock.
   */
  readonly clock: 'monotonic' | 'converted';
}

/**
 * Records GPU activity for the whole process. Every JavaScript thread has its own recording, in which
 * all records of the process arrive. If memory runs out, members throw an Error with the code
 * `NO_MEMORY`.
 */
export interface GpuAddon {
  /** Adds folders that are searched first for NVIDIA's libraries. */
  addFolders(folders: readonly string[]): void;
  /** Sets what is not decided yet, for the whole process. */
  setExperiments(experiments: GpuExperiments): void;
  /**
   * The state of GPU support. With `probe` it also asks CUPTI for permission, by enabling one kind for
   * a moment; without, `no-permission` and `busy` cannot be distinguished from `ready`, and libraries
   * that do not affect the state are not searched for. Nothing is asked during a recording. Never
   * throws.
   */
  status(probe: boolean): GpuStatus;
  /**
   * Begins the recording of the calling thread. Several threads may record at the same time, each with
   * its own kinds. If no other tool takes the NVTX ranges of this process, CUPTI does while something
   * records `marker`: NVTX_INJECTION64_PATH names it meanwhile.
   *
   * @throws Error with the code `NOT_READY`, `STARTED`, or `NO_FILE` if `recordTo` cannot be written.
   */
  start(options: GpuStartOptions): GpuStart;
  /**
   * Takes the records that have arrived since the last call, after asking CUPTI for complete ones. With
   * `all` it first waits until the GPUs have finished the launched work, at most `waitMs` milliseconds,
   * by default 10,000, and then takes all records; work that is not done by then is
   * `CUDA_ERROR_NOT_READY` among the failures. Never throws: errors are in `failures`. Empty if this
   * thread does not record.
   */
  drain(all: boolean, waitMs?: number): ActivityBatch;
  /**
   * Begins to wait, on a thread of the addon's, until the GPUs have finished the work launched so far;
   * returns the number of the wait. 0, which is over at once, without a driver.
   */
  beginWait(): number;
  /**
   * The progress of a wait, after `blockMs` milliseconds at the latest: the calls that failed if it is
   * over; `interrupted` if a signal that the process handles came meanwhile.
   */
  lookAtWait(wait: number, blockMs: number): 'working' | 'interrupted' | readonly GpuFailure[];
  /**
   * Ends the recording of the calling thread; records that were not drained are lost. Safe to call
   * twice.
   */
  stop(): void;
  /**
   * Calls `listener`, once for many, when records have arrived; null for no more. It does not keep the
   * process alive, and stays through later recordings of the thread.
   */
  onRecords(listener: (() => void) | null): void;
  /**
   * GPU work of this thread belongs to `id`, an integer below 2⁵³, until `popId`. Inner ids take
   * precedence. Does nothing while no thread records.
   */
  pushId(id: number): void;
  popId(): void;
  /**
   * The C++ name that a mangled one stands for, as the C++ library of the system writes it: of
   * `_Z6kernelPf` `kernel(float*)`. Null for anything else, and for names that are longer than 1,024
   * bytes or refer to their own parts more than 28 times, of which a result could be monstrous.
   */
  demangle(name: string): string | null;
}
