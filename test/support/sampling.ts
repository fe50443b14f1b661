import type { GpuSampleBatch, MetricsOfGpu } from '../../src/native/gpuSampling';
import type { GpuMetricGroup } from '../../src/sources/gpu/records/gpuRecording';
import { columnsOf } from '../../src/sources/gpu/metricColumns';
import { type FakeRun, runWithFake } from './fakeCuda/runWithFake';

/** What scripts that sample have: `start`, and `sample` for some milliseconds, of two GPUs. */
export const SAMPLING_PRELUDE = `
const GPUS = [0, 1].map(device => ({ device, pciBusId: '0000:6' + (5 + device) + ':00.0', uuid: '' }));
const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
const now = () => process.hrtime.bigint();
const start = ({ gpus = GPUS, counters = 0, link = 0, columns, intervalUs = 1000 }) =>
  gpuSampling.start({
    gpus,
    counterIntervalMs: counters,
    linkIntervalMs: link,
    metrics: columns ? { intervalUs, columns } : null
  });
const sample = async (options, ms = 60) => {
  const before = now();
  const sampler = start(options);
  await wait(ms);
  sampler.stop();
  const after = now();
  return { before, after, metrics: sampler.metrics, batch: sampler.drain() };
};
`;

/** What `sample` gives. */
export interface Sampled {
  readonly before: bigint;
  readonly after: bigint;
  readonly metrics: readonly MetricsOfGpu[];
  readonly batch: GpuSampleBatch;
}

/** What a script that samples gave to `finish`. */
export function runSampling<Result = Sampled>(script: string, run: FakeRun = {}): Result {
  const { env, ...rest } = run;
  return runWithFake<Result>(SAMPLING_PRELUDE + script, {
    ...rest,
    env: { FAKE_GPU_COUNT: '2', ...env }
  });
}

/** A run in which calls fail: `nvml=9,cuptiPmSamplingEnable=35`. */
export function failing(errors: string): FakeRun {
  return { env: { FAKE_GPU_FAIL: errors } };
}

/** Columns of groups of metrics, as a script takes them. */
export function columnTexts(...groups: GpuMetricGroup[]): string {
  return JSON.stringify(columnsOf(groups).map(({ metrics }) => metrics));
}

/** The first row of what one GPU gave. */
export function firstRow({ values }: { readonly values: readonly Float64Array[] }): number[] {
  return values.map(([value]) => value);
}

/** Milliseconds from before the sampling began to a time of its batch. */
export function sinceStart({ batch, before }: Sampled, time: number): number {
  return (Number(batch.originNs - before) + time) / 1e6;
}
