import { readDevice } from './cudaDevice';
import { CudaArgumentError } from './cudaErrors';
import { CudaFunction, type LaunchOptions } from './cudaFunction';
import { type CudaImage, CudaModule } from './cudaModule';
import { lent } from './cudaResource';
import type { CudaRuntime } from './cudaRuntime';
import { type CompileOptions, compileSource, ptxImage } from './compileSource';
import { parameterBytesIn } from './parameterBytes';
import { kernelsOf } from './kernelParameters';
import type { Extent } from './launchGeometry';
import type { KernelArgument } from './packArguments';

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
