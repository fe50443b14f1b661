import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/model/profile';
import { recordGpu, runOnGpu, Slices } from './recordedGpu';

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

describe('several recordings at once', () => {
  it('share what CUPTI records, each with what it wants of its own window', () => {
    const profiles = runOnGpu<Record<'outer' | 'inner' | 'after', Profile>>(`
      const outer = record({ level: 0, waits: false, memory: false });
      launch(2);
      const inner = record();
      launch(3);
      const innerData = (await inner.finish()).data;
      launch(4);
      const outerData = (await outer.finish()).data;
      launch(5);
      const after = record();
      launch(6);
      finish({ outer: outerData, inner: innerData, after: (await after.finish()).data });
    `);
    const kernels = (profile: Profile) => new Slices(profile).of('kernel').length;
    expect(kernels(profiles.outer)).toBe(9);
    expect(kernels(profiles.inner)).toBe(3);
    expect(kernels(profiles.after)).toBe(6);
    expect(new Slices(profiles.outer).of(...CALLS)).toEqual([]);
    expect(new Slices(profiles.inner).of('cuda_driver').length).toBeGreaterThan(0);
  });

  it('leave nothing behind when they are abandoned, and a snapshot changes nothing', () => {
    const found = runOnGpu<{ soFar: Profile; whole: Profile }>(`
      const recording = record();
      const abandoned = record();
      launch(2);
      await sleep(20);
      const soFar = recording.snapshot().data;
      abandoned.abandon();
      launch(3);
      finish({ soFar, whole: (await recording.finish()).data });
    `);
    expect(new Slices(found.soFar).of('kernel')).toHaveLength(2);
    expect(new Slices(found.whole).of('kernel')).toHaveLength(5);
  });

  it('record nothing while they are held', () => {
    const slices = recordGpu(`
      const { profiler } = require('kernelscope');
      const recording = record();
      launch(2);
      profiler.pause();
      launch(3);
      profiler.resume();
      launch(4);
      finish((await recording.finish()).data);
    `);
    expect(slices.of('kernel')).toHaveLength(6);
    expect(slices.of(...CALLS).filter(({ name }) => name === 'cuLaunchKernel')).toHaveLength(6);
  });
});

describe('the end', () => {
  it('has work that runs on after it, and says what is missing where that takes too long', () => {
    const busy = (ns: bigint) => `
      const recording = record();
      api.launch(busyFor, 1, 1, [${ns}n]);
      const begun = performance.now();
      const { data } = await recording.finish();
      finish({ data, tookMs: performance.now() - begun });`;
    const short = runOnGpu<{ data: Profile }>(busy(20_000_000n));
    const kernels = new Slices(short.data).of('kernel');
    expect(kernels).toHaveLength(1);
    expect(kernels[0].end).toBeGreaterThan(short.data.meta.durationNs);
    const long = runOnGpu<{ data: Profile; tookMs: number }>(busy(1_500_000_000n));
    expect(new Slices(long.data).report.message).toContain('GPUs were still at work');
    expect(long.tookMs).toBeLessThan(1000);
  });

  it('of a recording that is stopped at once has what was done by then', () => {
    const slices = recordGpu(`
      const recording = record();
      launch(2);
      api.synchronizeNow();
      finish(recording.stop().data);
    `);
    expect(slices.of('kernel')).toHaveLength(2);
  });
});

describe('threads', () => {
  it('of a process are recorded by the thread that records, each on its track', () => {
    const slices = recordGpu(`
      const { Worker } = require('node:worker_threads');
      const { profiler } = require('kernelscope');
      const WORKER = \`
        require('kernelscope');
        const { parentPort } = require('node:worker_threads');
        const { cuda: api } = require('kernelscope');
        parentPort.on('message', () => {
          const fn = api.load(\${JSON.stringify(PTX)}).fn('busyFor');
          for (let i = 0; i < 5; i++) api.launch(fn, 1, 1, [1000n]);
          api.synchronizeNow();
          parentPort.postMessage('done');
        });\`;
      const worker = new Worker(WORKER, { eval: true });
      await profiler.attach(worker);
      const recording = host.start({ ...BARE, gpu: GPU });
      launch(2);
      const done = new Promise(resolve => worker.once('message', resolve));
      worker.postMessage('go');
      await done;
      const { data } = await recording.finish();
      await worker.terminate();
      finish(data);
    `);
    const kernels = slices.of('kernel');
    expect(kernels.map(({ name }) => name).sort()).toEqual([
      ...Array<string>(5).fill('busyFor'),
      ...Array<string>(2).fill('scale(float*, int)')
    ]);
    const tracks = new Set(kernels.map(kernel => slices.sources(kernel)[0].track));
    expect([...tracks].sort()).toEqual(['main thread', expect.stringMatching(/^thread \d+$/)]);
    expect(slices.overlaps()).toEqual([]);
  });

  it('that profile on their own have the work of the process, their calls on their own track', () => {
    const slices = recordGpu(`
      const { Worker } = require('node:worker_threads');
      const worker = new Worker(\`
        const { parentPort } = require('node:worker_threads');
        const { cuda: api } = require('kernelscope');
        const { host } = require('kernelscope/host');
        const fn = api.load(\${JSON.stringify(PTX)}).fn('busyFor');
        const recording = host.startAlone(\${JSON.stringify({ ...BARE, gpu: GPU })});
        for (let i = 0; i < 5; i++) api.launch(fn, 1, 1, [1000n]);
        recording.finish().then(({ data }) => parentPort.postMessage(data));
      \`, { eval: true });
      const data = await new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
      await worker.terminate();
      finish(data);
    `);
    const calls = slices.of('kernel').map(kernel => slices.sources(kernel)[0]);
    expect(calls.map(({ track }) => track)).toEqual(Array(5).fill('worker 1'));
  });
});

describe('where GPUs cannot be recorded', () => {
  it.each([
    ['cuInit=100', 'no-device'],
    ['enable=39', 'busy'],
    ['enable=35', 'no-permission'],
    ['enable10=35', 'no-permission']
  ])('says so with the number of the error: %s', (fail, state) => {
    const profile = runWithout(`record({ isRequired: true })`, { FAKE_GPU_FAIL: fail });
    const report = profile.sources.find(({ source }) => source === 'cuda');
    expect(report).toMatchObject({ status: 'unavailable' });
    expect(report?.message).toContain(state);
    expect(report?.message).toContain(`(${/=(\d+)/.exec(fail)?.[1]})`);
    expect(profile.slices.length).toBeGreaterThan(0);
  });

  it('is silent where there is no GPU and none is required', () => {
    const profile = runWithout(`record({ isRequired: false })`, { FAKE_GPU_FAIL: 'cuInit=100' });
    expect(profile.sources.filter(({ source }) => source === 'cuda')).toEqual([]);
  });
});

/** A profile of an operator that does nothing on a GPU, where one may be missing. */
function runWithout(record: string, env: Record<string, string>): Profile {
  return runOnGpu<Profile>(
    `
    const mm = op('mm', () => undefined);
    const recording = ${record};
    mm();
    finish((await recording.finish()).data);`,
    { env, hasGpu: false }
  );
}
