import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileSanitizedAddon } from '../../scripts/steps/nativeAddon.mjs';
import { tryWithFake } from '../support/fakeCuda/runWithFake';

const SANITIZER = execFileSync('g++', ['-print-file-name=libasan.so'], { encoding: 'utf8' }).trim();

/** `cuda` over the addon that is built to find wrong use of memory; kernels do nothing, or fail. */
const PRELUDE = `
const sanitized = require(process.env.SANITIZED);
sanitized.gpu.addFolders([process.env.KERNELSCOPE_CUDA_LIBRARIES]);
const { createCuda } = require('./src/lib/cuda/cuda');
const api = createCuda(() => sanitized);
const PTX = '.version 7.0\\n.target sm_52\\n.address_size 64\\n' +
  '.visible .entry scale(.param .u64 x, .param .u32 n) { ret; }\\n' +
  '.visible .entry illegalAddress() { ret; }\\n';
const attempt = call => { try { return call(); } catch { return undefined; } };
const everything = async () => {
  const kernels = api.load(PTX);
  const [a, b, stream, before, after] = [api.buffer(new Float32Array(64)), api.alloc(256), api.stream(), api.event(), api.event()];
  const pinned = api.pinned(256);
  before.record(stream);
  api.launch(kernels.fn('scale'), [2, 1], 32, [a, 64], { stream, sharedBytes: 60000 });
  a.copyTo(b, { bytes: 128, stream });
  a.upload(pinned.buffer, { stream });
  b.fill(1, { offset: 3, bytes: 5 });
  after.record(stream);
  stream.waitFor(before);
  const graph = api.capture(stream, () => { b.fill(0); api.launch(kernels.fn('scale'), 1, 1, [b, 1]); b.dispose(); });
  graph.launch();
  await Promise.all([stream.synchronize(), after.synchronize(), api.synchronize()]);
  after.elapsedMs(before);
  const copies = [a.downloadAsync(Float32Array), a.downloadAsync(new Uint8Array(pinned.buffer)), a.downloadAsync(new Float32Array(8), { stream })];
  a.dispose();
  pinned.dispose();
  await Promise.all(copies);
  attempt(() => kernels.fn('none'));
  attempt(() => api.capture(stream, () => { throw new Error('own'); }));
  attempt(() => b.download(Float32Array));
  for (const one of [graph, stream, before, after, kernels]) one.dispose();
  api.memory();
};
`;

describe('cuda over an addon that is built to find wrong use of memory', () => {
  let addon: string;
  beforeAll(async () => {
    addon = await compileSanitizedAddon();
  }, 600_000);

  it.each([
    ['that makes and frees all there is', 'for (let i = 0; i < 20; i++) await everything();'],
    [
      'that loses its context and resets it',
      `for (let i = 0; i < 5; i++) {
        const [a, pinned, kernels, stream] = [api.alloc(64), api.pinned(64), api.load(PTX), api.stream()];
        api.launch(kernels.fn('illegalAddress'), 1, 1, []);
        const waits = stream.synchronize().catch(() => undefined);
        attempt(() => a.fill(1));
        await waits;
        if (i % 2) [a, pinned, kernels, stream].forEach(one => one.dispose());
        api.reset();
        [a, pinned, kernels, stream].forEach(one => one.dispose());
      }
      await everything();`
    ],
    [
      'that leaves all to its end',
      `globalThis.live = [api.alloc(64), api.pinned(64), api.load(PTX), api.stream(), api.event()];
      globalThis.graph = api.capture(live[3], () => live[0].fill(1));
      globalThis.kept = new Uint8Array(live[1].buffer);`
    ],
    [
      'with threads that end in the middle of it',
      `const { Worker } = require('node:worker_threads');
      const { once } = require('node:events');
      for (const end of ['', 'process.exit()', 'void everything()']) {
        const code = process.env.PRELUDE + 'everything().then(() => { globalThis.live = [api.alloc(8), api.pinned(8)];' + end + '});';
        await once(new Worker(code, { eval: true }), 'exit');
      }
      await everything();`
    ]
  ])('finds none in a program %s', (_what, script) => {
    const outcome = tryWithFake(`${PRELUDE}${script}\nfinish('done');`, {
      env: {
        SANITIZED: addon,
        PRELUDE,
        LD_PRELOAD: SANITIZER,
        ASAN_OPTIONS: 'detect_leaks=1:abort_on_error=0'
      },
      timeoutMs: 120_000
    });
    const faults = outcome.stderr
      .split('\n\n')
      .filter(part => /ERROR: AddressSanitizer|native\/cc\/|Error:/.test(part));
    expect(faults).toEqual([]);
    expect([outcome.signal, outcome.result]).toEqual([null, 'done']);
  });
});
