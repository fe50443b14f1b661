import { describe, expect, it } from 'vitest';
import { sampleOf, sizeOf } from '../support/tiers';
import { runWithFake, tryWithFake } from '../support/fakeCuda/runWithFake';
import { GPU_SCRIPT } from '../support/gpuScripts';

type Variables = Readonly<Record<string, string>>;

const run = <Result>(script: string, env: Variables = {}): Result =>
  runWithFake(GPU_SCRIPT + script, { env, timeoutMs: 120_000 });

/** The start of a worker that records, and launches kernels until it is told otherwise. */
const WORKER = `
  const { Worker } = require('node:worker_threads');
  const inWorker = (script, data) => new Worker(
    'const { parentPort, workerData } = require("node:worker_threads");' +
    'const { gpu, cuda } = require(workerData.addon);' +
    'gpu.addFolders([workerData.folder]);' + workerData_ + script,
    { eval: true, workerData: { addon: process.env.ADDON_FILE, folder: process.env.FOLDER, ...data } });
`;

/** Runs a script with workers; `launch`, `openDevice` and `KINDS` are there in workers too. */
function withWorkers<Result>(script: string, prelude = ''): Result {
  const shared = `const workerData_ = ${JSON.stringify(GPU_SCRIPT)};`;
  const places = `
    process.env.FOLDER = process.env.KERNELSCOPE_CUDA_LIBRARIES;
    process.env.ADDON_FILE ??= Object.keys(require.cache).find(file => file.endsWith('.node'));`;
  return run(prelude + shared + places + WORKER + script);
}

