import { describe, expect, it } from 'vitest';
import { sampleOf } from '../support/tiers';
import type { Profile, SourceReport } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import { LIBRARY_NAMES, type LibraryName } from '../support/fakeCuda/build';
import { withLibraries } from '../support/fakeCuda/libraries';
import { runWithFake } from '../support/fakeCuda/runWithFake';

const STEPS = 5;
const LAUNCHES = 3;

/** Five steps that calculate and launch kernels; errors of the launches are the program's. */
const PROGRAM = `
// The machine's own toolkits stay out of it.
gpu.addFolders = () => {};
const { profile, range } = require('kernelscope');
process.removeAllListeners('warning');
// of time on a core: only that has samples
const usedMs = () => process.cpuUsage().user / 1000;
function crunch(milliseconds) {
  const end = usedMs() + milliseconds;
  let sum = 0;
  do for (let i = 0; i < 1e5; i++) sum += Math.sqrt(sum + 1);
  while (usedMs() < end);
  return sum;
}
const errors = [];
const step = () => {
  crunch(30);
  try { runtime.launchMany('gemm', ${LAUNCHES}); } catch (error) { errors.push(error.code); }
};
const work = () => { for (let at = 0; at < ${STEPS}; at++) range('step', step); };
const OPTIONS = { cpuIntervalUs: 1000, memoryPeriodMs: 10 };
`;

const ASKED = "{ ...OPTIONS, activities: ['CPU', 'GPU'] }";

interface Recorded {
  readonly profile: Profile;
  readonly errors: readonly string[];
}

interface Machine {
  readonly env?: Readonly<Record<string, string>>;
  readonly libraries?: readonly LibraryName[];
  /** Options of the profile as JavaScript; those that ask for GPUs unless given. */
  readonly options?: string;
}

function record({ env, libraries = LIBRARY_NAMES, options = ASKED }: Machine): Recorded {
  const end = 'finish({ profile: profile.last.data, errors });';
  const script = `${PROGRAM} await profile.run(work, ${options}); ${end}`;
  return withLibraries(libraries, folder => runWithFake<Recorded>(script, { folder, env }));
}

const cudaReport = ({ sources }: Profile): SourceReport | undefined =>
  sources.find(({ source }) => source === 'cuda');

/** Durations of the slices of a name, milliseconds. */
function durations({ slices, labels, strings }: Profile, name: string): readonly number[] {
  const rows = [...slices.label.keys()].filter(
    row => strings[labels.name[slices.label[row]]] === name
  );
  return rows.map(row => slices.duration[row] / 1e6);
}

/** Samples that found the CPU in a function itself. */
function samplesIn({ samples, stacks, frames, strings }: Profile, name: string): number {
  const leaves = [...samples.stack].filter(stack => stack >= 0);
  return leaves.filter(stack => strings[frames.name[stacks.frame[stack]]] === name).length;
}

/** Everything that has nothing to do with GPUs was recorded, and nothing of it is lost. */
function expectWholeCpu(profile: Profile): void {
  validateProfile(profile);
  const { meta, counters, sources } = profile;
  expect(meta.status).toBe('complete');
  expect(meta.truncated).toBe(false);
  expect(Object.values(meta.dropped)).toEqual(Object.values(meta.dropped).map(() => 0));
  const steps = durations(profile, 'step');
  expect(steps).toHaveLength(STEPS);
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(samplesIn(profile, 'crunch')).toBeGreaterThan(0);
  const resident = counters.find(({ name }) => name === 'Memory: node/rss');
  expect(resident?.value.length).toBeGreaterThan(1);
  const others = sources.filter(({ source }) => source !== 'cuda' && source !== 'gpuCounters');
  expect(others.length).toBeGreaterThan(3);
  // on a busy machine the thread that samples memory may not have begun by the end
  const isLate = ({ message }: SourceReport): boolean => message.includes('had not begun');
  expect(others.filter(each => each.status !== 'ok' && !isLate(each))).toEqual([]);
}

