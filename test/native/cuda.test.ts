import { describe, expect, it } from 'vitest';
import { runWithFake } from '../support/fakeCuda/runWithFake';
import { PRELUDE } from './cudaKernels';

const run = <T>(script: string, env: Readonly<Record<string, string>> = {}): T =>
  runWithFake<T>(`${PRELUDE}${script}`, { env });

describe('kernels that are compiled from CUDA C++', () => {
  it('add vectors, add up one by shared memory, and are instantiated from templates', () => {
    const result = run<{ sum: Float32Array; total: number; scaled: Float64Array }>(`
      const kernels = compiled();
      const [n, a, b] = [1000, numbers(1000), numbers(1000).map(x => 2 * x)];
      const [A, B, SUM] = [cuda.buffer(a), cuda.buffer(b), cuda.alloc(4 * n)];
      cuda.launch(kernels.fn('add'), Math.ceil(n / 256), 256, [A, B, SUM, n]);
      const out = cuda.buffer(new Float32Array(1));
      cuda.launch(kernels.fn('total'), 4, 256, [A, out, n], { sharedBytes: 1024 });
      const x = cuda.buffer(Float64Array.of(1, 2, 3));
      cuda.launch(kernels.fn('scale<double>'), [1, 1, 1], [32], [x, 2.5, 3]);
      finish({
        sum: SUM.download(Float32Array),
        total: out.download(Float32Array)[0],
        scaled: x.download(Float64Array)
      });`);
    expect(Array.from(result.sum)).toEqual(Array.from({ length: 1000 }, (_, at) => 3 * at));
    expect(result.total).toBe(499_500);
    expect(Array.from(result.scaled)).toEqual([2.5, 5, 7.5]);
  });

  it('tell their names, the types of their parameters and what they take of a device', () => {
    const result = run<Record<string, unknown>>(`
      const kernels = compiled();
      const fn = kernels.fn('total');
      finish({
        names: kernels.kernels,
        total: fn.parameterTypes,
        add: kernels.fn('add').parameterTypes,
        scale: kernels.fn('scale<double>').parameterTypes,
        threads: fn.maxThreadsPerBlock, registers: fn.registers,
        isSame: kernels.fn('total') === fn,
        byMangledName: kernels.fn('_Z3addPKfS0_Pfi').name,
        ptx: kernels.ptx.includes('.entry total')
      });`);
    expect(result).toEqual({
      names: ['add', 'scale<double>', 'write', 'total'],
      total: ['const float*', 'float*', 'unsigned int'],
      add: ['float const*', 'float const*', 'float*', 'int'],
      scale: ['double*', 'double', 'unsigned long'],
      threads: 1024,
      registers: 24,
      isSame: true,
      byMangledName: 'add',
      ptx: true
    });
  });

  it('of several modules are told apart', () => {
    const result = run<number[]>(`
      const kernel = value => 'extern "C" __global__ void put(int* at) { *at = ' + value + '; }';
      const modules = [1, 2, 3].map(value => cuda.compile(kernel(value)));
      const at = cuda.alloc(4);
      finish(modules.map(module => {
        cuda.launch(module.fn('put'), 1, 1, [at]);
        return at.download(Int32Array)[0];
      }));`);
    expect(result).toEqual([1, 2, 3]);
  });

  it('are launched only with arguments that they take', () => {
    const errors = run<string[]>(`
      const kernels = compiled();
      const [add, scale] = [kernels.fn('add'), kernels.fn('scale<double>')];
      const x = cuda.alloc(4000);
      const launch = (...args) => errorOf(() => cuda.launch(add, 1, 32, args));
      finish([
        launch(x, x, x),
        launch(x, x, x, 1.5),
        launch(x, x, x, 3e9),
        launch(x, x, x, x),
        launch(x, x, 3, 1),
        launch(x, x, 'x', 1),
        launch(x, x, x, cuda.float32(1)),
        launch(x, x, x, cuda.int64(1)),
        launch(x, x, x, true),
        launch(x, x, x, cuda.int32(1000)),
        launch(x, x, x.address, 1000n),
        errorOf(() => cuda.launch(scale, 1, 1, [x, '2', 1])),
        errorOf(() => cuda.launch(add, 1, 32, 5)),
        errorOf(() => cuda.launch('add', 1, 32, [])),
        errorOf(() => kernels.fn('sub'))
      ]);`);
    expect(errors.map(text => text.replace('CudaArgumentError: ', ''))).toEqual([
      'add takes 4 arguments (float const*, float const*, float*, int), not 3.',
      'Argument 4 of add (int) takes a whole number from -2147483648 to 2147483647, not 1.5.',
      'Argument 4 of add (int) takes a whole number from -2147483648 to 2147483647, not 3000000000.',
      'Argument 4 of add (int) is not a pointer: it does not take a buffer.',
      'Argument 3 of add (float*) is a pointer: it takes a buffer, or an address as a bigint, not the number 3.',
      'Argument 3 of add (float*) is a pointer: it takes a buffer, or an address as a bigint, not string.',
      'Argument 4 of add (int) does not take cuda.float32(…).',
      'Argument 4 of add (int) has 4 bytes, not 8.',
      'Argument 4 of add (int) takes a whole number from -2147483648 to 2147483647, not boolean.',
      'none',
      'none',
      'Argument 2 of scale<double> (double) takes a number, not string.',
      'The arguments of add are an array.',
      "What is launched is a function of a module: module.fn('name').",
      'tests.cu has no kernel sub. It has add, scale<double>, write and total; a kernel of a template ' +
        "is compiled where cuda.compile is given its name, as in { names: ['scale<float>'] }."
    ]);
  });

  it('are launched only with grids, blocks and shared memory that the device has', () => {
    const errors = run<string[]>(`
      const write = compiled().fn('write');
      const at = cuda.alloc(4);
      const launch = (grid, block, options) =>
        errorOf(() => cuda.launch(write, grid, block, [at], options));
      finish([
        launch(0, 1), launch(1, 1025), launch([1, 70000], 1), launch([1, 2, 3, 4], 1), launch('1', 1),
        launch(1, [32, 32, 2]), launch(1, 1, { sharedBytes: -1 }), launch(1, 1, { sharedBytes: 1e6 }),
        launch(1, 1, { sharedBytes: 100000 })
      ]);`);
    expect(errors.map(text => text.replace('CudaArgumentError: ', ''))).toEqual([
      'The grid has from 1 to 2147483647 in x, not 0.',
      'The block has from 1 to 1024 in x, not 1025.',
      'The grid has from 1 to 65535 in y, not 70000.',
      'The grid is a number, or an array of one to three.',
      'The grid has from 1 to 2147483647 in x, not 1.',
      'A block of write has at most 1024 threads, not 2048.',
      'sharedBytes of write are a whole number from 0 to 231424, not -1.',
      'sharedBytes of write are a whole number from 0 to 231424, not 1000000.',
      'none'
    ]);
  });

  it('are loaded from what was compiled before, with types from PTX and sizes from a cubin', () => {
    const result = run<unknown[]>(`
      const { ptx } = compiled();
      const x = cuda.buffer(Int32Array.of(0));
      const fromPtx = cuda.load(ptx, module => {
        cuda.launch(module.fn('write'), 1, 1, [x]);
        return [module.fn('total').parameterTypes, x.download(Int32Array)[0]];
      });
      const addon = require(${JSON.stringify('./src/lib/native/kernelscope-linux-x64.node')});
      const { cubin } = addon.cuda.compile(KERNELS, 'a.cu', ['-arch=sm_90'], []);
      const module = cuda.load(cubin);
      const total = module.fn('total');
      const launch = args => errorOf(() => cuda.launch(total, 1, 32, args, { sharedBytes: 128 }));
      finish([
        fromPtx, module.kernels, total.parameterTypes,
        launch([x, x, 1]), launch([x, x]), launch([x, x, cuda.int64(1)]), launch([x, x, cuda.uint32(1)]),
        errorOf(() => module.fn('none')), errorOf(() => cuda.load(5))
      ]);`);
    expect(result).toEqual([
      [['u64', 'u64', 'u32'], 1],
      [],
      null,
      expect.stringContaining('whose type is not known, takes a buffer, an address as a bigint'),
      'CudaArgumentError: total takes 3 arguments, not 2.',
      'CudaArgumentError: Argument 3 of total has 4 bytes, not 8.',
      'none',
      expect.stringMatching(/^CudaError: cuModuleGetFunction: CUDA_ERROR_NOT_FOUND \(500\)/),
      'CudaArgumentError: cuda.load takes PTX as text, or the bytes of a cubin or a fatbin.'
    ]);
  });

  it('that do not compile are shown at their lines', () => {
    const { message, diagnostics, name } = run<{
      name: string;
      message: string;
      diagnostics: unknown[];
    }>(`
      try {
        cuda.compile('__global__ void k(int* p) {\\n  *p = missing;\\n\\tint unused;\\n}', { name: 'k.cu' });
      } catch ({ name, message, diagnostics }) { finish({ name, message, diagnostics }); }`);
    expect(name).toBe('CudaCompileError');
    expect(message).toBe(
      [
        'k.cu does not compile: 1 error, 1 warning',
        '',
        "k.cu:2:8: error: 'missing' was not declared in this scope",
        '  2 |   *p = missing;',
        '    |        ^',
        '',
        "k.cu:3:6: warning: unused variable 'unused'",
        '  3 | \tint unused;',
        '    | \t    ^'
      ].join('\n')
    );
    expect(diagnostics).toHaveLength(2);
  });
});

