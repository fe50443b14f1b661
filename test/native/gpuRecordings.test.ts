import { describe, expect, it } from 'vitest';
import { sampleOf } from '../support/tiers';
import type { Profile } from '../../src/model/profile/profile';
import { recordGpu, runOnGpu, Slices } from './recordedGpu';

const CALLS = ['cuda_driver', 'cuda_runtime'];

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
    const late = runOnGpu<{ data: Profile; turns: number }>(`
      const recording = record();
      api.launch(busyFor, 1, 1, [500_000_000n]);
      let turns = 0;
      const timer = setInterval(() => turns++, 1);
      const { data } = await recording.finish();
      clearInterval(timer);
      finish({ data, turns });`);
    const kernels = new Slices(late.data).of('kernel');
    expect(kernels).toHaveLength(1);
    expect(kernels[0].end).toBeGreaterThan(late.data.meta.durationNs);
    expect(new Slices(late.data).report.status).toBe('ok');
    expect(late.turns).toBeGreaterThan(2);
  });

  const endless = 'for (let i = 0; i < 3; i++) api.launch(busyFor, 1, 1, [60_000_000_000n]);';
  const MISSING =
    'GPUs were still working when the recording ended: the work of 3 CUDA calls is missing';

  it('waits as long as its option says, and counts the calls whose work is missing', () => {
    const limited = (waitMs: number | null) =>
      recordGpu(`
        const recording = record({}, { gpuWaitMs: ${waitMs} });
        launch(2);
        ${endless}
        finish((await recording.finish()).data);
        process.reallyExit(0);`);
    for (const waitMs of [200, null]) {
      const { report } = limited(waitMs);
      expect(report.status).toBe('partial');
      expect(report.message).toContain(MISSING);
    }
  });

  it('is told of a long wait, and cuts it off', () => {
    const { data, limits } = runOnGpu<{ data: Profile; limits: readonly number[] }>(`
      const recording = record({}, { gpuWaitMs: 50_000 });
      ${endless}
      const limits = [];
      const watcher = { waiting: limit => limits.push(limit), isCutOff: () => limits.length > 0 };
      const { data } = await recording.finish('complete', undefined, watcher);
      finish({ data, limits });
      process.reallyExit(0);`);
    expect(limits).toEqual([50_000]);
    expect(new Slices(data).report.message).toContain(MISSING);
  });

  it('counts no calls that were captured, and none whose work is there', () => {
    const { report } = recordGpu(`
      const recording = record();
      const stream = api.stream();
      api.capture(stream, () => api.launch(busyFor, 1, 1, [1000n]));
      launch(2);
      api.synchronizeNow();
      finish(recording.stop().data);`);
    expect(report).toMatchObject({ status: 'ok', message: '' });
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
  const FAILURES: readonly (readonly [fail: string, state: string])[] = [
    ['cuInit=100', 'no-device'],
    ['enable=39', 'busy'],
    ['enable=35', 'no-permission'],
    ['enable10=35', 'no-permission']
  ];

  it.each(sampleOf(FAILURES, 2))('says so with the number of the error: %s', (fail, state) => {
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
