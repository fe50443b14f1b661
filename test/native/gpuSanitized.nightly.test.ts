import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSanitizedAddon } from '../../scripts/steps/nativeAddon.mjs';
import { type FakeOutcome, tryWithFake } from '../support/fakeCuda/runWithFake';
import { GPU_SCRIPT } from '../support/gpuScripts';

type Variables = Readonly<Record<string, string>>;

const SANITIZER = execFileSync('g++', ['-print-file-name=libasan.so'], { encoding: 'utf8' }).trim();

/** Libraries that are wrong when they are loaded: one forgets memory, the other writes what it has freed. */
const LEAK = `
#include <cstdlib>
extern "C" __attribute__((noinline)) void* lose() { return std::malloc(12345); }
namespace {
struct Leak { Leak() { volatile void* lost = lose(); lost = nullptr; (void)lost; } } leak;
}`;
const FAULT = `
#include <cstdlib>
namespace {
struct Fault {
  Fault() {
    volatile char* const gone = static_cast<char*>(std::malloc(8));
    std::free(const_cast<char*>(gone));
    gone[1] = 0;
  }
} fault;
}`;

describe('the addon, built to find wrong use of memory', () => {
  let addon: string;
  let scratch: string;

  beforeAll(async () => {
    addon = await compileSanitizedAddon();
    scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-sanitized-'));
  }, 600_000);
  afterAll(() => rmSync(scratch, { recursive: true }));

  function run(script: string, env: Variables = {}, preload = SANITIZER): FakeOutcome {
    const own = `
      const { gpu, cuda, nvtx } = require(process.env.SANITIZED);
      gpu.addFolders([process.env.KERNELSCOPE_CUDA_LIBRARIES]);`;
    const sanitized = {
      SANITIZED: addon,
      LD_PRELOAD: preload,
      ASAN_OPTIONS: 'detect_leaks=1:abort_on_error=0'
    };
    const options = { env: { ...sanitized, ...env }, timeoutMs: 120_000 };
    return tryWithFake(own + GPU_SCRIPT + script, options);
  }

  /** Faults, and leaks of what the addon allocated: Node has some of its own. */
  const faultsOf = ({ stderr }: FakeOutcome) =>
    stderr.split('\n\n').filter(part => /ERROR: AddressSanitizer|native\/cc\//.test(part));
  const expectClean = (outcome: FakeOutcome) => {
    expect(faultsOf(outcome)).toEqual([]);
    const { signal, result, stderr } = outcome;
    const said = result === undefined ? stderr : '';
    expect({ signal, result, said }).toEqual({ signal: null, result: 'done', said: '' });
  };

  const RECORDINGS = `
    openDevice();
    gpu.onRecords(() => gpu.drain(false));
    for (let round = 0; round < 100; round++) {
      gpu.start({ kinds: KINDS, bufferBytes: 4096, maxBytes: 40960 });
      gpu.pushId(round);
      launch(60);
      cuda.fill(device.memory.id, 0, 8, 1, 0);
      gpu.popId();
      if (round % 3 > 0) gpu.drain(round % 3 === 1);
      if (round % 2) gpu.stop();
      else { gpu.stop(); gpu.stop(); gpu.status(true); }
      if (round % 10 === 0) await sleep(1);
    }
    finish('done');`;

  it.each<readonly [string, Variables]>([
    ['as it is', {}],
    ['with records that are cut off', { FAKE_GPU_TRUNCATE: '12' }],
    ['with unknown records', { FAKE_GPU_UNKNOWN: '2' }],
    [
      'with a CUPTI that takes no null buffer',
      { FAKE_CUPTI_VERSION: '26', FAKE_CUDA_DRIVER: '12080' }
    ],
    [
      'with the smallest records that are known',
      { FAKE_CUPTI_VERSION: '18', FAKE_CUDA_DRIVER: '11080' }
    ],
    ['with the clock of CUPTI', { FAKE_GPU_FAIL: 'timestampCallback=15' }]
  ])('records %s without a fault or a leak', (_, env) => {
    expectClean(run(RECORDINGS, env));
  });

  it('survives threads that record and are terminated', () => {
    const script = `
      const { Worker } = require('node:worker_threads');
      const inWorker = \`
        const { parentPort, workerData } = require('node:worker_threads');
        const { gpu, cuda } = require(workerData.addon);
        gpu.addFolders([workerData.folder]);
        \${workerSource}
        gpu.onRecords(() => gpu.drain(false));
        gpu.start({ kinds: KINDS, bufferBytes: 4096 });
        openDevice();
        parentPort.postMessage('ready');
        for (;;) { gpu.pushId(1); launch(10); gpu.popId(); }\`;
      gpu.start({ kinds: KINDS, bufferBytes: 4096 });
      const workerData = {
        addon: process.env.SANITIZED, folder: process.env.KERNELSCOPE_CUDA_LIBRARIES };
      for (let round = 0; round < 6; round++) {
        const worker = new Worker(inWorker, { eval: true, workerData });
        await new Promise(resolve => worker.once('message', resolve));
        await sleep(20);
        gpu.drain(round % 2 === 0);
        await worker.terminate();
      }
      gpu.stop();
      finish('done');`;
    expectClean(run(`const workerSource = ${JSON.stringify(GPU_SCRIPT)};${script}`));
  });

  it('ends in the middle of a recording without a fault', () => {
    const script = `
      gpu.onRecords(() => gpu.drain(false));
      gpu.start({ kinds: KINDS, bufferBytes: 4096 });
      openDevice();
      launch(500);
      finish('done');
      process.exit(0);`;
    // What is in use then was never to be given back.
    expectClean(run(script, { ASAN_OPTIONS: 'detect_leaks=0' }));
  });

  it.each([
    ['a leak', LEAK, [], 'leak of 12345 byte(s)'],
    ['a fault', FAULT, ['-fsanitize=address'], 'ERROR: AddressSanitizer: heap-use-after-free']
  ])('would tell %s', (_, source, more, told) => {
    // Told apart from Node as the addon is: by the folder of its sources.
    const folder = path.join(scratch, 'native', 'cc');
    const [file, library] = [path.join(folder, 'wrong.cc'), path.join(scratch, 'wrong.so')];
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, source);
    const flags = ['-shared', '-fPIC', '-g', '-w', ...more];
    execFileSync('g++', [...flags, file, '-o', library]);
    const outcome = run('finish("done");', {}, `${SANITIZER}:${library}`);
    expect(faultsOf(outcome).join()).toContain(told);
  });
});