describe('streams, events and graphs', () => {
  it('order work and tell how long it took', () => {
    const result = run<Record<string, unknown>>(
      `
      const kernels = compiled();
      const at = cuda.buffer(Int32Array.of(0));
      const [stream, other, before, after] = [cuda.stream(), cuda.stream(), cuda.event(), cuda.event()];
      before.record(stream);
      cuda.launch(kernels.fn('write'), 1, 1, [at], { stream });
      after.record(stream);
      other.waitFor(after);
      const isDone = stream.isDone;
      const early = errorOf(() => after.elapsedMs(before));
      let ticks = 0;
      const timer = setInterval(() => ticks++, 5);
      await Promise.all([after.synchronize(), other.synchronize(), cuda.synchronize()]);
      clearInterval(timer);
      cuda.synchronizeNow();
      stream.synchronizeNow();
      finish({ isDone, early, ms: after.elapsedMs(before), later: stream.isDone, ticks });`,
      { FAKE_GPU_KERNEL_NS: '100000000' }
    );
    expect(result).toMatchObject({ isDone: false, later: true });
    expect(result['early']).toMatch(/^CudaError: cuEventElapsedTime: CUDA_ERROR_NOT_READY \(600\)/);
    expect(result['ms']).toBeGreaterThanOrEqual(100);
    expect(result['ticks']).toBeGreaterThan(0);
  });

  it('are captured and launched again, with what they use kept', () => {
    const result = run<Record<string, unknown>>(`
      const kernels = compiled();
      const stream = cuda.stream();
      const [a, b] = [cuda.buffer(Float32Array.of(1, 2, 3)), cuda.alloc(12)];
      const graph = cuda.capture(stream, () => {
        cuda.launch(kernels.fn('add'), 1, 32, [a, a, b, 3]);
        b.fill(0, { bytes: 4 });
      });
      const before = cuda.memory().freeBytes;
      a.dispose();
      const kept = cuda.memory().freeBytes === before;
      graph.launch();
      graph.launch(stream);
      stream.synchronizeNow();
      const copy = Array.from(b.download(Float32Array));
      graph.dispose();
      finish({ nodes: graph.nodes, kept, copy, freed: cuda.memory().freeBytes > before });`);
    expect(result).toEqual({ nodes: 2, kept: true, copy: [0, 4, 6], freed: true });
  });

  it('refuse to be captured where that cannot be, and go on afterwards', () => {
    const result = run<unknown[]>(`
      const stream = cuda.stream();
      const a = cuda.alloc(4);
      const capture = body => errorOf(() => cuda.capture(stream, body));
      finish([
        capture(() => a.download(Uint8Array)), capture(() => a.upload(new Uint8Array(4))),
        capture(() => cuda.alloc(4)), capture(() => stream.synchronizeNow()),
        capture(() => cuda.capture(stream, () => undefined)), capture(async () => undefined),
        capture(() => { throw new Error('own'); }), errorOf(() => cuda.capture(5, () => undefined)),
        capture(() => a.fill(1)), a.download(Uint8Array).length
      ]);`);
    const [download, upload, alloc, wait, twice, later, own, none, right, length] = result;
    const refused = [download, upload, alloc, wait];
    expect(refused).toEqual(Array(4).fill(expect.stringContaining('cannot be captured')));
    expect(twice).toContain('captured already');
    expect(later).toContain('no promise');
    expect([own, right, length]).toEqual(['Error: own', 'none', 4]);
    expect(none).toContain('takes a stream and a function');
  });
});

