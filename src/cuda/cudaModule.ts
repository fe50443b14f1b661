import { joinWords } from '../base/text';
import type { CudaDevice } from './cudaDevice';
import type { CudaDiagnostic } from './cudaDiagnostics';
import { CudaArgumentError } from './cudaErrors';
import { CudaFunction } from './cudaFunction';
import { CudaResource, idOf } from './cudaResource';
import type { CudaRuntime } from './cudaRuntime';
import type { ParameterBytes } from './parameterBytes';
import type { ImageKernel } from './kernelParameters';

/** The image of a module. */
export interface CudaImage {
  readonly name: string;
  /** Its kernels; null where the image does not tell. */
  readonly kernels: readonly ImageKernel[] | null;
  /** The sizes of parameters, for drivers that do not tell them. */
  readonly parameterBytes: ParameterBytes;
  readonly ptx: string | null;
  readonly diagnostics: readonly CudaDiagnostic[];
  /** The names in the image, by the requested expressions. */
  readonly names: ReadonlyMap<string, string>;
}

/** Kernels that are loaded on a device. */
export class CudaModule extends CudaResource {
  protected override readonly what = 'module';
  /** As errors call its source. */
  readonly name: string;
  /** The PTX it was compiled to or loaded from; null for a loaded image without PTX. */
  readonly ptx: string | null;
  /** Warnings and remarks of the compiler; empty for a loaded image. */
  readonly diagnostics: readonly CudaDiagnostic[];
  readonly #image: CudaImage;
  readonly #on: CudaDevice;
  readonly #functions = new Map<string, CudaFunction>();

  /** Implements `cuda.compile` and `cuda.load`. */
  constructor(runtime: CudaRuntime, id: number, on: CudaDevice, image: CudaImage) {
    super(runtime, id, on.index);
    this.#image = image;
    this.#on = on;
    this.name = image.name;
    this.ptx = image.ptx;
    this.diagnostics = image.diagnostics;
  }

  /** Names of its kernels in C++, `scale<float>`; empty where the image does not tell. */
  get kernels(): readonly string[] {
    return this.#image.kernels?.map(({ cppName }) => cppName) ?? [];
  }

  /**
   * A kernel by its name in C++, or its name in the image. A template instance must be among the
   * `names` that the module was compiled with.
   *
   * @throws CudaArgumentError for an unknown name, or one that several overloads share.
   */
  fn(name: string): CudaFunction {
    const id = idOf(this);
    const known = this.#functions.get(name);
    if (known !== undefined && !known.isDisposed) return known;
    const { mangled, kernel } = this.#find(name);
    const numbers = this.runtime.call(cuda => cuda.getFunction(id, mangled));
    const fn = new CudaFunction(this.runtime, numbers, this.#on, {
      name: kernel?.cppName ?? name,
      parameters: kernel?.parameters ?? null,
      parameterBytes: numbers.parameterBytes ?? this.#image.parameterBytes.get(mangled) ?? null
    });
    this.#functions.set(name, fn);
    return fn;
  }

  override dispose(): void {
    for (const fn of this.#functions.values()) fn.dispose();
    this.#functions.clear();
    super.dispose();
  }

  protected override facts(): object {
    return { name: this.name, kernels: this.kernels };
  }

  #find(name: string): { readonly mangled: string; readonly kernel?: ImageKernel } {
    const { kernels, names } = this.#image;
    if (typeof name !== 'string') throw new CudaArgumentError('A kernel is found by its name.');
    const mangled = names.get(name) ?? name;
    if (kernels === null) return { mangled };
    const exact = kernels.find(kernel => kernel.name === mangled);
    if (exact !== undefined) return { mangled, kernel: exact };
    const found = kernels.filter(({ cppName }) => unspaced(cppName) === unspaced(name));
    if (found.length === 1) return { mangled: found[0].name, kernel: found[0] };
    throw this.#noSuchKernel(name, found);
  }

  #noSuchKernel(name: string, found: readonly ImageKernel[]): CudaArgumentError {
    if (found.length > 1) {
      const all = joinWords(found.map(kernel => kernel.name));
      return new CudaArgumentError(`${this.name} has several kernels ${name}: name one as ${all}.`);
    }
    const { kernels } = this;
    const known =
      kernels.length === 0 ? 'It has no kernels' : `It has ${joinWords(kernels, 'and')}`;
    return new CudaArgumentError(
      `${this.name} has no kernel ${name}. ${known}; a kernel of a template is compiled where ` +
        "cuda.compile is given its name, as in { names: ['scale<float>'] }."
    );
  }
}

function unspaced(name: string): string {
  return name.replace(/\s+/g, '');
}
