import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompiledSource, CompileOptions } from '../../src/cuda/compileSource';
import type { CudaDiagnostic } from '../../src/cuda/cudaDiagnostics';
import { repositoryRoot } from '../support/fakeCuda/root';
import { runWithFake } from '../support/fakeCuda/runWithFake';
import { KERNELS } from './cudaKernels';

/** Where the tests have NVIDIA's own run-time compiler, which needs no GPU. */
function compilerFolder(): string {
  const libraries = path.join(repositoryRoot(), '.venv', 'lib');
  const [python] = readdirSync(libraries).filter(name => name.startsWith('python3'));
  const nvidia = path.join(libraries, python, 'site-packages', 'nvidia');
  const found = readdirSync(nvidia)
    .map(name => path.join(nvidia, name, 'lib'))
    .find(folder => existsSync(path.join(folder, 'libnvrtc.so.13')));
  if (found !== undefined) return found;
  throw new Error(`${nvidia} has no NVRTC: run npm test, which installs it`);
}

const TOO_MUCH = `__global__ void k(float* p) {
  __shared__ float x[20000];
  x[threadIdx.x] = p[0];
  __syncthreads();
  p[1] = x[3];
}`;

interface Outcome extends Partial<CompiledSource> {
  readonly message?: string;
  readonly diagnostics?: readonly CudaDiagnostic[];
  readonly major: number;
}

/** What NVIDIA's compiler makes of a source, for a device of compute capability 9.0. */
function compile(source: string, options: CompileOptions = {}): Outcome {
  const folder = compilerFolder();
  return runWithFake<Outcome>(
    `
    const { compileSource } = require('./src/lib/cuda/compileSource');
    const { demangler } = require('./src/lib/native/demangler');
    const demangle = demangler(() => gpu);
    const { major } = cuda.compilerFacts();
    const parts = [${JSON.stringify(source)}, ${JSON.stringify(options)}, 90];
    try { finish({ ...compileSource({ cuda, demangle }, ...parts), major }); }
    catch ({ message, diagnostics }) { finish({ message, diagnostics, major }); }`,
    { folder, env: { LD_LIBRARY_PATH: folder } }
  );
}

describe('NVIDIA’s run-time compiler', () => {
  it('gives an image of the device, PTX, and the kernels with the types of their parameters', () => {
    const { image, about, major } = compile(KERNELS, {
      name: 'tests.cu',
      names: ['scale<double>']
    });
    expect(major).toBe(13);
    expect(Buffer.from(image!).subarray(0, 4).toString('latin1')).toBe('\x7fELF');
    expect(about!.ptx).toContain('.target sm_90');
    const kernels = about!.kernels!.map(({ cppName, parameters }) => [
      cppName,
      ...parameters!.map(({ kind, type }) => `${kind}: ${type}`)
    ]);
    expect(kernels.sort()).toEqual([
      ['add', 'pointer: float const*', 'pointer: float const*', 'pointer: float*', 'int32: int'],
      ['scale<double>', 'pointer: double*', 'float64: double', 'uint64: unsigned long'],
      ['total', 'pointer: const float*', 'pointer: float*', 'uint32: unsigned int'],
      ['write', 'pointer: int*']
    ]);
    expect(about!.names.get('scale<double>')).toBe('_Z5scaleIdEvPT_S0_m');
    expect(about!.diagnostics).toEqual([]);
  });

  it('gives PTX for a virtual architecture', () => {
    const { image, about } = compile(KERNELS, { arch: 'compute_80' });
    expect(about!.ptx).toContain('.target sm_80');
    expect(Buffer.from(image!).toString()).toBe(`${about!.ptx}\0`);
  });

  it('has the sizes of all that a kernel may take', () => {
    const source = `
      struct Pair { double x; int y; };
      typedef unsigned long long wide;
      #include <cuda_fp16.h>
      extern "C" __global__ void take(bool a, char b, unsigned char c, short d, wide e, float f, double g,
        Pair h, const void* __restrict__ i, __half j, float4 k, long long int l, size_t m, int n[]) {}`;
    const outcome = compile(
      source.replace('#include <cuda_fp16.h>', 'struct __half { short x; };')
    );
    const [{ parameters }] = outcome.about!.kernels!;
    expect(parameters!.map(({ kind, bytes }) => `${kind} ${bytes}`)).toEqual([
      ...[
        'bool 1',
        'int8 1',
        'uint8 1',
        'int16 2',
        'word64 8',
        'float32 4',
        'float64 8',
        'bytes 16'
      ],
      ...['pointer 8', 'bytes 2', 'bytes 16', 'int64 8', 'uint64 8', 'pointer 8']
    ]);
  });

  it('has errors and warnings shown at their lines', () => {
    const source = [
      '__global__ void k(float* out) {',
      '  int unused;',
      '\t*out = missing + 1;',
      '  out[0] = "text";',
      '}'
    ].join('\n');
    const { message, diagnostics } = compile(source, { name: 'k.cu' });
    expect(message).toBe(
      [
        'k.cu does not compile: 2 errors, 1 warning',
        '',
        'k.cu:3:9: error: identifier "missing" is undefined',
        '  3 | \t*out = missing + 1;',
        '    | \t       ^',
        '',
        'k.cu:4:10: error: a value of type "const char *" cannot be assigned to an entity of type "float"',
        '  4 |   out[0] = "text";',
        '    |          ^',
        '',
        'k.cu:2:7: warning: variable "unused" was declared but never referenced',
        '  2 |   int unused;',
        '    |       ^'
      ].join('\n')
    );
    expect(diagnostics).toHaveLength(3);
  });

  it.each([
    ['an error directive', '#error wrong', 'k.cu:1:2: error: #error directive: wrong'],
    ['a missing header', '#include <nowhere.h>', 'nowhere.h'],
    ['too much shared memory', TOO_MUCH, 'k.cu: error: Entry function']
  ])('says of %s what is wrong', (_what, source, said) => {
    expect(compile(source, { name: 'k.cu' }).message).toContain(said);
  });

  it('says of unknown kernels, options and architectures what is wrong', () => {
    const plain = '__global__ void k() {}';
    expect(compile(plain, { names: ['none<int>'] }).message).toContain('none');
    expect(compile(plain, { options: ['--no-such-option'] }).message).toContain('no-such-option');
    expect(compile(plain, { arch: 'sm_1' }).message).toContain('--gpu-architecture');
    expect(compile(plain, { options: ['-arch=sm_80'] }).message).toContain("{ arch: 'sm_90' }");
    expect(compile(plain, { arch: 'x' }).message).toContain('arch is such as sm_90');
  });
});