it('ranges and marks of NVTX run what is in them, and reach who listens', () => {
  const result = run<unknown[]>(`
    const { range, mark } = cuda.nvtx;
    mark('here');
    finish([
      range('sync', () => 1), await range('async', async () => 2),
      errorOf(() => range('throws', () => { throw new Error('own'); })), errorOf(() => range(5, () => 1)),
      errorOf(() => range('no function')), errorOf(() => mark(5))
    ]);`);
  expect(result.slice(0, 3)).toEqual([1, 2, 'Error: own']);
  expect(result.slice(3)).toEqual(Array(3).fill(expect.stringMatching(/^CudaArgumentError: /)));
});

it('devices are told apart, each with what was made on it', () => {
  const result = run<unknown[]>(
    `
    const on = () => { const a = cuda.buffer(Uint8Array.of(cuda.device().index + 1)); return a; };
    const first = on();
    cuda.setDevice(1);
    const second = on();
    second.copyTo(first);
    finish([
      cuda.devices().map(device => device.index), first.device, second.device, first.download(Uint8Array)[0],
      cuda.device(0).computeCapability, errorOf(() => cuda.setDevice(2)), errorOf(() => cuda.device(-1)),
      errorOf(() => { cuda.profilerStart(); cuda.profilerStop(); })
    ]);`,
    { FAKE_GPU_COUNT: '2' }
  );
  expect(result).toEqual([
    [0, 1],
    0,
    1,
    2,
    '9.0',
    'CudaArgumentError: Devices are 0 to 1; 2 is none.',
    'CudaArgumentError: Devices are 0 to 1; -1 is none.',
    'none'
  ]);
});
