import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileSanitizedAddon } from '../../scripts/steps/nativeAddon.mjs';
import { tryWithFake } from '../support/fakeCuda/runWithFake';
import { columnTexts, SAMPLING_PRELUDE } from '../support/sampling';

const SANITIZER = execFileSync('g++', ['-print-file-name=libasan.so'], { encoding: 'utf8' }).trim();

describe('What samples GPUs, built to find wrong use of memory', () => {
  let addon: string;
  beforeAll(async () => {
    addon = await compileSanitizedAddon();
  }, 600_000);

  /** Faults of any kind, and leaks of what the addon allocated: Node has some of its own. */
  function faultsOf(script: string, env: Readonly<Record<string, string>> = {}) {
    const own = `
      const { gpu, gpuSampling } = require(${JSON.stringify(addon)});
      gpu.addFolders([process.env.KERNELSCOPE_CUDA_LIBRARIES]);
      const ALL = { counters: 2, link: 30, columns: ${columnTexts('Memory', 'L2Cache')} };`;
    const sanitized = { LD_PRELOAD: SANITIZER, ASAN_OPTIONS: 'detect_leaks=1:abort_on_error=0' };
    const { result, signal, stderr } = tryWithFake(`{${own}${SAMPLING_PRELUDE}${script}}`, {
      env: { FAKE_GPU_COUNT: '2', ...sanitized, ...env },
      timeoutMs: 120_000
    });
    const found = stderr
      .split('\n\n')
      .filter(part => /ERROR: AddressSanitizer|native\/cc\//.test(part));
    return { found, signal, result };
  }

  const CLEAN = { found: [], signal: null, result: 'done' };

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['as it is', {}],
    ['without permission', { FAKE_GPU_FAIL: 'cuptiPmSamplingEnable=35' }],
    ['where the hardware is full', { FAKE_GPU_FAIL: 'cuptiPmSamplingDecodeData=8@3' }],
    ['where readings fail', { FAKE_GPU_FAIL: 'nvmlDeviceGetPowerUsage=3,nvmlInit_v2=9@2' }]
  ])('begins and ends %s without a fault or a leak', (_, env) => {
    const script = `
      for (let round = 0; round < 12; round++) {
        const [one, other] = [start(ALL), start({ ...ALL, gpus: [GPUS[round % 2]] })];
        await wait(round);
        one.drain();
        if (round % 3) one.stop();
        other.stop();
        other.drain();
        if (round % 4) one.drain();
      }
      finish('done');`;
    expect(faultsOf(script, env)).toEqual(CLEAN);
  });

  it('ends with threads that are terminated without a fault', () => {
    const script = `
      const { Worker } = require('node:worker_threads');
      const work = \`
        const { gpu, gpuSampling } = require(${'${JSON.stringify(ADDON_FILE)}'});
        gpu.addFolders([process.env.KERNELSCOPE_CUDA_LIBRARIES]);
        \${PRELUDE}
        globalThis.kept = start(\${JSON.stringify(ALL)});
        require('node:worker_threads').parentPort.postMessage('ready');
        setInterval(() => {}, 1000);\`;
      for (let round = 0; round < 5; round++) {
        const worker = new Worker(work, { eval: true });
        await new Promise(resolve => worker.once('message', resolve));
        await wait(15);
        await worker.terminate();
      }
      finish('done');`;
    const constants = `const ADDON_FILE = ${JSON.stringify(addon)}; const PRELUDE = ${JSON.stringify(SAMPLING_PRELUDE)};`;
    expect(faultsOf(constants + script)).toEqual(CLEAN);
  });
});
