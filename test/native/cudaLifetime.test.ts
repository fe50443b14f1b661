import { describe, expect, it } from 'vitest';
import { runWithFake, tryWithFake } from '../support/fakeCuda/runWithFake';
import { PRELUDE } from './cudaKernels';

const run = <T>(script: string, nodeOptions: readonly string[] = []): T =>
  runWithFake<T>(`${PRELUDE}${script}`, { nodeOptions });

describe('what is made on a device', () => {
  it('is freed once it is disposed of, and cannot be used afterwards', () => {
    const result = run<Record<string, unknown>>(`
      const kernels = compiled();
      const before = cuda.memory().freeBytes;
      const [a, stream, event] = [cuda.alloc(1 << 20), cuda.stream(), cuda.event()];
      const fn = kernels.fn('write');
      const during = cuda.memory().freeBytes;
      for (const one of [a, stream, event, kernels]) { one.dispose(); one.dispose(); }
      finish({
        during: before - during, after: before - cuda.memory().freeBytes, isDisposed: a.isDisposed,
        errors: [
          errorOf(() => a.address), errorOf(() => a.fill(0)), errorOf(() => stream.synchronizeNow()),
          errorOf(() => event.record()), errorOf(() => kernels.fn('write')),
          errorOf(() => cuda.launch(fn, 1, 1, [0n])), await errorLater(() => stream.synchronize()),
          errorOf(() => cuda.alloc(4).copyTo(a))
        ]
      });`);
    expect(result).toMatchObject({ during: 1 << 20, after: 0, isDisposed: true });
    const errors = result['errors'] as readonly string[];
    expect(errors.filter(text => !text.startsWith('CudaDisposedError: This '))).toEqual([]);
    expect(errors[0]).toBe('CudaDisposedError: This buffer was disposed of: make a new one.');
  });

  it('is disposed of after a function that it is lent to, also one that throws or that is async', () => {
    const result = run<Record<string, unknown>>(`
      const seen = [];
      const before = cuda.memory().freeBytes;
      const keep = one => { seen.push(one); return seen.length; };
      const values = [
        cuda.alloc(64, keep), cuda.buffer(new Uint8Array(8), keep), cuda.pinned(8, keep), cuda.stream(keep),
        cuda.event(keep), cuda.compile(KERNELS, {}, keep),
        await cuda.alloc(64, async buffer => { await null; keep(buffer); return buffer.isDisposed; })
      ];
      const own = errorOf(() => cuda.alloc(64, buffer => { keep(buffer); throw new Error('own'); }));
      const later = await errorLater(() => cuda.alloc(64, async buffer => { keep(buffer); throw new Error('own'); }));
      const none = errorOf(() => cuda.alloc(64, 5));
      finish({
        values, own, later, none, open: seen.filter(one => !one.isDisposed).length, count: seen.length,
        left: before - cuda.memory().freeBytes
      });`);
    expect(result).toEqual({
      values: [1, 2, 3, 4, 5, 6, false],
      own: 'Error: own',
      later: 'Error: own',
      none: 'CudaArgumentError: What is run with it is a function, not number.',
      open: 0,
      count: 9,
      left: 0
    });
  });

  it('is freed when nobody holds it any more', () => {
    const left = run<number>(
      `
      const before = cuda.memory().freeBytes;
      const leak = () => { for (let i = 0; i < 100; i++) cuda.alloc(1 << 16); };
      leak();
      for (let turn = 0; turn < 50 && cuda.memory().freeBytes < before; turn++) {
        gc();
        await new Promise(done => setTimeout(done, 10));
      }
      finish(before - cuda.memory().freeBytes);`,
      ['--expose-gc']
    );
    expect(left).toBe(0);
  });

  it('keeps the bytes of pinned memory for as long as an array on it lives', () => {
    const result = run<unknown[]>(
      `
      const make = () => new Uint8Array(cuda.pinned(1 << 20).buffer).fill(3);
      const array = make();
      for (let turn = 0; turn < 10; turn++) { gc(); await new Promise(done => setTimeout(done, 5)); }
      const a = cuda.alloc(1 << 20);
      a.upload(array);
      finish([array[1 << 19], a.download(Uint8Array)[5]]);`,
      ['--expose-gc']
    );
    expect(result).toEqual([3, 3]);
  });

  it('works with using where the language has it', () => {
    const result = run<unknown[]>(`
      const key = Symbol.dispose ?? Symbol.for('kernelscope.dispose');
      const made = [cuda.alloc(4), cuda.pinned(4), cuda.stream(), cuda.event(), compiled()];
      for (const one of made) one[key]();
      finish(made.map(one => one.isDisposed));`);
    expect(result).toEqual([true, true, true, true, true]);
  });

  it('does not pile up over 20,000 buffers, streams and events', () => {
    const result = run<number[]>(
      `
      const round = count => {
        for (let i = 0; i < count; i++) cuda.alloc(64, () => cuda.stream(() => cuda.event(() => undefined)));
        gc();
        return process.memoryUsage().rss;
      };
      round(5000);
      const before = cuda.memory().freeBytes;
      const first = round(5000);
      const last = round(15000);
      finish([before - cuda.memory().freeBytes, (last - first) / 1e6]);`,
      ['--expose-gc']
    );
    expect(result[0]).toBe(0);
    expect(result[1]).toBeLessThan(8);
  });
});

