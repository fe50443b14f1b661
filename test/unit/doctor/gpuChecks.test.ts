import { describe, expect, test } from 'vitest';
import { type GpuProbe, gpuChecks } from '../../../src/doctor/gpuChecks';
import type { GpuDevice, GpuLibrary, GpuStatus } from '../../../src/native/gpuAddon';
import type { MetricsOfGpu } from '../../../src/native/gpuSampling';
import { h200 } from '../../support/h200';

const found = (path: string, version: number): GpuLibrary => ({ path, error: null, version });
const missing = (error: string): GpuLibrary => ({ path: null, error, version: 0 });

const DEVICE: GpuDevice = {
  ...h200(),
  uuid: 'GPU-1',
  pciBusId: '0000:65:00.0',
  memoryBytes: 150e9,
  l2Bytes: 60e6
};

const READY: GpuStatus = {
  state: 'ready',
  failure: null,
  driver: found('/usr/lib/libcuda.so.1', 13_000),
  cupti: found('/opt/libcupti.so.13', 130_001),
  nvml: found('/usr/lib/libnvidia-ml.so.1', 0),
  nvrtc: found('/opt/libnvrtc.so.13', 13_000),
  devices: [DEVICE]
};

const METRICS: MetricsOfGpu = {
  device: 0,
  chip: 'GH100',
  failure: null,
  sampled: [{ column: 0, metric: 'sm__cycles_active.avg' }],
  refused: []
};

const probeOf = (status: GpuStatus, metrics: MetricsOfGpu = METRICS): GpuProbe => ({
  status: () => status,
  metrics: devices => devices.map(() => metrics)
});

const lines = (probe: GpuProbe): string[] =>
  gpuChecks(probe).map(({ name, status, found: text }) => `${status} ${name}: ${text}`);

describe('the checks of GPUs', () => {
  test('have devices and libraries, with versions and paths, and whether metrics may be had', () => {
    expect(lines(probeOf(READY))).toEqual([
      'ok GPU: ready: NVIDIA H200; driver of CUDA 13.0, CUPTI 13.0.1',
      'ok GPU 0: NVIDIA H200, compute capability 9.0, 132 multiprocessors, 150 GB, 0000:65:00.0',
      'ok CUDA driver: 13.0, /usr/lib/libcuda.so.1',
      'ok CUPTI: 13.0.1, /opt/libcupti.so.13',
      'ok NVML: /usr/lib/libnvidia-ml.so.1',
      'ok NVRTC: 13.0, /opt/libnvrtc.so.13',
      'ok metrics of GPU 0: sampled on GH100'
    ]);
  });

  test('without a driver say to install one, and fail nothing', () => {
    const none = missing('cannot open shared object file');
    const libraries = { driver: none, cupti: none, nvml: none, nvrtc: none };
    const checks = gpuChecks(probeOf({ ...READY, ...libraries, state: 'no-driver', devices: [] }));
    expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 'absent'));
    expect(checks[0].found).toMatch(/^no-driver: libcuda\.so\.1 cannot be loaded/);
    expect(checks[0].advice).toMatch(/^Install the NVIDIA driver/);
    expect(checks.map(({ name }) => name)).toEqual(['GPU', 'CUPTI', 'NVML', 'NVRTC']);
  });

  test('fail where there is a GPU that should be recorded', () => {
    const code = { code: 35, name: 'CUPTI_ERROR_INSUFFICIENT_PRIVILEGES' };
    const failure = { call: 'cuptiActivityEnable', ...code };
    const [check, ...others] = gpuChecks(probeOf({ ...READY, state: 'no-permission', failure }));
    expect(check).toMatchObject({ name: 'GPU', status: 'failed' });
    expect(check.found).toContain('CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)');
    expect(check.advice).toContain('NVreg_RestrictProfilingToAdminUsers=0');
    expect(others.map(({ name }) => name)).not.toContain('metrics of GPU 0');
  });

  test('say what CUPTI said of metrics that may not be sampled', () => {
    const failure = { call: 'cuptiPmSamplingEnable', code: 35, name: 'CUPTI_ERROR_X' };
    const checks = gpuChecks(probeOf(READY, { ...METRICS, failure, sampled: [] }));
    expect(checks.at(-1)).toMatchObject({
      status: 'absent',
      found: 'cuptiPmSamplingEnable: CUPTI_ERROR_X (35)'
    });
    expect(checks.at(-1)?.advice).toContain('as an administrator');
    const other = { call: 'cuptiPmSamplingEnable', code: 39, name: 'CUPTI_ERROR_Y' };
    const [check] = gpuChecks(probeOf(READY, { ...METRICS, failure: other, sampled: [] })).slice(
      -1
    );
    expect(check.advice).not.toContain('administrator');
  });

  test('have a library whose version cannot be asked by its path alone', () => {
    const [, , , cupti] = lines(probeOf({ ...READY, cupti: found('/opt/libcupti.so.13', 0) }));
    expect(cupti).toBe('ok CUPTI: /opt/libcupti.so.13');
  });

  test('without native code say why', () => {
    const fail = (): never => {
      throw new Error('Kernelscope has no native code here.');
    };
    expect(gpuChecks({ status: fail, metrics: fail })).toEqual([
      {
        name: 'GPU',
        status: 'absent',
        found: 'Kernelscope has no native code here.',
        advice: 'GPU work needs native code, see above'
      }
    ]);
  });
});
