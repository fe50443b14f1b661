import { rmSync } from 'node:fs';
import path from 'node:path';
import { loadProfile } from 'kernelscope';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProfileBundle } from '../../src/model/output/bundle';
import type { Profile, SourceReport } from '../../src/model/profile/profile';
import { LIBRARY_NAMES, type LibraryName } from '../support/fakeCuda/build';
import { libraryFolder } from '../support/fakeCuda/libraries';
import { type Execution, KernelClient } from './kernelClient';
import { PROFILE_MIME, profileOf } from './probe';
import { runCell } from './runCell';

/** A cell that has the processor for 100 ms, in a function that samples find. */
const CALCULATE = `%%profile --gpu --cpu=1000 -o run.kscope
function crunch(milliseconds: number): number {
  const start = process.cpuUsage();
  let sum = 0;
  while (process.cpuUsage(start).user < milliseconds * 1000) {
    for (let at = 0; at < 1e5; at++) sum += Math.sqrt(sum + 1);
  }
  return sum;
}
console.log(crunch(100) > 0);
`;

/** Afterwards it has a GPU double some numbers. */
const LAUNCH = `${CALCULATE}
import { cuda } from 'kernelscope';
const source = 'extern "C" __global__ void scale(float* x, int n) {' +
  ' int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = x[i] * 2.0f + 1.0f; }';
const kernels = cuda.compile(source);
const values = cuda.buffer(new Float32Array(256).fill(1));
cuda.launch(kernels.fn('scale'), 2, 128, [values, 256]);
console.log(values.download(Float32Array)[0]);
`;

let kernel: KernelClient;
let folder: string;

afterEach(async () => {
  await kernel.dispose();
  rmSync(folder, { recursive: true });
});

/** A kernel where these of NVIDIA's libraries are found, and no others. */
async function start(
  env: Readonly<Record<string, string>> = {},
  names: readonly LibraryName[] = LIBRARY_NAMES
): Promise<void> {
  folder = libraryFolder(names);
  const libraries = { KERNELSCOPE_CUDA_LIBRARIES: folder, LD_LIBRARY_PATH: folder };
  kernel = await KernelClient.start({ ...libraries, ...env });
}

const bundleOf = (execution: Execution): ProfileBundle =>
  profileOf(execution)[PROFILE_MIME] as ProfileBundle;

const cudaReport = ({ sources }: { readonly sources: readonly SourceReport[] }) =>
  sources.find(({ source }) => source === 'cuda');

/** Samples that found the CPU in a function itself. */
function samplesIn({ samples, stacks, frames, strings }: Profile, name: string): number {
  const leaves = [...samples.stack].filter(stack => stack >= 0);
  return leaves.filter(stack => strings[frames.name[stacks.frame[stack]]] === name).length;
}

/** The profile that the cell wrote, which has all of the CPU's work. */
function wholeProfile(): Profile {
  const { data } = loadProfile(path.join(kernel.process.folder, 'run.kscope'));
  expect(data.meta.truncated).toBe(false);
  expect(samplesIn(data, 'crunch')).toBeGreaterThan(2);
  expect(data.meta.durationNs).toBeGreaterThan(50e6);
  // The stand-in compiles in child processes, whose CPU time is stated when it is long.
  const others = data.sources.filter(
    ({ source, message }) =>
      !/^(cuda|gpu)/.test(source) && !message.startsWith('CPU outside this program')
  );
  expect(others.filter(({ status }) => status !== 'ok')).toEqual([]);
  return data;
}

const printed = ({ outputs }: Execution): string =>
  outputs.flatMap(output => (output.type === 'stream' ? output.text : [])).join('');

/** What keeps the GPU out of a profile: the environment, the libraries that there are, and what the profile says. */
const LACKS: readonly (readonly [
  string,
  Readonly<Record<string, string>>,
  readonly LibraryName[],
  RegExp
])[] = [
  ['without a driver', {}, [], /\(no-driver\): libcuda\.so\.1 .*Install the NVIDIA driver/],
  [
    'with a driver that is too old',
    { FAKE_CUDA_DRIVER: '9020' },
    LIBRARY_NAMES,
    /\(driver-too-old\): .*CUDA 9\.2/
  ],
  [
    'with a CUPTI that is newer than the driver',
    { FAKE_CUDA_DRIVER: '12040' },
    ['libcuda.so.1', 'libcupti.so.13'],
    /\(cupti-newer-than-driver\): CUPTI 13\.0\.1/
  ],
  [
    'with a CUPTI that another profiler holds',
    { FAKE_GPU_FAIL: 'enable=39' },
    LIBRARY_NAMES,
    /\(busy\): .*CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED \(39\)/
  ],
  [
    'without permission',
    { FAKE_GPU_FAIL: 'enable=35' },
    LIBRARY_NAMES,
    /\(no-permission\): .*CUPTI_ERROR_INSUFFICIENT_PRIVILEGES \(35\)/
  ],
  [
    'with a CUPTI that nobody knows',
    { FAKE_CUDA_DRIVER: '14000', FAKE_CUPTI_VERSION: '140000' },
    LIBRARY_NAMES,
    /\(unknown-cupti\): CUPTI 14\.0\.0/
  ]
];

describe('a profiled cell', () => {
  test('shows what a GPU did', async () => {
    await start();
    const execution = await kernel.execute(LAUNCH);
    expect(printed(execution)).toBe('true\n3\n');
    expect(cudaReport(bundleOf(execution))).toMatchObject({ status: 'ok' });
    const { labels, strings, tracks } = wholeProfile();
    expect([...labels.name].map(name => strings[name])).toContain('scale');
    expect(tracks.map(({ name }) => name)).toContain('GPU 0 (NVIDIA H200)');
  });

  test.each(LACKS)(
    'is whole %s, and says why there is nothing of GPUs',
    async (_, env, names, message) => {
      await start(env, names);
      const execution = await kernel.execute(CALCULATE);
      expect(printed(execution)).toBe('true\n');
      const report = cudaReport(bundleOf(execution));
      expect(report?.status).toBe('unavailable');
      expect(report?.message).toMatch(message);
      expect(cudaReport(wholeProfile())).toEqual(report);
    }
  );

  test('is whole where the device is lost, ends with the error, and the kernel goes on', async () => {
    await start({ FAKE_GPU_LOST: '1' });
    const execution = await kernel.execute(LAUNCH);
    expect(execution.reply['status']).toBe('error');
    expect(execution.reply['evalue']).toContain('CUDA_ERROR_LAUNCH_FAILED (719)');
    expect(cudaReport(bundleOf(execution))?.status).toBe('partial');
    expect(cudaReport(wholeProfile())?.message).toContain('CUDA_ERROR_LAUNCH_FAILED (719)');
    const again = "import { cuda } from 'kernelscope'; cuda.reset(); console.log(6 * 7);";
    expect(await runCell(kernel, again)).toBe('42\n');
    expect(await runCell(kernel, LAUNCH.replace('--gpu', '--no-gpu'))).toBe('true\n3\n');
  });
});
