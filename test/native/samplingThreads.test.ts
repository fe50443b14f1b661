import { describe, expect, it } from 'vitest';
import type { NvmlFailure } from '../../src/native/gpuSampling';
import { ADDON, tryWithFake } from '../support/fakeCuda/runWithFake';
import { columnTexts, runSampling, SAMPLING_PRELUDE } from '../support/sampling';

describe('The threads that sample', () => {
  const THREADS = `const threads = () => require('node:fs').readdirSync('/proc/self/task').length;`;
  const ALL = `{ counters: 5, link: 50, columns: ${columnTexts('Memory')} }`;

  it('end with the recording, and with a sampler that is given up', () => {
    const counts = runSampling<number[]>(
      `${THREADS}
      await sample(${ALL}, 10);
      await wait(80);
      const counts = [threads()];
      for (let round = 0; round < 5; round++) (await sample(${ALL}, 10));
      start(${ALL});
      counts.push(threads());
      for (let round = 0; round < 10; round++) { globalThis.gc(); await wait(30); }
      counts.push(threads());
      finish(counts);`,
      { nodeOptions: ['--expose-gc'] }
    );
    expect(counts[1]).toBeGreaterThanOrEqual(counts[0] + 4);
    expect(counts[2]).toBeLessThanOrEqual(counts[0]);
  });

  it('do not keep memory, however often sampling begins', () => {
    const grown = runSampling<number>(
      `const cycle = count => {
        for (let round = 0; round < count; round++) {
          const sampler = start({ counters: 1, columns: ${columnTexts('Memory')} });
          sampler.stop();
          sampler.drain();
        }
        globalThis.gc();
      };
      cycle(300);
      await wait(50);
      globalThis.gc();
      const before = process.memoryUsage.rss();
      cycle(600);
      await wait(50);
      globalThis.gc();
      finish(process.memoryUsage.rss() - before);`,
      { nodeOptions: ['--expose-gc'], timeoutMs: 60_000 }
    );
    expect(grown).toBeLessThan(8 << 20);
  });

  it('serve several JavaScript threads at once, and end with each', () => {
    const failures = runSampling<(NvmlFailure | string)[]>(
      `const { Worker } = require('node:worker_threads');
      const work = \`
        const { parentPort } = require('node:worker_threads');
        const { gpu, gpuSampling } = require(${JSON.stringify(ADDON)});
        gpu.addFolders?.((process.env.KERNELSCOPE_CUDA_LIBRARIES ?? '').split(':'));
        const gpus = [{ device: 0, pciBusId: '0000:65:00.0', uuid: '' }];
        const columns = ${columnTexts('Memory')};
        const metrics = { intervalUs: 1000, columns };
        let sampler;
        const round = () => {
          sampler = gpuSampling.start({ gpus, counterIntervalMs: 2, linkIntervalMs: 30, metrics });
          setTimeout(() => {
            sampler.stop();
            const batch = sampler.drain();
            const of = batch.metrics[0];
            parentPort.postMessage([
              ...batch.failures, ...(of.failure ? [of.failure] : []),
              ...sampler.metrics.flatMap(gpu => gpu.failure ?? []),
              ...(of.time.length > 3 ? [] : ['no rows'])
            ]);
            round();
          }, 15);
        };
        round();\`;
      const seen = [];
      const workers = Array.from({ length: 4 }, () => new Worker(work, { eval: true }));
      for (const worker of workers) worker.on('message', found => seen.push(...found));
      await wait(300);
      await Promise.all(workers.map(worker => worker.terminate()));
      finish(seen);`
    );
    expect(failures).toEqual([]);
  });

  it.each([
    ['by itself', ''],
    ['by exit', 'process.exit(0);'],
    [
      'by an exception',
      'process.on("uncaughtException", () => process.exit(0)); throw new Error();'
    ]
  ])('do not hold up a process that ends %s', (_, ending) => {
    const began = Date.now();
    const { status, signal } = tryWithFake(
      `${SAMPLING_PRELUDE} globalThis.kept = start(${ALL}); await wait(30); ${ending}`,
      { env: { FAKE_GPU_COUNT: '2' } }
    );
    expect({ status, signal }).toEqual({ status: 0, signal: null });
    expect(Date.now() - began).toBeLessThan(5000);
  });

  it('refuse to be asked through anything else', () => {
    const codes = runSampling<string[]>(`
      const { drain, stop } = start({});
      const codeOf = action => { try { action(); return ''; } catch (error) { return error.code; } };
      finish([() => drain.call({}), () => stop.call(gpu), () => drain()].map(codeOf));`);
    expect(codes).toEqual(Array(3).fill('NOT_A_SAMPLER'));
  });
});
