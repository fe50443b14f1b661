import { totalmem } from 'node:os';
import { isPlainPromise } from '../record/promiseSlice';
import { idOf, lent } from './cudaResource';
import { type CudaRuntime, checkedCount } from './cudaRuntime';
import { DeviceBuffer } from './deviceBuffer';
import { type HostData, checkedHostData } from './hostArrays';
import { PinnedMemory } from './pinnedMemory';
import { readDevice } from './cudaDevice';
import { CudaArgumentError } from './cudaErrors';
import { CudaFunction, type LaunchOptions } from './cudaFunction';
import { type CudaImage, CudaModule } from './cudaModule';
import { type CompileOptions, compileSource, ptxImage } from './compileSource';
import { parameterBytesIn } from './parameterBytes';
import { kernelsOf } from './kernelParameters';
import type { Extent } from './launchGeometry';
import type { KernelArgument } from './packArguments';
import { CudaGraph } from './cudaGraph';
import { CudaEvent, CudaStream } from './cudaStream';

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

/** Calls for kernels. Calls with a body dispose of the objects they created when it is done. */
export interface ModuleCalls {
  /**
   * Compiles CUDA C++ by NVIDIA's run-time compiler, and loads it on the device.
   *
   * @throws CudaCompileError, whose message shows each error at its line.
   */
  compile(source: string, options?: CompileOptions): CudaModule;
  /** Compiles CUDA C++, and keeps it loaded for as long as `body` runs, or its promise. */
  compile<T>(source: string, options: CompileOptions, body: (module: CudaModule) => T): T;
  /** Loads an image that was compiled elsewhere: PTX as text, or the bytes of a cubin or a fatbin. */
  load(image: string | Uint8Array): CudaModule;
  /** Loads an image that was compiled elsewhere, for as long as `body` runs, or its promise. */
  load<T>(image: string | Uint8Array, body: (module: CudaModule) => T): T;
  /**
   * Launches a kernel with a number of blocks and threads per block:
   * `cuda.launch(add, 4, 256, [a, b, n])`. Does not wait for it: an error in the kernel is reported by
   * a later call.
   *
   * @throws CudaArgumentError for arguments that do not fit the kernel, and for more threads, blocks or
   * shared memory than the device has.
   */
  launch(
    fn: CudaFunction,
    grid: Extent,
    block: Extent,
    args: readonly KernelArgument[],
    options?: LaunchOptions
  ): void;
}

/** See {@link ModuleCalls}. */
export function createModuleCalls(runtime: CudaRuntime): ModuleCalls {
  const compile = (source: string, options: CompileOptions = {}): CudaModule => {
    const device = readDevice(runtime, runtime.device);
    const capability = Number(device.computeCapability.replace('.', ''));
    const { image, about } = compileSource(runtime, source, options, capability);
    return loaded(runtime, image, about);
  };
  return {
    compile: <T>(source: string, options?: CompileOptions, body?: (module: CudaModule) => T) =>
      lent(compile(source, options), body) as T,
    load: <T>(image: string | Uint8Array, body?: (module: CudaModule) => T) =>
      lent(loadImage(runtime, image), body) as T,
    launch(fn, grid, block, args, options) {
      if (!(fn instanceof CudaFunction)) {
        throw new CudaArgumentError(
          "What is launched is a function of a module: module.fn('name')."
        );
      }
      fn.launch({ grid, block }, args, options);
    }
  };
}

function loadImage(runtime: CudaRuntime, given: unknown): CudaModule {
  const isText = typeof given === 'string';
  const image = isText ? ptxImage(given) : given;
  if (!(image instanceof Uint8Array) || image.length === 0) {
    throw new CudaArgumentError(
      'cuda.load takes PTX as text, or the bytes of a cubin or a fatbin.'
    );
  }
  return loaded(runtime, image, {
    name: 'The image',
    kernels: isText ? kernelsOf(given, '', runtime.demangle) : null,
    parameterBytes: isText ? new Map() : parameterBytesIn(image),
    ptx: isText ? given : null,
    diagnostics: [],
    names: new Map()
  });
}

function loaded(runtime: CudaRuntime, image: Uint8Array, about: CudaImage): CudaModule {
  const device = readDevice(runtime, runtime.device);
  const id = runtime.call(cuda => cuda.loadModule(device.index, image));
  return new CudaModule(runtime, id, device, about);
}

/**
 * Calls for the order of work. Calls with a body dispose of the objects they created when it is done.
 */
export interface WorkCalls {
  /** A stream of the device. It waits for the default stream, and that for it. */
  stream(): CudaStream;
  /** A stream of the device for as long as `body` runs, or its promise. */
  stream<T>(body: (stream: CudaStream) => T): T;
  /** An event of the device, with time. */
  event(): CudaEvent;
  /** An event of the device, with time, for as long as `body` runs, or its promise. */
  event<T>(body: (event: CudaEvent) => T): T;
  /**
   * Captures the work that `body` gives to `stream` as a graph, instead of running it. Within `body`,
   * calls without a stream go to this one. Buffers that the graph uses live as long as the graph.
   *
   * @throws CudaArgumentError within another capture, for a body with a promise, and for calls that
   * cannot be captured: downloads, waits, and memory.
   */
  capture(stream: CudaStream, body: () => void): CudaGraph;
  /** Settles when all work of the device is done; JavaScript goes on meanwhile. */
  synchronize(): Promise<void>;
  /** Returns when all work of the device is done; JavaScript waits meanwhile. */
  synchronizeNow(): void;
}

/** See {@link WorkCalls}. */
export function createWorkCalls(runtime: CudaRuntime): WorkCalls {
  const newStream = (): CudaStream => {
    const { device } = runtime;
    return new CudaStream(
      runtime,
      runtime.call(cuda => cuda.createStream(device)),
      device
    );
  };
  const newEvent = (): CudaEvent => {
    const { device } = runtime;
    return new CudaEvent(
      runtime,
      runtime.call(cuda => cuda.createEvent(device)),
      device
    );
  };
  return {
    stream: <T>(body?: (stream: CudaStream) => T) => lent(newStream(), body) as T,
    event: <T>(body?: (event: CudaEvent) => T) => lent(newEvent(), body) as T,
    capture: (stream, body) => capture(runtime, stream, body),
    synchronize: () => runtime.later(cuda => cuda.synchronize(runtime.device)),
    synchronizeNow: () => runtime.call(cuda => cuda.synchronizeNow(runtime.device))
  };
}

function capture(runtime: CudaRuntime, stream: CudaStream, body: () => void): CudaGraph {
  if (!(stream instanceof CudaStream) || typeof body !== 'function') {
    throw new CudaArgumentError('cuda.capture takes a stream and a function that gives it work.');
  }
  if (runtime.captured !== 0) throw new CudaArgumentError('A stream is being captured already.');
  const id = idOf(stream);
  runtime.call(cuda => cuda.beginCapture(id));
  runtime.captured = id;
  try {
    const result: unknown = body();
    if (isPlainPromise(result)) {
      throw new CudaArgumentError(
        'What is captured returns no promise: take async off the function.'
      );
    }
    return new CudaGraph(
      runtime,
      runtime.call(cuda => cuda.endCapture()),
      stream.device
    );
  } finally {
    runtime.captured = 0;
    runtime.cuda.abandonCapture();
  }
}
