import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/tiers';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { runWithFake } from '../support/fakeCuda/runWithFake';
import { PRELUDE } from './cudaKernels';

const run = <T>(script: string, env: Readonly<Record<string, string | undefined>> = {}): T =>
  runWithFake<T>(`${PRELUDE}${script}`, { env });

describe('a kernel that reaches outside of its memory', () => {
  it('is told by a later call, with its cure, and cuda.reset brings the device back', () => {
    const result = run<Record<string, unknown>>(`
      const kernels = compiled();
      const [a, stream, event] = [cuda.alloc(4), cuda.stream(), cuda.event()];
      const pinned = cuda.pinned(8);
      const bytes = new Uint8Array(pinned.buffer).fill(7);
      const graph = cuda.capture(stream, () => a.fill(1));
      const launched = errorOf(() => cuda.launch(kernels.fn('write'), 1, 1, [16n]));
      const first = errorOf(() => a.download(Uint8Array));
      const later = [
        errorOf(() => cuda.alloc(4)), errorOf(() => a.fill(1)), errorOf(() => cuda.launch(kernels.fn('write'), 1, 1, [a])),
        errorOf(() => graph.launch()), errorOf(() => event.record()), errorOf(() => cuda.memory()),
        await errorLater(() => stream.synchronize()), await errorLater(() => a.downloadAsync(Uint8Array))
      ];
      cuda.reset();
      const stale = [errorOf(() => a.download(Uint8Array)), await errorLater(() => stream.synchronize())];
      for (const one of [a, stream, event, graph, kernels, pinned]) { one.dispose(); one.dispose(); }
      finish({
        launched, first, later, stale, kept: bytes.length,
        again: cuda.buffer(Uint8Array.of(5), b => b.download(Uint8Array)[0])
      });`);
    expect(result['launched']).toBe('none');
    expect(result['first']).toBe(
      'CudaContextLostError: cuMemcpyDtoH: CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access ' +
        'was encountered. A kernel read or wrote outside of its buffers: compare its indices with ' +
        'their lengths, as in `if (i < n)`. cuda.reset() brings the device back, without what was on it.'
    );
    const lost =
      'CudaContextLostError: The context of this device was lost to CUDA_ERROR_ILLEGAL_ADDRESS (700) in ' +
      'an earlier call. cuda.reset() brings the device back, without what was on it.';
    expect(result['later']).toEqual(Array(8).fill(lost));
    expect(result['stale']).toEqual(
      Array(2).fill(
        'CudaDisposedError: It was made before cuda.reset(), which freed it: make a new one.'
      )
    );
    expect([result['kept'], result['again']]).toEqual([0, 5]);
  });

  it('leaves what was made safe to dispose of, and bytes of pinned memory in place', () => {
    const result = run<unknown[]>(`
      const kernels = compiled();
      const [a, pinned] = [cuda.alloc(4), cuda.pinned(8)];
      const bytes = new Uint8Array(pinned.buffer).fill(7);
      cuda.launch(kernels.fn('write'), 1, 1, [16n]);
      const lost = await errorLater(() => cuda.synchronize());
      a.dispose();
      kernels.dispose();
      cuda.reset();
      const kept = bytes[7];
      pinned.dispose();
      finish([lost.split(':')[0], kept, bytes.length]);`);
    expect(result).toEqual(['CudaContextLostError', 7, 0]);
  });

  it('is told by the promise that waits for it', () => {
    const text = run<string>(
      `
      const stream = cuda.stream();
      cuda.launch(compiled().fn('add'), 1, 1, [16n, 16n, 16n, 1], { stream });
      finish(await errorLater(() => stream.synchronize()));`
    );
    expect(text).toMatch(/^CudaContextLostError: cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS/);
  });

  it('is found by every thread of the process, and the reset of one serves all', () => {
    const result = run<unknown[]>(`
      const { Worker } = require('node:worker_threads');
      const { once } = require('node:events');
      const a = cuda.alloc(4);
      const code = \`
        const { parentPort } = require('node:worker_threads');
        const { cuda } = require('kernelscope');
        const a = cuda.alloc(4);
        const outcome = () => { try { a.fill(1); return 'none'; } catch (error) { return error.name; } };
        parentPort.on('message', what => {
          if (what === 'new') return parentPort.postMessage(cuda.alloc(4, b => b.sizeBytes));
          if (what === 'lose') cuda.launch(cuda.compile(process.env.SOURCE).fn('write'), 1, 1, [16n]);
          parentPort.postMessage(outcome());
        });\`;
      process.env.SOURCE = KERNELS;
      const worker = new Worker(code, { eval: true });
      const ask = async what => { worker.postMessage(what); return (await once(worker, 'message'))[0]; };
      const results = [await ask('use'), await ask('lose'), errorOf(() => a.fill(1)).split(':')[0]];
      cuda.reset();
      results.push(errorOf(() => a.fill(1)).split(':')[0], await ask('use'), await ask('new'));
      await worker.terminate();
      results.push(cuda.alloc(8, b => b.sizeBytes));
      finish(results);`);
    expect(result).toEqual([
      'none',
      'CudaContextLostError',
      'CudaContextLostError',
      'CudaDisposedError',
      'CudaDisposedError',
      4,
      8
    ]);
  });

  it('without a way back says so again after the reset', () => {
    const result = run<string[]>(
      `
      const a = cuda.alloc(4);
      cuda.launch(compiled().fn('write'), 1, 1, [16n]);
      finish([errorOf(() => a.fill(1)), errorOf(() => cuda.reset()), errorOf(() => cuda.alloc(4))]);`,
      { FAKE_GPU_FAIL: 'cuCtxSynchronize=700' }
    );
    expect(result).toEqual(
      Array(3).fill(expect.stringContaining('CUDA_ERROR_ILLEGAL_ADDRESS (700)'))
    );
  });
});