describe('a process that ends', () => {
  const ends = (script: string) => {
    const { status, signal, stdout, stderr } = tryWithFake(`${PRELUDE}${script}`);
    return { status, signal, stdout, stderr };
  };
  const LIVE = `
    const live = [cuda.alloc(64), cuda.pinned(64), cuda.stream(), cuda.event(), compiled()];
    const graph = cuda.capture(live[2], () => live[0].fill(1));`;

  it.each([
    ['by itself', ''],
    ['by process.exit', 'process.exit(0);'],
    ['after an error of a kernel', "cuda.launch(live[4].fn('write'), 1, 1, [16n]);"],
    [
      'while a promise waits',
      'void live[2].synchronize(); void live[0].downloadAsync(Uint8Array); process.exit(0);'
    ]
  ])('%s with live buffers, streams and graphs ends well', (_how, script) => {
    expect(ends(`${LIVE}\n${script}`)).toEqual({ status: 0, signal: null, stdout: '', stderr: '' });
  });

  it('with workers that have live buffers ends well, whichever way they end', () => {
    const script = `
      const { Worker } = require('node:worker_threads');
      const { once } = require('node:events');
      const before = cuda.memory().freeBytes;
      const code = how => \`
        const { parentPort } = require('node:worker_threads');
        const { cuda } = require('kernelscope');
        const live = [cuda.alloc(1024), cuda.pinned(64), cuda.stream(), cuda.event()];
        live[0].upload(new Uint8Array(1024));
        const kept = new Uint8Array(live[1].buffer);
        parentPort.postMessage('ready');
        \${how};\`;
      const hows = [
        '', 'process.exit()', 'setInterval(() => kept, 1000)', 'void live[2].synchronize()',
        "cuda.capture(live[2], () => { process.exit(); })", 'live.forEach(one => one.dispose())'
      ];
      for (const how of [...hows, ...hows]) {
        const worker = new Worker(code(how), { eval: true });
        const ended = once(worker, 'exit');
        if (how.includes('setInterval')) {
          await once(worker, 'message');
          await worker.terminate();
        }
        await ended;
      }
      finish([before - cuda.memory().freeBytes, cuda.alloc(4).sizeBytes]);`;
    expect(run(script)).toEqual([0, 4]);
  });

  it('keeps the contexts of other threads when one of them ends', () => {
    const result = run<unknown[]>(`
      const { Worker } = require('node:worker_threads');
      const { once } = require('node:events');
      const a = cuda.buffer(Uint8Array.of(1, 2, 3));
      const worker = new Worker("require('kernelscope').cuda.alloc(8)", { eval: true });
      await once(worker, 'exit');
      finish(Array.from(a.download(Uint8Array)));`);
    expect(result).toEqual([1, 2, 3]);
  });
});
