import { plural, type Demangle } from '../base/text';
import type { CudaAddon, CudaCompilation, CudaCompilerFacts } from '../native/cudaAddon';
import { checkOptions, kindText } from './checkOptions';
import { type CudaDiagnostic, readDiagnostics, showDiagnostics } from './cudaDiagnostics';
import { CudaArgumentError, CudaCompileError, CudaUnavailableError } from './cudaErrors';
import type { CudaImage } from './cudaModule';
import { parameterBytesIn } from './parameterBytes';
import { kernelsOf } from './kernelParameters';

/** Settings of `cuda.compile`. */
export interface CompileOptions {
  /** The name of the source in errors. Default `kernel.cu`. */
  readonly name?: string;
  /** Further options of NVRTC, such as `--use_fast_math` or `-DN=4`. */
  readonly options?: readonly string[];
  /** The target architecture, such as `sm_90` or `compute_90`. Default: the current device. */
  readonly arch?: string;
  /** Names in C++ of kernels of templates to compile, such as `scale<float>`. */
  readonly names?: readonly string[];
}

/** A compiled image for the driver, and known facts about it. */
export interface CompiledSource {
  readonly image: Uint8Array;
  readonly about: CudaImage;
}

/** Longer sources are refused before the compiler takes memory for them. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const OPTIONS = ['name', 'options', 'arch', 'names'];
const ARCH = /^(sm|compute)_\d+[af]?$/;
const ARCH_OPTION = /^(-arch|--gpu-architecture)\b/;

/** The dependencies of {@link compileSource}. */
export interface CompilerDeps {
  readonly cuda: Pick<CudaAddon, 'compile' | 'compilerFacts'>;
  readonly demangle: Demangle;
}

/**
 * Compiles CUDA C++ for a device of that compute capability, such as 90.
 *
 * @throws CudaUnavailableError without NVRTC; CudaCompileError; CudaArgumentError.
 */
export function compileSource(
  { cuda, demangle }: CompilerDeps,
  source: string,
  options: CompileOptions,
  capability: number
): CompiledSource {
  checkOptions('compile', options, OPTIONS);
  const { name = 'kernel.cu', names = [] } = options;
  checkSource(source, options);
  const facts = cuda.compilerFacts();
  if (facts.error !== null) throw noCompiler(facts.error);
  const arch = options.arch ?? architectureFor(facts, capability);
  const flags = [`--gpu-architecture=${arch}`, '--std=c++17', ...(options.options ?? [])];
  const compiled = cuda.compile(source, name, flags, names);
  const diagnostics = readDiagnostics(compiled.log, name);
  if (compiled.status !== 0) throw compileError(compiled, diagnostics, source, name);
  const image = compiled.cubin.length > 0 ? compiled.cubin : ptxImage(compiled.ptx);
  const about: CudaImage = {
    name,
    kernels: kernelsOf(compiled.ptx, source, demangle),
    parameterBytes: parameterBytesIn(image),
    ptx: compiled.ptx,
    diagnostics,
    names: new Map(names.map((expression, at) => [expression, compiled.names[at]]))
  };
  return { image, about };
}

/** PTX in the form the driver takes: it ends in a zero. */
export function ptxImage(ptx: string): Uint8Array {
  return new TextEncoder().encode(`${ptx}\0`);
}

function checkSource(
  source: unknown,
  { name, options = [], arch, names = [] }: CompileOptions
): void {
  if (typeof source !== 'string') {
    throw new CudaArgumentError(`What is compiled is a text of CUDA C++, not ${typeof source}.`);
  }
  if (source.length > MOST_CHARACTERS) {
    throw new CudaArgumentError(`A source has at most ${MOST_CHARACTERS} characters.`);
  }
  checkList('options', options);
  checkList('names', names);
  const texts: readonly unknown[] = [name ?? '', ...options, ...names];
  if (texts.some(text => typeof text !== 'string' || text.includes('\0'))) {
    throw new CudaArgumentError('The name, the options and the names of kernels are texts.');
  }
  if (options.some(option => ARCH_OPTION.test(option.trim()))) {
    throw new CudaArgumentError(
      "What is compiled for is told as { arch: 'sm_90' }, not as an option."
    );
  }
  if (arch !== undefined && !ARCH.test(arch)) {
    throw new CudaArgumentError(`arch is such as sm_90 or compute_90, not ${String(arch)}.`);
  }
}

function checkList(option: string, given: unknown): void {
  if (Array.isArray(given)) return;
  throw new CudaArgumentError(
    `${option} of compile are an array of texts, not ${kindText(given)}.`
  );
}

/** The device itself where the compiler knows it, else the newest before it that any driver translates. */
function architectureFor({ architectures }: CudaCompilerFacts, capability: number): string {
  const known = Array.from(architectures);
  if (known.length === 0 || known.includes(capability)) return `sm_${capability}`;
  const older = known.filter(one => one < capability);
  return `compute_${Math.max(...(older.length > 0 ? older : known))}`;
}

function noCompiler(error: string): CudaUnavailableError {
  return new CudaUnavailableError(
    `CUDA C++ cannot be compiled (no-nvrtc): libnvrtc cannot be loaded (${error}). Install it: ` +
      'pip install nvidia-cuda-nvrtc, or the CUDA toolkit of the driver.',
    'no-nvrtc'
  );
}

function compileError(
  { call, statusName, log }: CudaCompilation,
  diagnostics: readonly CudaDiagnostic[],
  source: string,
  name: string
): CudaCompileError {
  if (diagnostics.length === 0) {
    const said = log.trim() === '' ? '' : `\n\n${log.trim()}`;
    return new CudaCompileError(
      `${name} does not compile: ${call} gives ${statusName}.${said}`,
      diagnostics,
      log
    );
  }
  const count = (severity: string) =>
    diagnostics.filter(diagnostic => diagnostic.severity === severity).length;
  const warnings = count('warning');
  const counts = [plural(count('error'), 'error'), warnings > 0 && plural(warnings, 'warning')];
  const shown = showDiagnostics(diagnostics, source, name);
  return new CudaCompileError(
    `${name} does not compile: ${counts.filter(Boolean).join(', ')}\n\n${shown}`,
    diagnostics,
    log
  );
}