describe('errors of the driver', () => {
  it.each(
    sampleOf<readonly [failure: string, call: string, said: string]>(
      [
        [
          'cuMemAlloc_v2=2',
          'cuda.alloc(4)',
          'cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory. Dispose of'
        ],
        ['cuMemAlloc_v2=12345', 'cuda.alloc(4)', 'cuMemAlloc: error 12345.'],
        ['cuModuleLoadData=218', "cuda.load('.version 8')", 'CUDA_ERROR_INVALID_PTX (218)'],
        ['cuStreamCreate=2', 'cuda.stream()', 'cuStreamCreate: CUDA_ERROR_OUT_OF_MEMORY (2)'],
        ['cuEventCreate=2', 'cuda.event()', 'cuEventCreate: CUDA_ERROR_OUT_OF_MEMORY (2)'],
        [
          'cuMemHostRegister_v2=2',
          'cuda.pinned(4)',
          'cuMemHostRegister: CUDA_ERROR_OUT_OF_MEMORY (2)'
        ],
        [
          'cuDevicePrimaryCtxRetain=2',
          'cuda.memory()',
          'cuDevicePrimaryCtxRetain: CUDA_ERROR_OUT_OF_MEMORY'
        ],
        [
          'cuMemcpyHtoD_v2=1',
          'cuda.buffer(Buffer.alloc(4))',
          'cuMemcpyHtoD: CUDA_ERROR_INVALID_VALUE (1)'
        ],
        ['cuProfilerStart=801', 'cuda.profilerStart()', 'CUDA_ERROR_NOT_SUPPORTED (801)'],
        [
          'cuGraphInstantiateWithFlags=2',
          'cuda.capture(cuda.stream(), () => {})',
          'cuGraphInstantiateWithFlags'
        ],
        [
          'cuStreamBeginCapture_v2=1',
          'cuda.capture(cuda.stream(), () => {})',
          'cuStreamBeginCapture:'
        ],
        ['cuStreamEndCapture=900', 'cuda.capture(cuda.stream(), () => {})', 'Take that call out']
      ],
      3
    )
  )('of %s are told by %s, and the next call works', (failure, call, said) => {
    const [text, after] = run<[string, string]>(
      `finish([errorOf(() => ${call}), errorOf(() => cuda.device())]);`,
      { FAKE_GPU_FAIL: failure }
    );
    expect(text).toContain(said);
    expect(text).toMatch(/^CudaError: /);
    expect(after).toBe('none');
  });

  it('about a context that another library took away make the call in its own again', () => {
    const result = run<string[]>(
      `finish([errorOf(() => cuda.alloc(4)), errorOf(() => cuda.alloc(4)), errorOf(() => cuda.alloc(4))]);`,
      { FAKE_GPU_FAIL: 'cuMemAlloc_v2=201@2' }
    );
    expect(result).toEqual(['none', 'none', 'none']);
  });

  it('leave nothing behind of what was half made', () => {
    const [before, after] = run<[number, number]>(
      `
      const before = cuda.memory().freeBytes;
      errorOf(() => cuda.buffer(Buffer.alloc(4096)));
      finish([before, cuda.memory().freeBytes]);`,
      { FAKE_GPU_FAIL: 'cuMemcpyHtoD_v2=1' }
    );
    expect(after).toBe(before);
  });
});

