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

test('npm run test:gpu finds nothing wrong with a stand-in for a GPU', () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-test-gpu-'));
  const json = path.join(scratch, 'results.json');
  const record = path.join(scratch, 'records.bin');
  const { folder } = buildFakeCuda();
  const fake = { FAKE_GPU_KERNEL_NS: '300000', KERNELSCOPE_CUDA_LIBRARIES: folder };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/testGpu.mjs', '--quick', '--json', json, '--record', record],
    {
      cwd: repositoryRoot(),
      env: { ...process.env, ...fake, LD_LIBRARY_PATH: folder },
      encoding: 'utf8',
      timeout: 240_000
    }
  );
  expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
  const { results, gpus } = JSON.parse(readFileSync(json, 'utf8')) as {
    readonly results: readonly CheckResult[];
    readonly gpus: readonly string[];
  };
  const named = (outcome: string) =>
    results.filter(result => result.outcome === outcome).map(({ name }) => name);
  expect(gpus).toHaveLength(1);
  expect(named('failed')).toEqual([]);
  expect(named('passed').length).toBeGreaterThanOrEqual(11);
  expect(NOT_RUN).toEqual(expect.arrayContaining(named('notRun')));
  expect(readFileSync(record).length).toBeGreaterThan(10_000);
  rmSync(scratch, { recursive: true });
});
