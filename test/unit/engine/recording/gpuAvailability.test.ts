import { expect, it } from 'vitest';
import {
  type GpuAvailability,
  createFindGpu
} from '../../../../src/engine/recording/gpuAvailability';
import type { GpuLibrary, GpuState, GpuStatus } from '../../../../src/native/gpuAddon';

const NONE: GpuLibrary = { path: null, error: 'not there', version: 0 };
const LIBRARIES = { driver: NONE, cupti: NONE, nvml: NONE, nvrtc: NONE };

const status = (state: GpuState): GpuStatus => ({
  state,
  failure: null,
  devices: [],
  ...LIBRARIES
});

const reasonOf = (gpu: GpuAvailability): string => (gpu.isFound ? 'found' : gpu.reason);

it('gives the reason in sentences, and asks again: what was missing may be installed', () => {
  const states: GpuState[] = ['no-driver', 'no-cupti', 'ready'];
  const find = createFindGpu(() => status(states.shift()!));
  expect(reasonOf(find())).toMatch(/\(no-driver\)/);
  expect(reasonOf(find())).toMatch(/\(no-cupti\).*Install CUPTI: /);
  expect(find()).toEqual({ isFound: true });
});

it('asks no more once there is one', () => {
  let asked = 0;
  const find = createFindGpu(() => {
    asked++;
    return status('ready');
  });
  expect([find(), find()]).toEqual([{ isFound: true }, { isFound: true }]);
  expect(asked).toBe(1);
});

it('has what is wrong with the addon for a reason', () => {
  const find = createFindGpu(() => {
    throw new Error('Kernelscope has no native code here.');
  });
  expect(find()).toEqual({ isFound: false, reason: 'Kernelscope has no native code here.' });
});