describe('a profile of a program that uses GPUs', () => {
  it('has all of it where everything is there', () => {
    const { profile, errors } = record({});
    expectWholeCpu(profile);
    expect(errors).toEqual([]);
    expect(cudaReport(profile)).toMatchObject({ status: 'ok', message: '' });
    expect(durations(profile, 'gemm')).toHaveLength(STEPS * LAUNCHES);
  });

  const MACHINES: readonly [string, Machine, RegExp][] = [
    [
      'there is no driver',
      { libraries: ['libcupti.so.13'] },
      /\(no-driver\): libcuda\.so\.1 cannot be loaded \(.*libcuda\.so\.1.*\)\. Install the NVIDIA driver/
    ],
    [
      'the driver is too old',
      { env: { FAKE_CUDA_DRIVER: '9020' } },
      /\(driver-too-old\): .*CUDA 9\.2, which is too old.*11\.8 or newer/
    ],
    [
      'the driver does not start',
      { env: { FAKE_GPU_FAIL: 'cuInit=803' } },
      /\(driver-error\): .*cuInit: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH \(803\)/
    ],
    [
      'the driver found no GPU',
      { env: { FAKE_GPU_COUNT: '0' } },
      /\(no-device\): .*cuInit: CUDA_ERROR_NO_DEVICE \(100\)/
    ],
    [
      'CUPTI is missing',
      { libraries: ['libcuda.so.1'] },
      /\(no-cupti\): libcupti cannot be loaded \(.*libcupti\.so\.13.*\)\. Install CUPTI: pip install/
    ],
    [
      'CUPTI is newer than the driver',
      { libraries: ['libcuda.so.1', 'libcupti.so.13'], env: { FAKE_CUDA_DRIVER: '12040' } },
      /\(cupti-newer-than-driver\): CUPTI 13\.0\.1 .* newer than the driver.* CUDA 12\.4.*cu12>=12,<12\.5/
    ],
    [
      'CUPTI does not start, as it is newer than the driver',
      {
        libraries: ['libcuda.so.1', 'libcupti.so.12'],
        env: {
          FAKE_CUDA_DRIVER: '12040',
          FAKE_CUPTI_VERSION: '26',
          FAKE_GPU_FAIL: 'version=15'
        }
      },
      /cuptiGetVersion: CUPTI_ERROR_NOT_INITIALIZED \(15\)/
    ],
    [
      'another profiler uses CUPTI',
      { env: { FAKE_GPU_FAIL: 'subscribe=39' } },
      /\(busy\): .*cuptiSubscribe: CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED \(39\)/
    ],
    [
      'another profiler records activities',
      { env: { FAKE_GPU_FAIL: 'enable=39' } },
      /\(busy\): .*cuptiActivityEnable: CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED \(39\)/
    ],
    [
      'only administrators may profile',
      { env: { FAKE_GPU_FAIL: 'enable=35' } },
      /\(no-permission\): .*cuptiActivityEnable: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES \(35\).*NVreg/
    ],
    [
      'a virtual GPU may not be profiled',
      { env: { FAKE_GPU_FAIL: 'enable=40' } },
      /CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES \(40\)/
    ],
    [
      'a GPU is confidential',
      { env: { FAKE_GPU_FAIL: 'callbacks=41' } },
      /cuptiActivityRegisterCallbacks: CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED \(41\)/
    ],
    [
      'CUPTI is of a major version that nobody knows',
      { env: { FAKE_CUDA_DRIVER: '14000', FAKE_CUPTI_VERSION: '140000' } },
      /\(unknown-cupti\): CUPTI 14\.0\.0 .*unknown record format\. Install a supported CUPTI: .*>=13,<14/
    ]
  ];

  it.each(sampleOf(MACHINES, 6))(
    'is whole but for GPUs where %s, and says so',
    (_, machine, message) => {
      const { profile } = record(machine);
      expectWholeCpu(profile);
      const report = cudaReport(profile);
      expect(report?.status).toBe('unavailable');
      expect(report?.message).toMatch(message);
      expect(durations(profile, 'gemm')).toEqual([]);
    }
  );

  it('says nothing of GPUs where there is no driver, and nobody asked for them', () => {
    const { profile } = record({ libraries: [], options: 'OPTIONS' });
    expectWholeCpu(profile);
    expect(cudaReport(profile)).toBeUndefined();
    expect(profile.meta.gpus).toEqual([]);
  });

  const FLAWS: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
    [
      'CUPTI does not record fills',
      { FAKE_GPU_FAIL: 'enable2=27' },
      /does not record memset \(cuptiActivityEnable: CUPTI_ERROR_NOT_SUPPORTED \(27\)\)/
    ],
    ['records are dropped', { FAKE_GPU_DROPPED: '7' }, /dropped \d+ records/],
    [
      'there are kinds that nobody knows',
      { FAKE_GPU_UNKNOWN: '3' },
      /3 records of kind 211 not known/
    ],
    ['CUPTI has a clock of its own', { FAKE_GPU_FAIL: 'timestampCallback=27' }, /CUPTI's own clock/]
  ];

  it.each(sampleOf(FLAWS, 2))(
    'has all kernels, and says what is not as it should be, where %s',
    (_, env, message) => {
      const { profile } = record({ env });
      expectWholeCpu(profile);
      expect(cudaReport(profile)?.status).toBe('partial');
      expect(cudaReport(profile)?.message).toMatch(message);
      expect(durations(profile, 'gemm')).toHaveLength(STEPS * LAUNCHES);
    }
  );

  it('has the kernels that are not in the cut off end of a buffer', () => {
    // A record of a kernel is longer than this.
    const { profile } = record({ env: { FAKE_GPU_TRUNCATE: '200' } });
    expectWholeCpu(profile);
    expect(cudaReport(profile)).toMatchObject({ status: 'partial' });
    expect(cudaReport(profile)?.message).toMatch(/buffers? cut off/);
    const kernels = durations(profile, 'gemm').length;
    expect(kernels).toBeGreaterThan(0);
    expect(kernels).toBeLessThanOrEqual(STEPS * LAUNCHES);
  });

  it('leaves out kernels of which CUPTI has no times, or an end before their start', () => {
    const { profile } = record({ env: { FAKE_GPU_UNTIMED: '3', FAKE_GPU_REVERSED: '1' } });
    expectWholeCpu(profile);
    expect(cudaReport(profile)?.message).toContain('4 records without a usable time left out');
    expect(durations(profile, 'gemm')).toHaveLength(STEPS * LAUNCHES - 4);
  });

  it('has all kernels where CUPTI gives them only when it has to', () => {
    const { profile } = record({ env: { FAKE_GPU_LAZY_FLUSH: '1' } });
    expectWholeCpu(profile);
    expect(cudaReport(profile)).toMatchObject({ status: 'ok' });
    expect(durations(profile, 'gemm')).toHaveLength(STEPS * LAUNCHES);
  });

  it('has what was done until a device was lost, and what the driver answered', () => {
    const lost = LAUNCHES + 1;
    const { profile, errors } = record({ env: { FAKE_GPU_LOST: String(lost) } });
    expectWholeCpu(profile);
    // The rest of the step in which it was lost, and all steps after it.
    expect(errors).toEqual(Array.from({ length: STEPS - 1 }, () => '719'));
    expect(cudaReport(profile)?.status).toBe('partial');
    expect(cudaReport(profile)?.message).toContain('CUDA_ERROR_LAUNCH_FAILED (719)');
    expect(durations(profile, 'gemm')).toHaveLength(LAUNCHES);
  });

  it('says what CUPTI answered where it cannot deliver', () => {
    const { profile } = record({ env: { FAKE_GPU_FAIL: 'flush=999' } });
    expectWholeCpu(profile);
    expect(cudaReport(profile)?.status).toBe('partial');
    expect(cudaReport(profile)?.message).toContain(
      'cuptiActivityFlushAll: CUPTI_ERROR_UNKNOWN (999)'
    );
  });
});
