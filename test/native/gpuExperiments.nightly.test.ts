import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupState } from '../gpu/childGroup';
import type { CheckResult } from '../gpu/checklist';
import type { ProbeName } from '../gpu/probes';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { repositoryRoot } from '../support/fakeCuda/root';
import { tryWithFake } from '../support/fakeCuda/runWithFake';
import { PRELUDE } from './cudaKernels';

type Variables = Readonly<Record<string, string>>;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-experiments-'));
  const builder = path.join(repositoryRoot(), 'scripts', 'steps', 'gpuFolder.mjs');
  const code = `import(${JSON.stringify(pathToFileURL(builder).href)})
    .then(builder => builder.bundleChecks(${JSON.stringify(folder)}))`;
  execFileSync(process.execPath, ['-e', code], { cwd: repositoryRoot() });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one experiment on a stand-in that behaves as `env` says. */
function experiment(probe: ProbeName, env: Variables): CheckResult {
  const results = path.join(folder, 'results.json');
  const libraries = buildFakeCuda().folder;
  spawnSync(
    process.execPath,
    [
      path.join(folder, 'testGpu.cjs'),
      ...['--group', 'experiments', '--experiment', probe, '--results', results]
    ],
    { env: { ...process.env, LD_LIBRARY_PATH: libraries, ...env }, timeout: 170_000 }
  );
  const state = JSON.parse(readFileSync(results, 'utf8')) as GroupState;
  expect(state.results).toHaveLength(1);
  return state.results[0];
}

describe('experiments on a GPU', () => {
  it.each<[string, ProbeName, Variables, CheckResult['outcome'], RegExp]>([
    ['keep small buffers for metrics', 'metrics', {}, 'passed', /^keep the default: /],
    [
      'find that the buffer for metrics is too small',
      'metrics',
      { FAKE_GPU_LEAST_METRIC_MIB: '128' },
      'failed',
      /^change to KERNELSCOPE_GPU_METRIC_BUFFER_MIB=512 .*=64 .*=20 fails \(\d+ gaps in 0 samples\)/
    ],
    [
      'find that the buffer for metrics is too large',
      'metrics',
      { FAKE_GPU_MOST_METRIC_MIB: '16' },
      'failed',
      /^change to KERNELSCOPE_GPU_METRIC_BUFFER_MIB=8 .*cuptiPmSamplingSetConfig answered 8/
    ],
    [
      'find that no buffer for metrics will do',
      'metrics',
      { FAKE_GPU_LEAST_METRIC_MIB: '1000' },
      'failed',
      /^no setting holds: /
    ],
    [
      'cannot try metrics without permission',
      'metrics',
      { FAKE_GPU_FAIL: 'cuptiPmSamplingEnable=35' },
      'notRun',
      /cannot be tried \(cuptiPmSamplingEnable answered 35/
    ],
    [
      'keep the reset of a lost device',
      'reset',
      { FAKE_GPU_RECOVERS: 'reset' },
      'passed',
      /^keep the default: .*RESET=release fails \(.*CUDA_ERROR_ILLEGAL_ADDRESS/
    ],
    [
      'find that a lost device only comes back when it is released',
      'reset',
      { FAKE_GPU_RECOVERS: 'release' },
      'failed',
      /^change to KERNELSCOPE_CUDA_RESET=release: .*=reset fails/
    ],
    [
      'find that a lost device never comes back',
      'reset',
      { FAKE_GPU_RECOVERS: '' },
      'failed',
      /^no setting holds: /
    ],
    [
      'find that a flush ends a capture, and a wait does not',
      'capture',
      { FAKE_GPU_CAPTURE_ENDS: 'flush' },
      'passed',
      /^keep the default: .*DRAIN=hold holds.*DRAIN=flush fails \(.*901/
    ],
    [
      'find that nothing ends a capture',
      'capture',
      { FAKE_GPU_CAPTURE_ENDS: '' },
      'passed',
      /=hold holds.*=flush holds.*=wait holds/
    ],
    [
      'find that captures do not work while records are taken',
      'capture',
      { FAKE_GPU_FAIL: 'cuStreamEndCapture=901' },
      'failed',
      /^no setting holds: /
    ]
  ])('%s', (_, probe, env, outcome, detail) => {
    const result = experiment(probe, env);
    expect(result).toMatchObject({ outcome });
    expect(result.detail).toMatch(detail);
  });
});

describe('variables for experiments', () => {
  const reset = (value: string) =>
    tryWithFake(
      `${PRELUDE}
      const a = cuda.alloc(4);
      cuda.launch(compiled().fn('write'), 1, 1, [16n]);
      finish([errorOf(() => a.fill(1)).split(':')[0], errorOf(() => cuda.reset())]);`,
      { env: { KERNELSCOPE_CUDA_RESET: value } }
    );

  it('switch the reset of a device off', () => {
    expect(reset('off').result).toEqual([
      'CudaContextLostError',
      'CudaError: cuda.reset() is switched off by KERNELSCOPE_CUDA_RESET: restart the process.'
    ]);
  });

  it('are warned about once if they have another value, and the default is used', () => {
    const { result, stderr } = reset('never');
    expect(result).toEqual(['CudaContextLostError', 'none']);
    const warning =
      'KERNELSCOPE_CUDA_RESET must be reset, release or off, got "never": reset is used.';
    expect(stderr.split(warning)).toHaveLength(2);
  });
});
