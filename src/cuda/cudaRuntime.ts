import type { Demangle } from '../base/text';
import { messageOf } from '../base/errors';
import type { NativeAddon } from '../native/addon';
import type { CudaAddon, CudaDeviceNumbers } from '../native/cudaAddon';
import { demangler } from '../native/demangler';
import type { GpuStatus } from '../native/gpuAddon';
import { gpuStateText } from '../native/gpuStateText';
import { CudaArgumentError, CudaUnavailableError } from './cudaErrors';
import { cudaErrorOf } from './cudaFailure';

/** The parts of the native addon that `cuda` needs. */
export type CudaDeps = Pick<NativeAddon, 'nvtx' | 'cuda'> & {
  readonly gpu: Pick<NativeAddon['gpu'], 'status' | 'demangle'>;
};

/**
 * The CUDA state shared by all calls of one JavaScript thread. Nothing is loaded before it is needed.
 */
export class CudaRuntime {
  /** The device used if none is named. */
  device = 0;
  /** The number of the stream that is captured; 0 unless there is one. */
  captured = 0;
  /** Pinned memory by its bytes. */
  readonly pinned = new WeakMap<ArrayBufferLike, number>();
  /** Names of kernels as C++ has them. */
  readonly demangle: Demangle = demangler(() => this.addon().gpu);
  #parts: CudaDeps | undefined;
  #isReady = false;
  readonly #facts = new Map<number, CudaDeviceNumbers>();
  readonly #collected = new FinalizationRegistry<number>(id => this.cuda.release(id));

  /**
   * `load` returns the addon, which has been told where libraries are. `inScope` makes a call that
   * allocates memory known under the current profiler scope.
   */
  constructor(
    private readonly load: () => CudaDeps,
    private readonly inScope: <T>(call: () => T) => T
  ) {}

  /** The state of GPU support. @throws CudaUnavailableError without native code. */
  status(): GpuStatus {
    return this.addon().gpu.status(false);
  }

  /** The number of devices. @throws CudaUnavailableError */
  devices(): number {
    this.#open();
    return this.cuda.start().devices;
  }

  /**
   * The driver's facts about a device: requested once, since they do not change. @throws as
   * {@link call}
   */
  factsOf(device: number): CudaDeviceNumbers {
    const known = this.#facts.get(device);
    if (known) return known;
    const facts = this.call(cuda => cuda.deviceFacts(device));
    this.#facts.set(device, facts);
    return facts;
  }

  /** Resets the device that is used, of which nothing is known from then on. @throws as {@link call} */
  reset(): void {
    this.#facts.delete(this.device);
    this.call(cuda => cuda.reset(this.device));
  }

  /** The addon's functions for CUDA, whether or not CUDA can be used. */
  get cuda(): CudaAddon {
    return this.addon().cuda;
  }

  /** The addon. @throws CudaUnavailableError without native code. */
  addon(): CudaDeps {
    try {
      return (this.#parts ??= this.load());
    } catch (error) {
      throw new CudaUnavailableError(`CUDA cannot be used: ${messageOf(error)}`, 'no-addon');
    }
  }

  /** Makes a call with CUDA started. @throws CudaUnavailableError, CudaError and its like. */
  call<T>(make: (cuda: CudaAddon) => T): T {
    const cuda = this.#isReady ? this.cuda : this.#open();
    try {
      return make(cuda);
    } catch (error) {
      throw cudaErrorOf(error);
    }
  }

  /** The same for a call that allocates memory. */
  allocate<T>(make: (cuda: CudaAddon) => T): T {
    return this.inScope(() => this.call(make));
  }

  /** The same for a call that is made on another thread. */
  async later<T>(make: (cuda: CudaAddon) => Promise<T>): Promise<T> {
    const begun = this.call(make);
    try {
      return await begun;
    } catch (error) {
      throw cudaErrorOf(error);
    }
  }

  /** Frees the thing of number `id` when `owner` is collected. */
  freeWith(owner: object, id: number): void {
    this.#collected.register(owner, id, owner);
  }

  /** Frees it now, whatever the state of its device. */
  free(owner: object, id: number): void {
    this.#collected.unregister(owner);
    this.cuda.release(id);
  }

  #open(): CudaAddon {
    const { cuda, gpu } = this.addon();
    const { state } = cuda.start();
    if (state === 'ready') {
      this.#isReady = true;
      return cuda;
    }
    const { found, cure } = gpuStateText({ ...gpu.status(false), state });
    throw new CudaUnavailableError(`CUDA cannot be used (${state}): ${found}. ${cure}.`, state);
  }
}

/** A whole number of bytes, or what else is counted, within bounds. @throws CudaArgumentError */
export function checkedCount(what: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
    return value;
  }
  const shown = typeof value === 'number' ? String(value) : typeof value;
  throw new CudaArgumentError(`${what} is a whole number from ${least} to ${most}, not ${shown}.`);
}
