import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gpuReport } from '../../src/analysis';
import { loadProfile } from '../../src/engine/results/loadProfile';
import { type Profile, validateProfile } from '../../src/model';
import { mergeProfiles } from '../../src/model/merge/mergeProfiles';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { repositoryRoot } from '../support/fakeCuda/root';

const ROOT = repositoryRoot();
const KERNELSCOPE = path.join(ROOT, 'src', 'bin', 'kernelscope.cjs');

const PROGRAM = `
const { cuda } = require(${JSON.stringify(ROOT)} + '/src');
const x = cuda.alloc(4096);
x.fill(1);
cuda.synchronizeNow();
x.dispose();
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-visible-'));
  writeFileSync(path.join(folder, 'program.cjs'), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The profile of a process that sees the listed GPUs of a machine with two, and uses the first. */
function rank(name: string, visible: string): Profile {
  const file = path.join(folder, `${name}.kscope`);
  const { status, stderr } = spawnSync(
    process.execPath,
    [KERNELSCOPE, 'run', '-q', '-o', file, 'program.cjs'],
    {
      cwd: folder,
      env: {
        ...process.env,
        KERNELSCOPE_CUDA_LIBRARIES: buildFakeCuda().folder,
        FAKE_GPU_COUNT: '2',
        CUDA_VISIBLE_DEVICES: visible
      },
      encoding: 'utf8'
    }
  );
  expect([status, stderr]).toEqual([0, '']);
  return loadProfile(file).data;
}

/** The number and UUID of each GPU that worked, and how many streams worked on it. */
function devicesOf(profiles: readonly Profile[]): unknown[] {
  const report = gpuReport(validateProfile(mergeProfiles(profiles)));
  return (report?.devices ?? []).map(({ device, info, streams }) => [
    device,
    info?.uuid,
    streams.length
  ]);
}

const FIRST = 'GPU-00102030-4050-6070-8090-a0b0c0d0e0f0';
const SECOND = 'GPU-01112131-4151-6171-8191-a1b1c1d1e1f1';

it('knows GPUs of several processes by their UUIDs, however each process numbers them', () => {
  const profiles = [rank('a', '0'), rank('b', '1'), rank('c', '1,0')];
  expect(profiles.map(({ meta }) => meta.gpus[0])).toMatchObject([
    { device: 0, uuid: FIRST },
    { device: 0, uuid: SECOND },
    { device: 0, uuid: SECOND }
  ]);
  expect(devicesOf(profiles)).toEqual([
    [0, FIRST, 1],
    [1, SECOND, 2]
  ]);
});
