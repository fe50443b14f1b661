import { describe, expect, it } from 'vitest';
import { sampleOf } from '../support/tiers';
import { type Slices, recordGpu } from './recordedGpu';

const WORK = ['kernel', 'gpu_memcpy', 'gpu_memset'];
const CALLS = ['cuda_driver', 'cuda_runtime'];

describe('external_correlation: a program of operators that launch kernels', () => {
  const slices = recordGpu(
    `
    const inner = op('inner', () => launch(3));
    const outer = op('outer', () => { launch(); inner(); launch(); });
    const later = op('later', async () => { launch(2); await sleep(5); });
    const recording = record();
    for (let step = 0; step < 20; step++) range('step ' + step, () => outer());
    await later();
    launch();
    const { data } = await recording.finish();
    finish(data);
    `,
    { env: { FAKE_GPU_LATE_CORRELATION: '1' } }
  );
  const kernels = slices.of('kernel');

  it('has every kernel with its call, none earlier than that', () => {
    expect(slices.report).toMatchObject({ status: 'ok', message: '' });
    expect(kernels).toHaveLength(20 * 5 + 2 + 1);
    for (const kernel of kernels) {
      const calls = slices.sources(kernel);
      expect(calls.map(({ name }) => name)).toEqual(['cuLaunchKernel']);
      expect(calls[0].start).toBeLessThanOrEqual(kernel.start);
      expect(calls[0].args.correlation).toBe(kernel.args.correlation);
    }
  });

  it('has every call in the operator that made it', () => {
    const byOperator = new Map<string, number>();
    for (const kernel of kernels) {
      const [call] = slices.sources(kernel);
      const name = slices.causeOf(call, 'operator')?.name ?? 'none';
      byOperator.set(name, (byOperator.get(name) ?? 0) + 1);
    }
    expect(Object.fromEntries(byOperator)).toEqual({ outer: 40, inner: 60, later: 2, none: 1 });
    const [later] = slices.named('later');
    expect(later.track).toBe('operators');
    const ofLater = slices.of(...CALLS).filter(({ parent }) => parent === later.row);
    expect(ofLater.map(({ track }) => track)).toEqual(['main thread', 'main thread']);
  });

  it('gives an operator, its calls and its work one number', () => {
    for (const kernel of kernels.filter(({ args }) => args['External id'] !== undefined)) {
      const [call] = slices.sources(kernel);
      const operator = slices.causeOf(call, 'operator');
      expect(call.args['External id']).toBe(kernel.args['External id']);
      expect(operator?.args['External id']).toBe(kernel.args['External id']);
    }
  });

  it('has slices that nest or are apart on every track', () => {
    expect(slices.overlaps()).toEqual([]);
  });
});

describe('kernel_metadata: kernels, copies and fills', () => {
  const slices = recordGpu(`
    const stream = api.stream();
    const recording = record();
    const y = api.buffer(new Float32Array(1000));
    y.fill(7);
    y.download(Float32Array);
    launch(1, stream);
    await api.synchronize();
    const { data } = await recording.finish();
    finish(data);
  `);

  it('say how and where they ran', () => {
    const [kernel] = slices.of('kernel');
    expect(kernel.name).toBe('scale(float*, int)');
    expect(kernel.args).toMatchObject({
      ...{ device: 0, grid: '[2, 1, 1]', block: '[32, 1, 1]' },
      'registers per thread': 24,
      mangled: '_Z5scalePfi'
    });
    expect(kernel.track).toBe(`stream ${kernel.args.stream}`);
    expect(slices.profile.tracks.find(({ kind }) => kind === 'device')?.name).toBe(
      'GPU 0 (NVIDIA H200)'
    );
    expect(slices.profile.meta.gpus).toMatchObject([{ device: 0, name: 'NVIDIA H200' }]);
  });

  it('have their bytes and the names that Kineto gives them', () => {
    expect(
      slices.of('gpu_memcpy', 'gpu_memset').map(({ name, args }) => [name, args.bytes])
    ).toEqual([
      ['Memcpy HtoD (Pageable -> Device)', 4000],
      ['Memset (Device)', 4000],
      ['Memcpy DtoH (Device -> Pageable)', 4000]
    ]);
    for (const work of slices.of(...WORK)) expect(slices.sources(work)).toHaveLength(1);
  });
});

