import type { CudaAddon, CudaFunctionNumbers } from '../native/cudaAddon';
import { checkOptions } from './checkOptions';
import type { CudaDevice } from './cudaDevice';
import { CudaResource, idOf } from './cudaResource';
import type { CudaRuntime } from './cudaRuntime';
import { type CudaStream, streamIdOf } from './cudaStream';
import { DeviceBuffer } from './deviceBuffer';
import { type Extent, launchGeometry } from './launchGeometry';
import { type KernelArgument, type KernelSignature, packArguments } from './packArguments';

/** Settings of a launch. */
export interface LaunchOptions {
  /** The stream to launch on; by default the default stream, or the one that is captured. */
  readonly stream?: CudaStream;
  /** Shared memory of each block that the kernel declares as `extern __shared__`, bytes. */
  readonly sharedBytes?: number;
}

/** The number of blocks, and of threads in each. */
export interface LaunchShape {
  /** Blocks in x, or as `[x, y, z]`. */
  readonly grid: Extent;
  /** Threads of each block in x, or as `[x, y, z]`. */
  readonly block: Extent;
}

const SHAPE = ['grid', 'block'];
const OPTIONS = ['stream', 'sharedBytes'];

/** A kernel that can be launched. */
export class CudaFunction extends CudaResource {
  protected override readonly what = 'function';
  /** Its name in C++. */
  readonly name: string;
  /** Most threads that a block of it may have. */
  readonly maxThreadsPerBlock: number;
  /** Registers of a thread. */
  readonly registers: number;
  /** Shared memory that a block has without a request, in bytes. */
  readonly sharedBytes: number;
  /** Local memory of a thread, in bytes. */
  readonly localBytes: number;
  /** Types of its parameters; null where the image does not tell. */
  readonly parameterTypes: readonly string[] | null;
  readonly #signature: KernelSignature;
  readonly #on: CudaDevice;

  /** Implements `fn` of a module. */
  constructor(
    runtime: CudaRuntime,
    numbers: CudaFunctionNumbers,
    on: CudaDevice,
    signature: KernelSignature
  ) {
    super(runtime, numbers.id, on.index);
    this.#on = on;
    this.#signature = signature;
    this.name = signature.name;
    this.maxThreadsPerBlock = numbers.maxThreadsPerBlock;
    this.registers = numbers.registers;
    this.sharedBytes = numbers.sharedBytes;
    this.localBytes = numbers.localBytes;
    this.parameterTypes = signature.parameters?.map(({ type }) => type) ?? null;
  }

  /** Launches the kernel and does not wait for it, as `cuda.launch`. @throws CudaArgumentError */
  launch(shape: LaunchShape, args: readonly KernelArgument[], options: LaunchOptions = {}): void {
    checkOptions('The shape of a launch', shape, SHAPE);
    checkOptions('launch', options, OPTIONS);
    const { grid, block } = shape;
    const { stream, sharedBytes = 0 } = options;
    const { runtime } = this;
    const id = idOf(this);
    const geometry = launchGeometry(this, this.#on, { grid, block, sharedBytes });
    const { values, offsets } = packArguments(this.#signature, args);
    const streamId = streamIdOf(runtime, stream);
    runtime.call(cuda => {
      if (runtime.captured !== 0) keepBuffers(cuda, args);
      cuda.launch(id, streamId, geometry, values, offsets);
    });
  }

  protected override facts(): object {
    const { name, parameterTypes } = this;
    return parameterTypes === null ? { name } : { name, parameterTypes };
  }
}

/** Keeps buffers for as long as the graph lives that is being captured. */
function keepBuffers(cuda: CudaAddon, args: readonly KernelArgument[]): void {
  for (const value of args) if (value instanceof DeviceBuffer) cuda.keepForCapture(idOf(value));
}
