/** The result of starting CUDA's driver. */
export interface CudaStart {
  readonly state: 'ready' | 'no-driver' | 'driver-too-old' | 'driver-error' | 'no-device';
  /** Number of devices; 0 unless ready. */
  readonly devices: number;
  /** The result of `cuInit`: its number and name, 0 for success. */
  readonly status: number;
  readonly statusName: string;
}

/** A device as its driver describes it; 0 for unknown values. */
export interface CudaDeviceNumbers {
  readonly name: string;
  readonly memoryBytes: number;
  readonly computeMajor: number;
  readonly computeMinor: number;
  readonly multiprocessors: number;
  readonly warpSize: number;
  readonly maxThreadsPerBlock: number;
  readonly maxBlockX: number;
  readonly maxBlockY: number;
  readonly maxBlockZ: number;
  readonly maxGridX: number;
  readonly maxGridY: number;
  readonly maxGridZ: number;
  readonly sharedBytesPerBlock: number;
  /** The maximum for a kernel whose launch requests it. */
  readonly sharedBytesPerBlockOnRequest: number;
}

/** A kernel of a module, by its number. */
export interface CudaFunctionNumbers {
  readonly id: number;
  readonly maxThreadsPerBlock: number;
  readonly sharedBytes: number;
  readonly localBytes: number;
  readonly registers: number;
  /** Of each parameter; null where the driver does not tell, as before CUDA 12.4. */
  readonly parameterBytes: readonly number[] | null;
}

/** NVIDIA's run-time compiler, or the reason why there is none. */
export interface CudaCompilerFacts {
  readonly error: string | null;
  readonly path: string | null;
  readonly major: number;
  readonly minor: number;
  /** Compute capabilities that it compiles for, such as 90. */
  readonly architectures: Int32Array;
}

/** The result of a compilation. */
export interface CudaCompilation {
  /** The compiler's answer, its name, and the function that gave it; 0 for success. */
  readonly status: number;
  readonly statusName: string;
  readonly call: string;
  /** Errors and warnings, as the compiler writes them. */
  readonly log: string;
  readonly ptx: string;
  /** Empty where the source was compiled for a virtual architecture. */
  readonly cubin: Uint8Array;
  /** The name in the image of each expression. */
  readonly names: readonly string[];
}

/** The error that a failed call throws, or rejects with. */
export interface CudaNativeError extends Error {
  /**
   * `CUDA_FAILED` for errors of the driver. Other codes come from before the call of the driver:
   * `CUDA_UNAVAILABLE`, `CUDA_DISPOSED`, `CUDA_RESET` for objects made before a reset,
   * `CUDA_CAPTURING`, `CUDA_LOST` with the error by which the context was lost, `CUDA_MEMORY` if the
   * host ran out of memory.
   */
  readonly code: string;
  /** The driver's function; absent unless one failed. */
  readonly call?: string;
  /** The returned number; 0 for none. */
  readonly status: number;
  readonly statusName: string;
  /** The driver's description of the number. */
  readonly description: string;
}

/** Bytes of the host. */
export type CudaHostBytes = ArrayBufferView | ArrayBuffer;

/**
 * CUDA for the JavaScript thread that loaded the addon. Objects are numbers from 1; 0 is the default
 * stream, and host memory that is not pinned. Offsets and sizes are bytes, checked by the caller. Every
 * function but `start`, `compilerFacts` and `compile` needs a driver that started.
 */
export interface CudaAddon {
  /** Starts the driver unless it runs. Never throws. */
  start(): CudaStart;
  deviceFacts(device: number): CudaDeviceNumbers;
  memory(device: number): { readonly freeBytes: number; readonly totalBytes: number };
  /** Destroys all that any thread has on the device. */
  reset(device: number): void;
  profilerStart(device: number): void;
  profilerStop(device: number): void;
  /**
   * Frees an object, once no work in progress needs it any more. Freeing one that is gone is not an
   * error.
   */
  release(id: number): void;

  allocate(device: number, bytes: number): { readonly id: number; readonly address: bigint };
  /** Released, its memory stays until the buffer is collected or detached. */
  allocatePinned(
    device: number,
    bytes: number
  ): { readonly id: number; readonly buffer: ArrayBuffer };
  detach(buffer: ArrayBuffer): void;
  upload(
    memory: number,
    offset: number,
    source: CudaHostBytes,
    stream: number,
    pinned: number
  ): void;
  /** Waits for the copy. */
  download(memory: number, offset: number, target: CudaHostBytes, stream: number): void;
  /** Copies so many bytes on another thread; the promise is of them. */
  downloadLater(
    memory: number,
    offset: number,
    bytes: number,
    stream: number,
    pinned: 0
  ): Promise<ArrayBuffer>;
  /** Copies on another thread into pinned memory. */
  downloadLater(
    memory: number,
    offset: number,
    target: CudaHostBytes,
    stream: number,
    pinned: number
  ): Promise<void>;
  copy(
    source: number,
    sourceOffset: number,
    target: number,
    targetOffset: number,
    bytes: number,
    stream: number
  ): void;
  fill(memory: number, offset: number, bytes: number, value: number, stream: number): void;

  createStream(device: number): number;
  createEvent(device: number): number;
  synchronize(device: number): Promise<void>;
  synchronizeNow(device: number): void;
  synchronizeStream(stream: number): Promise<void>;
  synchronizeStreamNow(stream: number): void;
  isStreamDone(stream: number): boolean;
  waitForEvent(stream: number, event: number): void;
  recordEvent(event: number, stream: number): void;
  synchronizeEvent(event: number): Promise<void>;
  elapsedMs(start: number, end: number): number;

  /** The image is a cubin, a fatbin or PTX. */
  loadModule(device: number, image: Uint8Array): number;
  getFunction(module: number, name: string): CudaFunctionNumbers;
  /**
   * Launches a kernel: `geometry` is the grid, the block and bytes of shared memory, 7 words; parameter
   * `i` begins at byte `offsets[i]` of `values`.
   */
  launch(
    fn: number,
    stream: number,
    geometry: Uint32Array,
    values: Uint8Array,
    offsets: Uint32Array
  ): void;

  beginCapture(stream: number): void;
  endCapture(): { readonly id: number; readonly nodes: number };
  /** Discards a capture; does nothing without one. */
  abandonCapture(): void;
  /** Keeps a thing for as long as the graph lives that is being captured. */
  keepForCapture(id: number): void;
  launchGraph(graph: number, stream: number): void;

  /** Never throws. */
  compilerFacts(): CudaCompilerFacts;
  compile(
    source: string,
    name: string,
    options: readonly string[],
    expressions: readonly string[]
  ): CudaCompilation;
}