it('cuda_sync: waits for a GPU lie on a track of their own', () => {
  const slices = recordGpu(`
    const recording = record();
    launch();
    api.synchronizeNow();
    finish((await recording.finish()).data);
  `);
  const waits = slices.of('cuda_sync');
  expect(waits.map(({ name, track }) => `${name} @${track}`)).toContain('Context Sync @CUDA waits');
  const calls = slices.of(...CALLS);
  for (const wait of waits) {
    expect(calls.some(({ args }) => args.correlation === wait.args.correlation)).toBe(true);
  }
});

describe('cuda_graph', () => {
  const PROGRAM = `
    const stream = api.stream();
    const graph = api.capture(stream, () => launch(3));
    const run = op('run', () => graph.launch(stream));
  `;

  it('is recorded by its nodes, each with the launch of the graph', () => {
    const slices = recordGpu(`${PROGRAM}
      const recording = record();
      run();
      run();
      await api.synchronize();
      finish((await recording.finish()).data);`);
    const kernels = slices.of('kernel');
    expect(kernels).toHaveLength(6);
    expect(new Set(kernels.map(({ args }) => args['graph node id'])).size).toBe(3);
    for (const kernel of kernels) {
      expect(slices.sources(kernel).map(({ name }) => name)).toEqual(['cuGraphLaunch']);
    }
    expect(slices.overlaps()).toEqual([]);
  });

  it('is recorded as one where that is wanted', () => {
    const slices = recordGpu(`${PROGRAM}
      const recording = record({ graphs: 'whole' });
      run();
      await api.synchronize();
      finish((await recording.finish()).data);`);
    expect(slices.of('kernel')).toEqual([]);
    const [graph] = slices.of('cuda_graph');
    expect(graph.name).toMatch(/^CUDA graph \d+$/);
    expect(slices.sources(graph).map(({ name }) => name)).toEqual(['cuGraphLaunch']);
  });
});

describe('the levels', () => {
  const at = (level: number, more = '') =>
    recordGpu(`
      const mm = op('mm', () => launch(2));
      const recording = record({ level: ${level}, waits: false, memory: false ${more} });
      mm();
      api.buffer(new Float32Array(8));
      finish((await recording.finish()).data);`);
  const categories = (slices: Slices) => [...new Set(slices.all.map(({ category }) => category))];

  it('0 is kernels, with an arrow from the operator', () => {
    const slices = at(0);
    expect(categories(slices).sort()).toEqual(['kernel', 'operator']);
    for (const kernel of slices.of('kernel')) {
      expect(slices.sources(kernel).map(({ name }) => name)).toEqual(['mm']);
    }
  });

  it('1 is copies as well, 2 the calls of the driver', () => {
    expect(categories(at(1)).sort()).toEqual(['gpu_memcpy', 'kernel', 'operator']);
    expect(categories(at(2))).toContain('cuda_driver');
  });

  it('take waits and memory where they are wanted', () => {
    expect(at(0, ', memory: true').profile.allocations.length).toBe(1);
  });
});

