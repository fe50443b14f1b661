import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GpuState, GpuStatus } from '../../src/native/gpuAddon';
import { type LibraryName, buildFakeCuda } from '../support/fakeCuda/build';
import { runWithFake } from '../support/fakeCuda/runWithFake';
import { h200 } from '../support/h200';

type Variables = Readonly<Record<string, string>>;

const PROBE = 'finish(gpu.status(true));';

const status = (env: Variables = {}, script = PROBE): GpuStatus => runWithFake(script, { env });

/** The status where these libraries alone are installed. */
function withLibraries(names: readonly LibraryName[], env: Variables = {}): GpuStatus {
  return runWithFake(PROBE, { env, folder: buildFakeCuda(names).folder });
}

describe('the status of GPUs', () => {
  it('tells all facts of a GPU, and where each library is', () => {
    const { devices, ...found } = status({ FAKE_GPU_COUNT: '2' });
    const library = (version: unknown) => ({
      path: expect.stringContaining('/fakeCuda/') as string,
      error: null,
      version
    });
    expect(found).toEqual({
      state: 'ready',
      failure: null,
      driver: library(13_000),
      cupti: library(130_001),
      nvml: library(0),
      nvrtc: library(expect.any(Number))
    });
    expect(devices[0]).toEqual({
      ...h200(),
      uuid: 'GPU-00102030-4050-6070-8090-a0b0c0d0e0f0',
      pciBusId: '0000:65:00.0',
      // 2.619 GHz, both edges, 6,144 lines.
      memoryBytesPerSecond: 4_022_784_000_000,
      // The fifth generation of PCIe: 32 · 10⁹ transfers a second, 128 of 130 bits, 16 lanes.
      linkBytesPerSecond: (32e9 * 128 * 16) / 130 / 8
    });
    expect(devices.map(({ device }) => device)).toEqual([0, 1]);
    expect(devices[1].pciBusId).toBe('0000:66:00.0');
  });

  it.each<readonly [string, GpuState, Variables, readonly [string, number] | null]>([
    ['the driver found no GPU', 'no-device', { FAKE_GPU_COUNT: '0' }, ['cuInit', 100]],
    ['the driver did not start', 'driver-error', { FAKE_GPU_FAIL: 'cuInit=999' }, ['cuInit', 999]],
    ['the driver is a stub', 'no-driver', { FAKE_GPU_FAIL: 'cuInit=34' }, ['cuInit', 34]],
    ['the driver is older than any CUPTI', 'driver-too-old', { FAKE_CUDA_DRIVER: '11020' }, null],
    ['CUPTI is of the future', 'unknown-cupti', { FAKE_CUPTI_VERSION: '140000' }, null],
    ['CUPTI is of the past', 'unknown-cupti', { FAKE_CUPTI_VERSION: '17' }, null],
    [
      'administrators alone may profile',
      'no-permission',
      { FAKE_GPU_FAIL: 'enable=35' },
      ['cuptiActivityEnable', 35]
    ],
    [
      'the owner of a virtual GPU does not let it be profiled',
      'no-permission',
      { FAKE_GPU_FAIL: 'enable=40' },
      ['cuptiActivityEnable', 40]
    ],
    ['a debugger holds CUPTI', 'busy', { FAKE_GPU_FAIL: 'subscribe=39' }, ['cuptiSubscribe', 39]],
    [
      'another profiler holds the activities',
      'busy',
      { FAKE_GPU_FAIL: 'enable=39' },
      ['cuptiActivityEnable', 39]
    ],
    [
      'the GPU is a confidential one',
      'cupti-error',
      { FAKE_GPU_FAIL: 'callbacks=41' },
      ['cuptiActivityRegisterCallbacks', 41]
    ],
    [
      'CUPTI does not even tell its version',
      'cupti-error',
      { FAKE_GPU_FAIL: 'version=999' },
      ['cuptiGetVersion', 999]
    ]
  ])('where %s is %s', (_, state, env, failed) => {
    const found = status(env);
    expect(found.state).toBe(state);
    expect(found.failure && [found.failure.call, found.failure.code]).toEqual(failed);
    if (failed) expect(found.failure?.name).toMatch(/^CU(DA|PTI)_ERROR_/);
  });

  it('names what is missing of the libraries', () => {
    const noDriver = withLibraries(['libcupti.so.13']);
    expect(noDriver.state).toBe('no-driver');
    expect(noDriver.driver).toEqual({
      path: null,
      error: expect.stringContaining('libcuda.so.1') as string,
      version: 0
    });
    expect(noDriver.cupti.path).toContain('fakeCuda');
  });

  it('says what the loader says of a CUPTI that is broken', () => {
    // These also hide the CUPTI of a toolkit of the machine.
    const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-broken-'));
    for (const version of ['13', '12', '11.8']) {
      writeFileSync(path.join(folder, `libcupti.so.${version}`), 'no library');
    }
    const driver = path.join(buildFakeCuda(['libcuda.so.1']).folder, 'libcuda.so.1');
    symlinkSync(driver, path.join(folder, 'libcuda.so.1'));
    const { state, cupti, devices } = runWithFake<GpuStatus>(PROBE, { folder });
    rmSync(folder, { recursive: true });
    expect([state, devices.length]).toEqual(['no-cupti', 1]);
    expect(cupti).toEqual({
      path: null,
      error: expect.stringContaining('libcupti.so.13: file too short') as string,
      version: 0
    });
  });

  it('takes the CUPTI of the driver where there are several, and refuses newer ones alone', () => {
    const env = { FAKE_CUDA_DRIVER: '12040', FAKE_CUPTI_VERSION: '22' };
    const both = withLibraries(['libcuda.so.1', 'libcupti.so.13', 'libcupti.so.12'], env);
    expect(both.state).toBe('ready');
    const newer = withLibraries(['libcuda.so.1', 'libcupti.so.13'], {
      FAKE_CUDA_DRIVER: '12040'
    });
    expect(newer.state).toBe('cupti-newer-than-driver');
    expect(newer.cupti.version).toBe(130_001);
    expect(newer.driver.version).toBe(12_040);
  });

  it('says that CUPTI is newer than the driver where that is why it does not start', () => {
    const { state, failure } = status({ FAKE_GPU_FAIL: 'enable=15', FAKE_CUPTI_VERSION: '130500' });
    expect([state, failure?.code]).toEqual(['cupti-newer-than-driver', 15]);
    expect(status({ FAKE_GPU_FAIL: 'enable=15' }).state).toBe('cupti-error');
  });

  it('asks CUPTI for nothing unless it is told to, nor while something is recorded', () => {
    const env = { FAKE_GPU_FAIL: 'enable10=35' };
    expect(status(env, 'finish(gpu.status(false));').state).toBe('ready');
    const recording = 'gpu.start({ kinds: ["memcpy"] }); finish(gpu.status(true));';
    expect(status(env, recording).state).toBe('ready');
  });

  it('asks the driver before CUPTI, which does not work without one', () => {
    expect(status({ FAKE_CUPTI_VERSION: '130500' }).state).toBe('ready');
  });

  it('finds libraries in folders that are added later', () => {
    const script = `
      const before = gpu.status(false).state;
      gpu.addFolders([process.env.LATER]);
      finish([before, gpu.status(false).state]);`;
    const env = { LATER: buildFakeCuda().folder, LD_LIBRARY_PATH: undefined };
    expect(runWithFake(script, { env, folder: '/nonexistent' })).toEqual(['no-driver', 'ready']);
  });
});
