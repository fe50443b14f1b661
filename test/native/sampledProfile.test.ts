import { describe, expect, it } from 'vitest';
import { metricMeans } from '../../src/compat/mindspore/report/kernelDetails';
import type { GpuMetricGroup } from '../../src/sources/gpu/records/gpuRecording';
import { METRIC_GROUPS } from '../../src/sources/gpu/metricColumns';
import { type GpuRun, type Slices, recordGpu } from './recordedGpu';
import { sampleOf } from '../support/tiers';

/** A kernel of 20 ms while everything is sampled. */
const WORK = `
  const recording = record({ counters: true, pcie: true, metrics: ['HbmDdr'] });
  api.launch(busyFor, [1, 1, 1], [1, 1, 1], [20_000_000n]);
  await api.synchronize();
  await sleep(120);
  launch();
  const { data } = await recording.finish();
  finish(data);`;

const sampledOf = ({ profile }: Slices) =>
  profile.counters.filter(({ category }) => category.startsWith('GPU'));

const reportOf = ({ profile }: Slices) =>
  profile.sources.find(({ source }) => source === 'gpuCounters');

describe('A profile of a GPU that is sampled', () => {
  const slices = recordGpu(WORK);
  const { profile } = slices;

  it('has counters and metrics on the track of the GPU, above its streams', () => {
    const counters = sampledOf(slices);
    const expected = METRIC_GROUPS.HbmDdr.map(({ name }) => name);
    expect(counters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GPU utilisation', 'GPU power', 'PCIe sent', ...expected])
    );
    expect(reportOf(slices)).toMatchObject({ status: 'ok', message: '' });
    const devices = profile.tracks.flatMap(({ kind }, track) => (kind === 'device' ? [track] : []));
    expect(devices).toHaveLength(1);
    expect(profile.tracks[devices[0]].name).toBe('GPU 0 (NVIDIA H200)');
    expect(new Set(counters.map(({ track }) => track))).toEqual(new Set(devices));
    expect(slices.of('kernel').map(({ track }) => track)).toContain('stream 7');
    const [kernel] = slices.of('kernel');
    const stream = profile.tracks[profile.slices.track[kernel.row]];
    expect(stream.parent).toBe(devices[0]);
  });

  it('has samples of its whole length, in order', () => {
    const { durationNs } = profile.meta;
    for (const { time, name } of sampledOf(slices)) {
      expect(
        [...time].every((at, row) => row === 0 || at >= time[row - 1]),
        name
      ).toBe(true);
      expect(time[0]).toBeGreaterThanOrEqual(0);
      expect(time[time.length - 1]).toBeLessThanOrEqual(durationNs);
    }
    const [read] = sampledOf(slices).filter(({ name }) => name === 'DRAM read');
    expect(read.time.length).toBeGreaterThan(durationNs / 1e6 - 15);
    expect(read.time[0]).toBeLessThan(5e6);
  });

  it('tells of a kernel what the hardware counted meanwhile', () => {
    const kernel = slices.of('kernel').find(({ start, end }) => end - start >= 20e6);
    const [read] = metricMeans(profile);
    expect(read.name).toBe('DRAM read');
    const mean = read.meanOf(0, kernel!.start, kernel!.end - kernel!.start) / 1e9;
    // The stand-in counts up in quarters, four samples on end, from a whole number.
    expect(mean % 1).toBeCloseTo(0.375, 1);
  });
});

describe('What sampling does not get', () => {
  const without = (run: GpuRun) => recordGpu(WORK, run);

  const FAILURES = [
    ['cuptiPmSamplingEnable=35', 'CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)'],
    ['cuptiPmSamplingSetConfig=27', 'CUPTI_ERROR_NOT_SUPPORTED (27)'],
    ['cuptiPmSamplingStart=999', 'CUPTI_ERROR_UNKNOWN (999)']
  ];

  it.each(sampleOf(FAILURES, 3))(
    'after %s is told, and the rest of the profile is whole',
    (errors, text) => {
      const slices = without({ env: { FAKE_GPU_FAIL: errors } });
      const report = reportOf(slices);
      expect(report?.status).toBe('partial');
      expect(report?.message).toContain(`etrics of GPU 0 are not recorded`);
      expect(report?.message).toContain(text);
      const names = sampledOf(slices).map(({ name }) => name);
      expect(names).toContain('GPU power');
      expect(names).not.toContain('DRAM read');
      expect(slices.of('kernel')).toHaveLength(2);
      expect(slices.report).toMatchObject({ status: 'ok' });
    }
  );

  it('from a CUPTI that ends with its sampling leaves all work of the GPU there', () => {
    const slices = without({ env: { FAKE_GPU_DISABLE_ENDS: '1' } });
    expect(slices.of('kernel')).toHaveLength(2);
    expect(sampledOf(slices).map(({ name }) => name)).toContain('DRAM read');
  });
});

describe('The metrics of a group', () => {
  const groups = Object.keys(METRIC_GROUPS) as GpuMetricGroup[];

  it.each(sampleOf(groups, 4))('%s are curves of a profile, each with its unit', group => {
    const slices = recordGpu(`
      const recording = record({ metrics: ['${group}'] });
      await sleep(30);
      const { data } = await recording.finish();
      finish(data);`);
    const shown = sampledOf(slices).map(({ name, unit }) => ({ name, unit }));
    expect(shown).toEqual(METRIC_GROUPS[group].map(({ name, unit }) => ({ name, unit })));
  });
});