describe('a recording of GPUs', () => {
  it('begins once for a thread, and begins anew after its end', () => {
    const script = `
      const codes = [];
      const attempt = () => {
        try { gpu.start({ kinds: ['kernel'] }); codes.push('started'); }
        catch (error) { codes.push(error.code); }
      };
      attempt(); attempt(); gpu.stop(); gpu.stop(); attempt();
      openDevice();
      launch(2);
      finish([codes, gpu.drain(true).kernels.length]);`;
    expect(run(script)).toEqual([['started', 'STARTED', 'started'], 2]);
  });

  it('does not begin where the state is not ready', () => {
    const script = `
      try { gpu.start({ kinds: ['kernel'] }); } catch (error) { finish([error.code, gpu.drain(true)]); }`;
    const [code, batch] = run<[string, { kernels: { length: number } }]>(script, {
      FAKE_GPU_COUNT: '0'
    });
    expect([code, batch.kernels.length]).toEqual(['NOT_READY', 0]);
  });

  it('takes options of any kind for what they are not', () => {
    const script = `
      const results = [];
      for (const options of [undefined, null, 5, {}, { kinds: 'kernel' }, { kinds: [1, null] },
        { kinds: ['kernel'], bufferBytes: -1, maxBytes: NaN }]) {
        results.push(gpu.start(options).kinds);
        gpu.stop();
      }
      gpu.addFolders(7);
      gpu.onRecords('x');
      gpu.pushId('x'); gpu.popId(); gpu.popId();
      finish([results, gpu.status('x').state, gpu.drain('x').originNs]);`;
    expect(run(script)).toEqual([[[], [], [], [], [], [], ['kernel']], 'ready', 0n]);
  });

  it('is empty after its end, and leaves a kernel that outlives it to nobody', () => {
    const script = `
      gpu.start({ kinds: ['kernel'] });
      openDevice();
      launch(1, 'outlives');
      gpu.stop();
      const after = gpu.drain(true).kernels.length;
      gpu.start({ kinds: ['kernel'] });
      await sleep(300);
      launch(1, 'second');
      const { kernels, strings, losses } = gpu.drain(true);
      finish({ after, rows: kernels.length, strings, untimed: losses.untimed });`;
    expect(run(script, { FAKE_GPU_KERNEL_NS: '200000000' })).toEqual({
      after: 0,
      rows: 1,
      strings: ['second'],
      untimed: 0
    });
  });

  it('waits for a kernel that runs when all is asked for, and not otherwise', () => {
    const script = `
      gpu.start({ kinds: ['kernel'] });
      openDevice();
      launch(1);
      const begun = performance.now();
      const some = gpu.drain(false).kernels.length;
      const between = performance.now();
      const all = gpu.drain(true).kernels.length;
      finish({ some, all, ms: [between - begun, performance.now() - between] });`;
    const { some, all, ms } = run<{ some: number; all: number; ms: [number, number] }>(script, {
      FAKE_GPU_KERNEL_NS: '4000000000'
    });
    expect([some, all]).toEqual([0, 1]);
    expect(ms[0]).toBeLessThan(2000);
    expect(ms[1]).toBeGreaterThan(50);
  });

  it(
    'gives up a wait after ten seconds, says so, and waits no more while that kernel runs',
    { tags: 'night' },
    () => {
      const script = `
      gpu.start({ kinds: ['kernel'] });
      openDevice();
      launch(1);
      const times = [];
      const failures = [];
      for (let i = 0; i < 2; i++) {
        const begun = performance.now();
        failures.push(...gpu.drain(true).failures);
        times.push(performance.now() - begun);
      }
      finish({ times, failures });
      process.reallyExit(0);`;
      const { times, failures } = run<{ times: number[]; failures: unknown[] }>(script, {
        FAKE_GPU_KERNEL_NS: '60000000000'
      });
      const failure = { call: 'cuCtxSynchronize', code: 600, name: 'CUDA_ERROR_NOT_READY' };
      expect(failures).toEqual([failure, failure]);
      expect(times[0]).toBeGreaterThan(9900);
      expect(times[1]).toBeLessThan(2000);
    }
  );

  it('takes the same memory however often it begins', () => {
    const script = `
      openDevice();
      const cycle = times => {
        for (let i = 0; i < times; i++) {
          gpu.start({ kinds: KINDS });
          if (i % 100 === 0) { launch(3); gpu.drain(false); }
          gpu.stop();
        }
        gc();
        return process.memoryUsage().rss;
      };
      const early = cycle(${sizeOf(5_000, 20_000)});
      const late = cycle(${sizeOf(20_000, 80_000)});
      finish((late - early) / 2 ** 20);`;
    const grownMiB = runWithFake<number>(GPU_SCRIPT + script, {
      nodeOptions: ['--expose-gc'],
      timeoutMs: 170_000
    });
    expect(grownMiB).toBeLessThan(8);
  });
});