it('memory is a counter, and allocations with operator, scope and address', () => {
  const slices = recordGpu(`
    const { scope } = require('kernelscope');
    const make = op('make', () => api.alloc(4096));
    const recording = record();
    const kept = scope('encoder', () => make());
    api.alloc(100).dispose();
    finish((await recording.finish()).data);
  `);
  const { allocations, strings, counters } = slices.profile;
  const texts = (column: Uint32Array) => Array.from(column, row => strings[row]);
  expect(texts(allocations.device)).toEqual(['gpu/0', 'gpu/0']);
  expect(texts(allocations.name)).toEqual(['make', 'cuMemAlloc_v2']);
  expect(texts(allocations.scope)).toEqual(['encoder:', '<unk>:']);
  expect([...allocations.bytes]).toEqual([4096, 100]);
  expect([...allocations.isHeld]).toEqual([1, 0]);
  expect(allocations.address.every(address => address > 0)).toBe(true);
  const memory = counters.find(({ name }) => name === 'Memory: gpu/0');
  expect([...(memory?.value ?? [])]).toEqual([4096, 4196, 4096]);
});

it('overhead_activities: what CUPTI takes time for lies on a track of its own', () => {
  const slices = recordGpu(`
    const recording = record();
    launch(3);
    recording.snapshot();
    launch(3);
    finish((await recording.finish()).data);
  `);
  const overheads = slices.of('overhead');
  expect(overheads.length).toBeGreaterThan(0);
  expect(new Set(overheads.map(({ track }) => track))).toEqual(new Set(['CUDA overhead']));
  expect(overheads.map(({ name }) => name)).toContain('Buffer Flush');
});

it('region_device_time: the work of a range is what its calls started', () => {
  const slices = recordGpu(
    `
    const recording = record();
    range('first', () => launch(3));
    range('second', () => { launch(2); api.synchronizeNow(); });
    finish((await recording.finish()).data);
  `,
    { env: { FAKE_GPU_KERNEL_NS: '7000' } }
  );
  const times = new Map<string, number>();
  for (const kernel of slices.of('kernel')) {
    const name = slices.causeOf(slices.sources(kernel)[0], 'range')?.name ?? 'none';
    times.set(name, (times.get(name) ?? 0) + kernel.end - kernel.start);
  }
  expect(Object.fromEntries(times)).toEqual({ first: 21_000, second: 14_000 });
});

it('ranges of NVTX lie on the track of their thread, and those that may overlap on lanes', () => {
  const slices = recordGpu(`
    api.nvtx.range('before', () => undefined);
    const recording = record();
    nvtx.push('pushed');
    launch(2);
    nvtx.pop();
    api.nvtx.range('ranged', () => launch());
    finish((await recording.finish()).data);
  `);
  const [pushed] = slices.named('pushed');
  expect(pushed).toMatchObject({ category: 'range', track: 'main thread' });
  const launches = slices.named('cuLaunchKernel');
  expect(launches.map(({ parent }) => parent)).toEqual([pushed.row, pushed.row, -1]);
  const [ranged] = slices.named('ranged');
  expect(ranged).toMatchObject({ category: 'range', track: 'NVTX ranges' });
  expect(slices.named('before')).toEqual([]);
});

it.each(
  sampleOf<readonly [env: Readonly<Record<string, string>>, text: string]>(
    [
      [{ FAKE_GPU_EARLY_NS: '100000' }, 'began on a GPU before the calls that started them'],
      [{ FAKE_GPU_DROPPED: '7' }, 'CUPTI dropped 7 records for lack of room'],
      [{ FAKE_GPU_UNTIMED: '2' }, '2 records without a usable time left out'],
      [{ FAKE_GPU_UNKNOWN: '1' }, 'not known and left out'],
      [{ FAKE_GPU_FAIL: 'enable50=1' }, 'CUPTI does not record memoryPool']
    ],
    2
  )
)('the report of a recording says what is less than it should be: %o', (env, text) => {
  const slices = recordGpu(
    `
    const recording = record();
    launch(10);
    finish((await recording.finish()).data);
  `,
    { env }
  );
  expect(slices.report.status).toBe('partial');
  expect(slices.report.message).toContain(text);
  expect(slices.of('kernel').length).toBeGreaterThanOrEqual(8);
});
