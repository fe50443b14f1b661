import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { KernelClient } from './kernelClient';
import { evaluateCell, runCell } from './runCell';

const SOURCE = `
import { cuda, CudaContextLostError, profile } from 'kernelscope';
const source = \`
__global__ void add(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}
__global__ void write(int* at) { *at = 1; }
\`;
const kernels = cuda.compile(source, { name: 'cell.cu' });`;

/** A cell that fails; the error that it shows. */
async function failure(kernel: KernelClient, code: string) {
  const { reply } = await kernel.execute(code);
  expect(reply['status']).toBe('error');
  return {
    ename: String(reply['ename']),
    evalue: String(reply['evalue']),
    shown: (reply['traceback'] as string[]).join('\n')
  };
}

describe('cells on a GPU', () => {
  let kernel: KernelClient;

  beforeAll(async () => {
    const { folder } = buildFakeCuda();
    kernel = await KernelClient.start({ KERNELSCOPE_CUDA_LIBRARIES: folder });
    await runCell(kernel, SOURCE);
  });
  afterAll(() => kernel.dispose());

  it('add vectors, and await what the GPU does', async () => {
    const printed = await runCell(
      kernel,
      `
const a = Float32Array.from({ length: 1000 }, (_, i) => i);
const [x, y, sum] = [cuda.buffer(a), cuda.buffer(a), cuda.alloc(a.byteLength)];
const stream = cuda.stream();
cuda.launch(kernels.fn('add'), 4, 256, [x, y, sum, a.length], { stream });
await stream.synchronize();
const result = await sum.downloadAsync(Float32Array);
console.log(result.length, result[1], result[999]);`
    );
    expect(printed).toBe('1000 2 1998\n');
  });

  it('are shown errors of CUDA C++ at their lines', async () => {
    const { ename, evalue, shown } = await failure(
      kernel,
      "cuda.compile('__global__ void k(int* p) {\\n  *p = missing;\\n}', { name: 'k.cu' });"
    );
    expect(ename).toBe('CudaCompileError');
    expect(evalue).toContain("k.cu:2:8: error: 'missing' was not declared in this scope");
    expect(shown).toContain('  2 |   *p = missing;\n    |        ^');
    expect(shown).toMatch(/Cell \[\d+\]:1:\d+/);
  });

  it.each([
    ["cuda.launch(kernels.fn('add'), 4, 256, ['x']);", 'TypeScriptError', /not assignable/],
    [
      "cuda.launch(kernels.fn('add'), 4, 256, [x, y, sum]);",
      'CudaArgumentError',
      /takes 4 arguments/
    ],
    [
      "cuda.launch(kernels.fn('add'), 4, 4096, [x, y, sum, 5]);",
      'CudaArgumentError',
      /1 to 1024 in x/
    ],
    ["kernels.fn('sub');", 'CudaArgumentError', /It has add and write/],
    ['cuda.alloc(1e15);', 'CudaArgumentError', /from 1 to 150754820096/],
    ['x.upload(new Float32Array(1001));', 'CudaArgumentError', /from 0 to 4000, not 4004/]
  ])('are told what is wrong with %s', async (code, name, said) => {
    const { ename, evalue, shown } = await failure(kernel, code);
    expect(ename).toBe(name);
    expect(`${evalue}\n${shown}`).toMatch(said);
    expect(shown).not.toMatch(/cause: undefined|kernel\.cjs/);
  });

  it('go on after a kernel that reaches outside of its memory', async () => {
    const lost = await failure(
      kernel,
      "cuda.launch(kernels.fn('write'), 1, 1, [16n]);\nawait cuda.synchronize();"
    );
    expect(lost.ename).toBe('CudaContextLostError');
    expect(lost.evalue).toContain('CUDA_ERROR_ILLEGAL_ADDRESS (700)');
    expect(lost.shown).toContain('cuda.reset()');
    const later = await failure(kernel, 'cuda.alloc(4);');
    expect(later.evalue).toContain(
      'was lost to CUDA_ERROR_ILLEGAL_ADDRESS (700) in an earlier call'
    );
    expect(await evaluateCell(kernel, '1 + 1')).toBe(2);
    const printed = await runCell(
      kernel,
      `
cuda.reset();
[x, y, sum, stream, kernels].forEach(one => one.dispose());
console.log(cuda.buffer(Int32Array.of(1, 2, 3), buffer => buffer.download(Int32Array)).join());`
    );
    expect(printed).toBe('1,2,3\n');
  });
});

describe('cells without a GPU', () => {
  let kernel: KernelClient;
  let empty: string;

  beforeAll(async () => {
    empty = mkdtempSync(path.join(tmpdir(), 'kernelscope-no-cuda-'));
    kernel = await KernelClient.start({ KERNELSCOPE_CUDA_LIBRARIES: empty });
    await runCell(kernel, "import { cuda } from 'kernelscope';");
  });
  afterAll(async () => {
    await kernel.dispose();
    rmSync(empty, { recursive: true });
  });

  it('are told what is missing, and what to do', async () => {
    const { ename, evalue } = await failure(kernel, 'cuda.alloc(4);');
    expect(ename).toBe('CudaUnavailableError');
    expect(evalue).toMatch(/^CUDA cannot be used \(no-driver\): .*Install the NVIDIA driver/);
    expect(await evaluateCell(kernel, 'cuda.isAvailable')).toBe(false);
    expect(await evaluateCell(kernel, 'cuda.status().state')).toBe('no-driver');
  });
});
