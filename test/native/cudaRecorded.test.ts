import { describe, expect, it } from 'vitest';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { recordGpu } from './recordedGpu';

const { folder } = buildFakeCuda();

describe('a library that is called through FFI', () => {
  const slices = recordGpu(`
    const koffi = require('koffi');
    const library = koffi.load(${JSON.stringify(`${folder}/libcuda.so.1`)});
    const malloc = library.func('int fakeRuntimeMalloc(_Out_ uint64_t *address, size_t bytes)');
    const toDevice = library.func('int fakeRuntimeCopyToDevice(uint64_t to, const void *from, size_t bytes)');
    const toHost = library.func('int fakeRuntimeCopyToHost(void *to, uint64_t from, size_t bytes)');
    const launchScale = library.func(
      'int fakeRuntimeLaunch(const char *kernel, uint grid, uint block, uint shared, void *stream, void **arguments)');
    const synchronize = library.func('int fakeRuntimeSynchronize()');

    const blas = { scale(values) {
      const address = [0];
      const n = values.length;
      const results = [malloc(address, 4 * n), toDevice(address[0], values, 4 * n)];
      const [pointer, count] = [BigUint64Array.of(BigInt(address[0])), Int32Array.of(n)];
      const places = [koffi.address(pointer), koffi.address(count)];
      const list = BigUint64Array.from(places);
      results.push(launchScale('scale', 1, 32, 0, null, list), synchronize());
      results.push(toHost(values, address[0], 4 * n));
      return results;
    } };
    instrument(blas, { name: '' });
    const recording = record();
    const values = Float32Array.of(1, 2, 3);
    const results = blas.scale(values);
    const { data } = await recording.finish();
    if (results.some(result => result !== 0)) throw new Error('calls failed: ' + results);
    if (values.join() !== '3,5,7') throw new Error('wrong result: ' + values);
    finish(data);`);

  it('has its calls, kernels and copies recorded in the operator that called it', () => {
    expect(slices.report).toMatchObject({ status: 'ok', message: '' });
    expect(slices.of('kernel').map(({ name }) => name)).toEqual(['scale']);
    const copies = slices.of('gpu_memcpy').map(({ name }) => name);
    expect(copies).toEqual([
      'Memcpy HtoD (Pageable -> Device)',
      'Memcpy DtoH (Device -> Pageable)'
    ]);
    const calls = slices.of('cuda_runtime').map(({ name }) => name);
    expect(calls).toEqual(
      expect.arrayContaining([
        'cudaMalloc',
        'cudaMemcpy',
        'cudaLaunchKernel',
        'cudaDeviceSynchronize'
      ])
    );
    const [kernel] = slices.of('kernel');
    const [call] = slices.sources(kernel);
    expect(call.name).toBe('cudaLaunchKernel');
    expect(slices.causeOf(call, 'operator')?.name).toBe('scale');
  });
});

it('work that cuda gives to a GPU is recorded with its calls, in the operators that gave it', () => {
  const slices = recordGpu(`
    const source = 'extern "C" __global__ void twice(float* x, int n) { if (threadIdx.x < n && threadIdx.y + blockIdx.x == 0) x[threadIdx.x] *= 2; }';
    const twice = api.compile(source).fn('twice');
    const stream = api.stream();
    const recording = record();
    const step = op('step', async () => {
      const values = api.buffer(Float32Array.of(1, 2, 3));
      values.fill(0, { bytes: 4, stream });
      api.launch(twice, 2, [32, 2], [values, 3], { stream });
      await stream.synchronize();
      const result = await values.downloadAsync(Float32Array);
      values.dispose();
      return result;
    });
    const result = await step();
    const { data } = await recording.finish();
    if (result.join() !== '0,4,6') throw new Error('wrong: ' + result);
    finish(data);`);
  const [kernel] = slices.of('kernel');
  expect(kernel).toMatchObject({ name: 'twice', args: { grid: '[2, 1, 1]', block: '[32, 2, 1]' } });
  const work = slices.of('kernel', 'gpu_memset', 'gpu_memcpy');
  expect(work.map(({ category }) => category).sort()).toEqual([
    ...['gpu_memcpy', 'gpu_memcpy', 'gpu_memset', 'kernel']
  ]);
  for (const one of work) expect(slices.sources(one)).toHaveLength(1);
  const [launch] = slices.sources(kernel);
  expect(launch.name).toBe('cuLaunchKernel');
  expect(slices.causeOf(launch, 'operator')?.name).toBe('step');
});