describe('where CUDA cannot be used', () => {
  let empty: string;
  beforeAll(() => {
    empty = mkdtempSync(path.join(tmpdir(), 'kernelscope-no-cuda-'));
  });
  afterAll(() => rmSync(empty, { recursive: true }));

  const CALLS = `[
    () => cuda.devices(), () => cuda.device(), () => cuda.setDevice(0), () => cuda.memory(), () => cuda.alloc(4),
    () => cuda.buffer(new Uint8Array(4)), () => cuda.pinned(4), () => cuda.stream(), () => cuda.event(),
    () => cuda.compile(KERNELS), () => cuda.load('.version 8'), () => cuda.synchronizeNow(),
    () => cuda.profilerStart(), () => cuda.profilerStop(), () => cuda.reset()
  ]`;

  it.each([
    ['no-driver', {}, 'Install the NVIDIA driver'],
    ['no-device', { FAKE_GPU_COUNT: '0' }, 'nvidia-smi'],
    ['driver-error', { FAKE_GPU_FAIL: 'cuInit=999' }, 'cuInit: CUDA_ERROR_UNKNOWN (999)'],
    ['driver-too-old', { FAKE_CUDA_DRIVER: '10020' }, 'Install an NVIDIA driver'],
    ['driver-too-old', { FAKE_GPU_FAIL: 'cuInit=803' }, 'Install an NVIDIA driver']
  ])('%s is what every call says, with its cure', (state, environment, cure) => {
    const folder = state === 'no-driver' ? empty : buildFakeCuda().folder;
    const result = runWithFake<Record<string, unknown>>(
      `${PRELUDE}
      const errors = ${CALLS}.map(call => errorOf(call));
      errors.push(await errorLater(() => cuda.synchronize()));
      let state;
      try { cuda.alloc(4); } catch (error) { state = error.state; }
      finish({
        errors, state, isAvailable: cuda.isAvailable, status: cuda.status().state,
        value: cuda.int32(1).kind, range: cuda.nvtx.range('a', () => 1)
      });`,
      { folder, env: { ...environment, LD_LIBRARY_PATH: folder } }
    );
    const errors = result['errors'] as readonly string[];
    const begin = `CudaUnavailableError: CUDA cannot be used (${state}): `;
    expect(errors.filter(text => !text.startsWith(begin))).toEqual([]);
    expect(errors.filter(text => !text.includes(cure))).toEqual([]);
    expect(result).toMatchObject({ state, isAvailable: false, value: 'int32', range: 1 });
  });

  it('for want of a compiler, only compile says so', () => {
    const folder = path.join(empty, 'driver');
    mkdirSync(folder);
    symlinkSync(
      path.join(buildFakeCuda().folder, 'libcuda.so.1'),
      path.join(folder, 'libcuda.so.1')
    );
    const [text, size] = runWithFake<[string, number]>(
      `${PRELUDE}finish([errorOf(() => cuda.compile(KERNELS)), cuda.alloc(4).sizeBytes]);`,
      {
        folder,
        env: {
          LD_LIBRARY_PATH: folder,
          ...{ CUDA_HOME: undefined, CUDA_PATH: undefined, VIRTUAL_ENV: undefined },
          ...{ CONDA_PREFIX: undefined, KERNELSCOPE_CUDA_LIBRARIES: folder }
        }
      }
    );
    expect(size).toBe(4);
    expect(text).toContain('CUDA C++ cannot be compiled (no-nvrtc): libnvrtc cannot be loaded');
    expect(text).toContain('pip install nvidia-cuda-nvrtc');
  });
});