describe('recordings of several threads', () => {
  it('each have all records of the process, of the kinds that they ask for', () => {
    const script = `
      gpu.start({ kinds: ['kernel'] });
      openDevice();
      const worker = inWorker(\`
        gpu.start({ kinds: ['kernel', 'driver'] });
        openDevice();
        launch(5, 'ofWorker');
        parentPort.on('message', () => {
          const { kernels, calls } = gpu.drain(true);
          gpu.stop();
          parentPort.postMessage([kernels.length, calls.length > 5]);
          parentPort.close();
        });
        parentPort.postMessage('ready');\`);
      await new Promise(resolve => worker.once('message', resolve));
      launch(7, 'ofMain');
      worker.postMessage('drain');
      const inWorkers = await new Promise(resolve => worker.once('message', resolve));
      launch(1, 'after');
      const { kernels, calls, strings } = gpu.drain(true);
      finish({ inWorkers, rows: kernels.length, calls: calls.length, strings });`;
    expect(withWorkers(script)).toEqual({
      inWorkers: [12, true],
      rows: 13,
      calls: 0,
      strings: ['ofWorker', 'ofMain', 'after']
    });
  });

  it('leave out what began before them', () => {
    const script = `
      gpu.start({ kinds: ['kernel'] });
      openDevice();
      launch(9, 'early');
      cuda.synchronizeNow(0);
      const worker = inWorker(\`
        gpu.start({ kinds: ['kernel'] });
        openDevice();
        launch(2, 'late');
        parentPort.postMessage(gpu.drain(true).strings);\`);
      const strings = await new Promise(resolve => worker.once('message', resolve));
      await worker.terminate();
      finish([strings, gpu.drain(true).kernels.length]);`;
    expect(withWorkers(script)).toEqual([['late'], 11]);
  });

  it('end with a worker that is terminated in the middle of one, and the others go on', () => {
    const script = `
      gpu.start({ kinds: ['kernel'], bufferBytes: 4096 });
      openDevice();
      for (let round = 0; round < 5; round++) {
        const worker = inWorker(\`
          gpu.onRecords(() => gpu.drain(false));
          gpu.start({ kinds: KINDS, bufferBytes: 4096 });
          openDevice();
          gpu.pushId(1);
          parentPort.postMessage('ready');
          for (;;) launch(10);\`);
        await new Promise(resolve => worker.once('message', resolve));
        await sleep(20);
        await worker.terminate();
      }
      gpu.drain(true);
      launch(3, 'after');
      const { kernels } = gpu.drain(true);
      gpu.stop();
      finish(kernels.length);`;
    expect(withWorkers(script)).toBe(3);
  });

  it('leave CUPTI what it needs when the one thread that loaded the addon is gone', () => {
    // The script loads no addon itself: `gpu` of its prelude comes from a copy that never records.
    const script = `
      const worker = inWorker(\`
        gpu.start({ kinds: ['kernel'], bufferBytes: 4096 });
        openDevice();
        launch(1);
        parentPort.postMessage('ready');\`, { addon: process.env.COPY });
      await new Promise(resolve => worker.once('message', resolve));
      await worker.terminate();
      const mapped = require('node:fs').readFileSync('/proc/self/maps', 'utf8');
      cuda.start();
      openDevice();
      launch(600);
      await sleep(20);
      finish(mapped.includes(process.env.COPY));`;
    const copy = `
      const { copyFileSync, mkdtempSync } = require('node:fs');
      const { join } = require('node:path');
      const file = Object.keys(require.cache).find(name => name.endsWith('.node'));
      process.env.COPY = join(mkdtempSync(join(require('node:os').tmpdir(), 'kernelscope-copy-')), 'copy.node');
      copyFileSync(file, process.env.COPY);`;
    expect(withWorkers(script, copy)).toBe(true);
  });
});

describe('a process that ends in the middle of a recording', () => {
  const program = (end: string) => `
    gpu.onRecords(() => gpu.drain(false));
    gpu.start({ kinds: KINDS, bufferBytes: 4096 });
    openDevice();
    launch(2000);
    process.on('exit', () => launch(50));
    ${end}`;

  const ENDS: readonly (readonly [how: string, end: string, code: number])[] = [
    ['by itself', '', 0],
    ['by process.exit', 'process.exit(3);', 3],
    [
      'by an exit in a listener',
      'gpu.onRecords(() => process.exit(4)); launch(500); setTimeout(() => {}, 5000);',
      4
    ],
    ['by process.exit at a later time', 'setTimeout(() => process.exit(5), 30);', 5],
    ['by an error that nobody catches', 'throw new Error("of the program");', 1]
  ];

  it.each(sampleOf(ENDS, 2))('ends %s as it would without one', (_, end, code) => {
    const outcome = tryWithFake(GPU_SCRIPT + program(end));
    expect([outcome.status, outcome.signal]).toEqual([code, null]);
    if (code !== 1) expect(outcome.stderr).toBe('');
  });

  it('ends with workers that record', () => {
    const script = `
      for (let i = 0; i < 3; i++) {
        inWorker(\`
          gpu.start({ kinds: KINDS, bufferBytes: 4096 });
          openDevice();
          parentPort.postMessage('ready');
          for (;;) launch(10);\`);
      }
      await sleep(150);
      finish('ending');
      process.exit(0);`;
    expect(withWorkers(script)).toBe('ending');
  });
});
