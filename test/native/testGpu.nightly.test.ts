import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CheckResult } from '../gpu/checklist';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { repositoryRoot } from '../support/fakeCuda/root';

/** What takes software that is not installed for the tests. */
const NOT_RUN = ['cuBLAS through koffi is recorded'];

interface Checked {
  readonly results: readonly CheckResult[];
  readonly gpus: readonly string[];
}

interface StandIn {
  /** How long kernels take. */
  readonly kernelNs: number;
  /** What else it does. */
  readonly env?: Readonly<Record<string, string>>;
  /** The exit code that is expected; 0 unless given. */
  readonly code?: number;
}

/** Runs checks against the stand-in. */
function check(args: readonly string[], { kernelNs, env, code = 0 }: StandIn): Checked {
  const scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-test-gpu-'));
  try {
    const json = path.join(scratch, 'results.json');
    const { folder } = buildFakeCuda();
    const fake = { FAKE_GPU_KERNEL_NS: String(kernelNs), KERNELSCOPE_CUDA_LIBRARIES: folder };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/testGpu.mjs', '--json', json, ...args],
      {
        cwd: repositoryRoot(),
        env: { ...process.env, ...fake, LD_LIBRARY_PATH: folder, ...env },
        encoding: 'utf8',
        timeout: 240_000
      }
    );
    expect({ status, stdout, stderr }).toMatchObject({ status: code });
    return JSON.parse(readFileSync(json, 'utf8')) as Checked;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const named = (results: readonly CheckResult[], outcome: string): string[] =>
  results.filter(result => result.outcome === outcome).map(({ name }) => name);

test('npm run test:gpu finds nothing wrong with a stand-in for a GPU', () => {
  const record = path.join(tmpdir(), `kernelscope-records-${process.pid}.bin`);
  const { results, gpus } = check(['--quick', '--record', record], { kernelNs: 300_000 });
  expect(gpus).toHaveLength(1);
  expect(named(results, 'failed')).toEqual([]);
  expect(named(results, 'passed').length).toBeGreaterThanOrEqual(11);
  expect(NOT_RUN).toEqual(expect.arrayContaining(named(results, 'notRun')));
  expect(readFileSync(record).length).toBeGreaterThan(10_000);
  rmSync(record);
});

test('it records 100,000 launches, and brings back a device that an illegal address lost', () => {
  const { results } = check(['--only', 'launches,illegal'], { kernelNs: 2000 });
  expect(named(results, 'failed')).toEqual([]);
  expect(named(results, 'passed')).toEqual(
    expect.arrayContaining([
      '100,000 launches are recorded, and none is lost',
      'cuda.reset() brings the device back'
    ])
  );
});

test('it finds a clock that is not that of the process, and says which records CUPTI refuses', () => {
  const { results } = check(['--only', 'kernel,clock,copies'], {
    kernelNs: 300_000,
    // Longer than this process may be paused between a launch and the start of its kernel.
    env: { FAKE_GPU_EARLY_NS: '60000000000', FAKE_GPU_FAIL: 'enable1=27' },
    code: 1
  });
  const outcomes = results.map(({ name, outcome }) => [name, outcome]);
  expect(Object.fromEntries(outcomes)).toMatchObject({
    'a kernel is recorded with its call': 'passed',
    'kernels lie between their launch and the wait for them': 'failed',
    'copies and fills have their bytes and directions': 'notRun'
  });
  const [clock] = named(results, 'failed');
  expect(results.find(({ name }) => name === clock)?.detail).toMatch(
    /^a kernel begins \d+ ns before its launch$/
  );
});
