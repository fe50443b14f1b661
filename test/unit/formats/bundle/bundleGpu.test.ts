import { describe, expect, it } from 'vitest';
import { gpuReport } from '../../../../src/analysis/gpu/buildGpuReport';
import { bundleGpu } from '../../../../src/formats/bundle/bundleGpu';
import { decodeBundle } from '../../../../src/formats/bundle/decodeBundle';
import { MAX_BUNDLE_BYTES } from '../../../../src/model/output/bundle';
import { validateBundle } from '../../../../src/model/validate/validateBundle';
import { drawProfile } from '../../../support/drawProfile';
import { gpuTraining } from '../../../support/gpuTraining';
import { inflate, storedBundle } from '../../../support/storedBundle';
import { sizeOf } from '../../../support/tiers';

describe('what a bundle says of GPUs', () => {
  it('is nothing where they did nothing, or where the overview has it all', () => {
    expect(bundleGpu(drawProfile('main |[cell]'), 1e6)).toBeNull();
    expect(storedBundle(gpuTraining()).gpu).toBeNull();
  });

  it('is the report of the whole profile but for its tracks', () => {
    const profile = gpuTraining({ gpus: 2 });
    const report = gpuReport(profile)!;
    const { devices, hiddenRows, ...lists } = bundleGpu(profile, 1e6)!;
    const { devices: whole, ...others } = report;
    expect(lists).toEqual(others);
    expect(hiddenRows).toBe(0);
    expect(devices.map(({ busyNs, idleNs }) => ({ busyNs, idleNs }))).toEqual(
      whole.map(({ busyNs, idleNs }) => ({ busyNs, idleNs }))
    );
    expect(devices.map(({ gaps }) => gaps.length)).toEqual([50, 50]);
  });

  it('keeps the kernels that took longest, and counts the others', () => {
    const gpu = bundleGpu(gpuTraining({ otherKernels: 5000 }), 20_000)!;
    const all = gpu.kernels.length + gpu.hiddenRows;
    expect(all).toBe(5003);
    expect(JSON.stringify(gpu).length).toBeLessThan(25_000);
    expect(gpu.kernels[0].name).toMatch(/^void cutlass/);
    expect(gpu.kernels[3].totalNs).toBeGreaterThanOrEqual(gpu.kernels[4].totalNs);
    expect([gpu.transfers.length, gpu.operators.length, gpu.lines.length]).toEqual([3, 6, 5]);
  });

  it(
    'comes with a profile of very many kernels within the bound, and is valid',
    { tags: 'night' },
    async () => {
      const bundle = storedBundle(gpuTraining({ otherKernels: sizeOf(80_000, 100_000) }));
      expect(JSON.stringify(bundle).length).toBeLessThanOrEqual(MAX_BUNDLE_BYTES);
      expect(bundle.overview.partial).toBe(true);
      expect(bundle.overview.slices).toBeGreaterThan(400);
      const { bundle: read } = await decodeBundle(bundle, { inflate });
      expect(read.gpu).toEqual(bundle.gpu);
      expect(read.gpu?.kernels.length).toBeGreaterThan(100);
      expect(read.summary.gpuBusyNs).toBeCloseTo(read.gpu!.devices[0].busyNs);
    }
  );

  it('tells of each name how long GPUs worked for it', () => {
    const { sections } = storedBundle(gpuTraining({ steps: 2 }));
    const operators = sections.find(({ category }) => category === 'operator')!;
    const gpu = Object.fromEntries(operators.rows.map(row => [row[0], row.slice(10)]));
    expect(gpu.matMul).toEqual([null, null, 520_000]);
    expect(gpu['JSON.parse']).toEqual([]);
  });
});

describe('a hostile report on GPUs', () => {
  const bundle = storedBundle(gpuTraining({ otherKernels: 30_000 }), 200_000);
  const gpu = bundle.gpu!;
  const [device] = gpu.devices;
  const [kernel] = gpu.kernels;

  it.each([
    ['no object', { gpu: 5 }, 'gpu is missing or not an object'],
    ['a list that is none', { gpu: { ...gpu, lines: {} } }, 'gpu.lines is missing or not a list'],
    [
      'too many kernels',
      { gpu: { ...gpu, kernels: Array(20_001).fill(kernel) } },
      'gpu.kernels has 20001 entries; at most 20000'
    ],
    [
      'a name that is none',
      { gpu: { ...gpu, kernels: [{ ...kernel, name: null }] } },
      'gpu.kernels row 0, name, is missing or not text'
    ],
    [
      'a cause that there is not',
      { gpu: { ...gpu, devices: [{ ...device, gaps: [{ ...device.gaps[0], cause: 'x' }] }] } },
      'gpu.devices row 0, gaps row 0, cause, is none of hostBusy'
    ],
    [
      'a limit that there is not',
      { gpu: { ...gpu, kernels: [{ ...kernel, limitedBy: 'luck' }] } },
      'gpu.kernels row 0, limitedBy, is none of warps'
    ],
    [
      'a time that is no number',
      { gpu: { ...gpu, devices: [{ ...device, idleNs: { ...device.idleNs, sync: '1' } }] } },
      'gpu.devices row 0, idleNs, sync, is 1, not a number'
    ],
    [
      'launches that are none',
      { gpu: { ...gpu, launches: { ...gpu.launches, p95Ns: -1 } } },
      'gpu.launches.p95Ns is -1'
    ],
    ['a busy time that is none', { summary: { ...bundle.summary, gpuBusyNs: 'x' } }, 'gpuBusyNs']
  ])('with %s is refused by name', (_, change, message) => {
    expect(() => validateBundle({ ...bundle, ...change })).toThrow(message);
  });
});
