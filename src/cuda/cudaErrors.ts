import { KernelscopeError } from '../base/errors';
import type { GpuState } from '../native/gpuAddon';
import type { CudaDiagnostic } from './cudaDiagnostics';

/** Why CUDA cannot be used: a state of the GPUs, or what else is missing. */
export type CudaUnavailableState =
  | Exclude<GpuState, 'ready'>
  /** The native code of Kernelscope. */
  | 'no-addon'
  /** NVIDIA's run-time compiler, which only `cuda.compile` needs. */
  | 'no-nvrtc';

/** CUDA cannot be used here. The message says what was found and what to do. */
export class CudaUnavailableError extends KernelscopeError {
  constructor(
    message: string,
    /** The reason, for programs; the message gives it in words. */
    readonly state: CudaUnavailableState
  ) {
    super(message);
  }
}

/** The return values of a failed call of CUDA's driver. */
export interface CudaFailureFacts {
  /** The driver's function, such as `cuMemAlloc`. */
  readonly call: string;
  /** The driver's number of the error, a `CUresult`. */
  readonly code: number;
  /** The driver's name of the error, such as `CUDA_ERROR_OUT_OF_MEMORY`. */
  readonly codeName: string;
}

/** A call of CUDA's driver failed. The message explains it and says what to do. */
export class CudaError extends KernelscopeError implements CudaFailureFacts {
  readonly call: string;
  readonly code: number;
  readonly codeName: string;

  constructor(message: string, { call, code, codeName }: CudaFailureFacts) {
    super(message);
    this.call = call;
    this.code = code;
    this.codeName = codeName;
  }
}

/**
 * The context of a device is lost: an error, which `code` and `codeName` tell, left it unusable, in this
 * call or in an earlier one. `cuda.reset()` brings the device back.
 */
export class CudaContextLostError extends CudaError {}

/** A call of `cuda` got an invalid argument, or cannot be made at that moment. */
export class CudaArgumentError extends KernelscopeError {}

/** Something of CUDA was used after it was disposed of, or after `cuda.reset()`. */
export class CudaDisposedError extends KernelscopeError {}

/** CUDA C++ that does not compile. The message shows each error at its line. */
export class CudaCompileError extends KernelscopeError {
  // No own properties: Node would print them again after the message.
  readonly #diagnostics: readonly CudaDiagnostic[];
  readonly #log: string;

  constructor(message: string, diagnostics: readonly CudaDiagnostic[], log: string) {
    super(message);
    this.#diagnostics = diagnostics;
    this.#log = log;
  }

  /** Errors and warnings, in the order of the compiler. */
  get diagnostics(): readonly CudaDiagnostic[] {
    return this.#diagnostics;
  }

  /** All that the compiler said, as it said it. */
  get log(): string {
    return this.#log;
  }
}
