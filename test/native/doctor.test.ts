import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { DoctorCheck } from '../../src/doctor/doctorCheck';
import type { DoctorReport } from '../../src/doctor/doctor';
import { type LibraryName, buildFakeCuda } from '../support/fakeCuda/build';
import { sampleOf } from '../support/tiers';

const PROGRAM = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

interface Machine {
  /** Variables of the fake libraries. */
  readonly env?: Readonly<Record<string, string>>;
  readonly libraries?: readonly LibraryName[];
}

interface Diagnosis {
  readonly code: number | null;
  readonly checks: readonly DoctorCheck[];
  readonly gpu: DoctorCheck;
}

function diagnose({ env, libraries }: Machine): Diagnosis {
  const { folder } = buildFakeCuda(libraries);
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'doctor', '--json'], {
    env: { ...process.env, KERNELSCOPE_CUDA_LIBRARIES: folder, ...env },
    encoding: 'utf8',
    timeout: 60_000
  });
  if (stdout === '') throw new Error(stderr);
  const { checks } = JSON.parse(stdout) as DoctorReport;
  const gpu = checks.find(({ name }) => name === 'GPU');
  if (!gpu) throw new Error(stdout);
  return { code: status, checks, gpu };
}

it('has GPUs, libraries and metrics where everything is there', () => {
  const { code, checks, gpu } = diagnose({ env: { FAKE_GPU_COUNT: '2' } });
  expect(code).toBe(0);
  expect(gpu).toMatchObject({ status: 'ok', advice: '' });
  expect(gpu.found).toMatch(
    /^ready: NVIDIA H200, NVIDIA H200; driver of CUDA 13\.0, CUPTI 13\.0\.1$/
  );
  const byName = new Map(checks.map(check => [check.name, check]));
  const names = ['GPU 0', 'GPU 1', 'CUDA driver', 'CUPTI', 'NVML', 'NVRTC'];
  const metrics = ['metrics of GPU 0', 'metrics of GPU 1'];
  for (const name of [...names, ...metrics]) {
    expect(byName.get(name), name).toMatchObject({ status: 'ok' });
  }
  expect(byName.get('CUPTI')?.found).toMatch(/^13\.0\.1, .*\.so/);
});

const FAILURES: readonly (readonly [string, Machine, RegExp, RegExp])[] = [
  [
    'no-permission',
    { env: { FAKE_GPU_FAIL: 'enable=35' } },
    /CUPTI_ERROR_INSUFFICIENT_PRIVILEGES \(35\)/,
    /NVreg_RestrictProfilingToAdminUsers=0.*CAP_SYS_ADMIN/
  ],
  [
    'busy',
    { env: { FAKE_GPU_FAIL: 'enable=39' } },
    /CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED \(39\)/,
    /nsys, ncu/
  ],
  ['driver-error', { env: { FAKE_GPU_FAIL: 'cuInit=999' } }, /cuInit: .*\(999\)/, /nvidia-smi/],
  ['driver-too-old', { env: { FAKE_CUDA_DRIVER: '9020' } }, /CUDA 9\.2/, /CUDA 11\.8 or newer/],
  [
    'unknown-cupti',
    { env: { FAKE_CUDA_DRIVER: '14000', FAKE_CUPTI_VERSION: '140000' } },
    /CUPTI 14\.0\.0 .*unknown record format/,
    /Install a supported CUPTI/
  ]
];

it.each(sampleOf(FAILURES, 2))(
  'fails with %s, which says what was answered and its cure',
  (state, machine, found, cure) => {
    const { code, gpu } = diagnose(machine);
    expect(gpu.status).toBe('failed');
    expect(gpu.found).toMatch(new RegExp(`^${state}: `));
    expect(gpu.found).toMatch(found);
    expect(gpu.advice).toMatch(cure);
    expect(code).toBe(1);
  }
);

it('fails with cupti-newer-than-driver, and names the package that fits', () => {
  const libraries = ['libcuda.so.1', 'libcupti.so.12'] as const;
  const env = { FAKE_CUDA_DRIVER: '12040', FAKE_CUPTI_VERSION: '26' };
  const { gpu } = diagnose({ libraries, env: { ...env, FAKE_GPU_FAIL: 'enable=15' } });
  expect(gpu.status).toBe('failed');
  expect(gpu.found).toMatch(/^cupti-newer-than-driver: CUPTI .* newer .* CUDA 12\.4/);
  expect(gpu.advice).toContain("pip install 'nvidia-cuda-cupti-cu12>=12,<12.5'");
});

it('does without a GPU: no-device is nothing that fails', () => {
  const { code, gpu } = diagnose({ env: { FAKE_GPU_COUNT: '0' } });
  expect(gpu).toMatchObject({ status: 'absent' });
  expect(gpu.found).toMatch(/^no-device: /);
  expect(gpu.advice).toContain('CUDA_VISIBLE_DEVICES');
  expect(code).toBe(0);
});
