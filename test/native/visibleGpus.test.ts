import path from 'node:path';
import { expect, it } from 'vitest';
import { gpuReport } from '../../src/analysis';
import { loadProfile } from '../../src/engine/results/loadProfile';
import { type Profile, validateProfile } from '../../src/model';
import { mergeProfiles } from '../../src/model/merge/mergeProfiles';
import { runKernelscope, useGpuProgram } from '../support/fakeCuda/runProgram';

const folder = useGpuProgram(`
const x = cuda.alloc(4096);
x.fill(1);
cuda.synchronizeNow();
x.dispose();
`);

/** The profile of a process that sees the listed GPUs of a machine with two, and uses the first. */
function rank(name: string, visible: string): Profile {
  const file = path.join(folder, `${name}.kscope`);
  const env = { FAKE_GPU_COUNT: '2', CUDA_VISIBLE_DEVICES: visible };
  const ran = runKernelscope(folder, ['run', '-q', '-o', file, 'program.cjs'], env);
  expect(ran).toEqual({ code: 0, stderr: '' });
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
