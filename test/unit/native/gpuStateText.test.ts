import { describe, expect, it } from 'vitest';
import type { GpuLibrary, GpuState } from '../../../src/native/gpuAddon';
import {
  type DescribedStatus,
  cudaVersionText,
  cuptiVersionText,
  gpuReason,
  gpuStateText
} from '../../../src/native/gpuStateText';

const library = (
  path: string | null,
  version: number,
  error: string | null = null
): GpuLibrary => ({
  path,
  version,
  error
});

const status = (state: GpuState, over: Partial<DescribedStatus> = {}): DescribedStatus => ({
  state,
  failure: null,
  driver: library('/usr/lib/libcuda.so.1', 12_040),
  cupti: library('/opt/libcupti.so.13', 130_001),
  devices: [],
  ...over
});

describe('gpuStateText', () => {
  it('says what the loader said where there is no driver, and to install one', () => {
    const driver = library(null, 0, 'libcuda.so.1: cannot open shared object file');
    const { found, cure } = gpuStateText(status('no-driver', { driver }));
    expect(found).toBe(
      'libcuda.so.1 cannot be loaded (libcuda.so.1: cannot open shared object file)'
    );
    expect(cure).toMatch(/^Install the NVIDIA driver/);
  });

  it('names the package of PyPI that fits the driver', () => {
    const cure = (version: number) =>
      gpuStateText(status('cupti-newer-than-driver', { driver: library('/d', version) })).cure;
    expect(cure(11_080)).toContain("pip install 'nvidia-cuda-cupti-cu11>=11,<11.9'");
    expect(cure(12_040)).toContain("pip install 'nvidia-cuda-cupti-cu12>=12,<12.5'");
    expect(cure(13_000)).toContain("pip install 'nvidia-cuda-cupti>=13,<13.1'");
    expect(cure(0)).toContain('pip install nvidia-cuda-cupti;');
  });

  it('names the newest CUPTI that is known where the driver is newer than that', () => {
    const unknown = { driver: library('/d', 14_010), cupti: library('/c', 140_100) };
    expect(gpuStateText(status('unknown-cupti', unknown)).cure).toContain(
      "pip install 'nvidia-cuda-cupti>=13,<14'"
    );
  });

  it('says both versions where CUPTI is newer than the driver, and what CUPTI answered', () => {
    const failure = { call: 'cuptiGetVersion', code: 999, name: 'CUPTI_ERROR_UNKNOWN' };
    expect(gpuStateText(status('cupti-newer-than-driver', { failure })).found).toBe(
      'CUPTI 13.0.1 (/opt/libcupti.so.13) is newer than the driver, which supports CUDA 12.4 ' +
        '(cuptiGetVersion: CUPTI_ERROR_UNKNOWN (999))'
    );
  });

  it('says what CUPTI answered where it does not work for a reason of its own', () => {
    const failure = { call: 'cuptiSubscribe', code: 41, name: 'CUPTI_ERROR_CONFIDENTIAL' };
    const { found, cure } = gpuStateText(status('cupti-error', { failure }));
    expect(found).toBe(
      'CUPTI (/opt/libcupti.so.13) does not work here (cuptiSubscribe: CUPTI_ERROR_CONFIDENTIAL (41))'
    );
    expect(cure).toMatch(/manual of CUPTI/);
  });

  it('says how to be permitted to profile', () => {
    const code = { code: 35, name: 'CUPTI_ERROR_INSUFFICIENT_PRIVILEGES' };
    const failure = { call: 'cuptiActivityEnable', ...code };
    const { found, cure } = gpuStateText(status('no-permission', { failure }));
    expect(found).toContain('CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)');
    expect(cure).toContain('NVreg_RestrictProfilingToAdminUsers=0');
    expect(cure).toContain('CAP_SYS_ADMIN');
  });

  it('says which tools may hold CUPTI', () => {
    expect(gpuStateText(status('busy')).cure).toMatch(/nsys, ncu/);
  });

  it('has a cure for each state but ready', () => {
    const states: readonly GpuState[] = [
      ...(['no-driver', 'driver-too-old', 'driver-error', 'no-device', 'no-cupti'] as const),
      ...(['unknown-cupti', 'cupti-newer-than-driver', 'no-permission', 'busy'] as const),
      'cupti-error'
    ];
    for (const state of states) {
      const { found, cure } = gpuStateText(status(state));
      expect(found, state).not.toMatch(/undefined|null|\.$/);
      expect(cure, state).toMatch(/^[A-Z].*[^.]$/);
    }
    expect(gpuStateText(status('ready')).cure).toBe('');
  });

  it('gives the reason that a profile keeps in two sentences', () => {
    expect(gpuReason(status('busy'))).toMatch(
      /^No GPU work is recorded \(busy\): another profiler uses CUPTI\. Stop .*framework\.$/
    );
  });
});

describe('versions', () => {
  it('are read as the driver and CUPTI number them', () => {
    expect(cudaVersionText(13_000)).toBe('13.0');
    expect(cudaVersionText(12_080)).toBe('12.8');
    expect(cudaVersionText(0)).toBe('unknown');
    expect(cuptiVersionText(130_001)).toBe('13.0.1');
    expect(cuptiVersionText(130_500)).toBe('13.5.0');
    expect(cuptiVersionText(26)).toBe('API 26');
    expect(cuptiVersionText(0)).toBe('unknown');
  });
});
