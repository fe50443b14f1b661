import { setTimeout as wait } from 'node:timers/promises';
import { type CudaModule, cuda } from '../../src/index';
import {
  type GpuSampleBatch,
  type GpuSampler,
  type MetricsOfGpu,
  NVML_COUNTERS
} from '../../src/native/gpuSampling';
import type { NativeAddon } from '../../src/native/addon';
import type { GpuMetricGroup } from '../../src/sources/gpu/records/gpuRecording';
import { columnsOf, METRIC_GROUPS } from '../../src/sources/gpu/metricColumns';
import { type Checklist, NotRunnable, must } from './checklist';

/** Work of a check: the GPU is busy so often, and as long each time, nanoseconds. */
const BUSY_NS = 5_000_000n;
const TIMES = 60;

/** In which the driver has looked at the link once more. */
const LINK_MS = 200;

const INTERVAL_US = 1000;
const US_PER_MS = 1000;

/** By how much times of metrics may lie outside of the calls around them, nanoseconds. */
const CLOCK_NS = 5e6;

/** Numbers with which CUPTI refuses to count: not supported, in some way or other, or not permitted. */
export const REFUSALS: readonly number[] = [0, 27, 33, 35, 38, 40, 41, 42, 43, 44, 45];

interface Sampled {
  readonly metrics: readonly MetricsOfGpu[];
  readonly batch: GpuSampleBatch;
  /** CLOCK_MONOTONIC before the start and after the stop. */
  readonly before: bigint;
  readonly after: bigint;
}

/** Checks what NVML and CUPTI sample of the first GPU while it works. */
export async function checkSamples(
  list: Checklist,
  load: () => NativeAddon,
  module: CudaModule
): Promise<void> {
  const sample = (groups: readonly GpuMetricGroup[]) => sampleWork(load(), module, groups);
  await list.run('NVML is sampled while the GPU works', async () => countersText(await sample([])));
  for (const group of Object.keys(METRIC_GROUPS) as GpuMetricGroup[]) {
    await list.run(`metrics of ${group} are sampled`, async () =>
      metricsText(await sample([group]), group)
    );
  }
  await list.run('records go on after the sampling of metrics has ended', async () => {
    const addon = load();
    addon.gpu.start({ kinds: ['kernel'] });
    await sample(['Memory']);
    addon.gpu.drain(true);
    module.fn('nothing').launch({ grid: 1, block: 1 }, []);
    cuda.synchronizeNow();
    const { kernels } = addon.gpu.drain(true);
    addon.gpu.stop();
    must(kernels.length === 1, `${kernels.length} kernels were recorded, not 1`);
    return 'the kernel after it was recorded';
  });
}

async function sampleWork(
  { gpu, gpuSampling }: NativeAddon,
  module: CudaModule,
  groups: readonly GpuMetricGroup[]
): Promise<Sampled> {
  const gpus = gpu.status(false).devices.slice(0, 1);
  const columns = columnsOf(groups).map(({ metrics }) => metrics);
  const metrics = columns.length > 0 ? { intervalUs: INTERVAL_US, columns } : null;
  const before = process.hrtime.bigint();
  const sampler: GpuSampler = gpuSampling.start({
    ...{ gpus, metrics, counterIntervalMs: 20, linkIntervalMs: 100 }
  });
  for (let time = 0; time < TIMES; time++) {
    module.fn('busy').launch({ grid: 1, block: 1 }, [BUSY_NS]);
  }
  cuda.synchronizeNow();
  await wait(LINK_MS);
  sampler.stop();
  const after = process.hrtime.bigint();
  return { metrics: sampler.metrics, batch: sampler.drain(), before, after };
}

function countersText({ batch }: Sampled): string {
  const [whole] = batch.failures.filter(({ quantity }) => quantity === null);
  must(whole === undefined, `${whole?.failure.call} answered ${whole?.failure.code}`);
  const [counters] = batch.counters;
  const missing = batch.failures.map(({ quantity }) => quantity);
  const texts = NVML_COUNTERS.filter(quantity => !missing.includes(quantity)).map(quantity => {
    const values = [...counters.values[NVML_COUNTERS.indexOf(quantity)]];
    must(values.length > 0 && values.every(Number.isFinite), `${quantity} has no values`);
    return `${quantity} ${Math.max(...values)}`;
  });
  must(batch.link[0].time.length > 0 || missing.includes('pcieSent'), 'the link has no values');
  const left = missing.length > 0 ? `; without ${missing.join(', ')}` : '';
  return `${counters.time.length} samples, at most ${texts.join(', ')}${left}`;
}

function metricsText(sampled: Sampled, group: GpuMetricGroup): string {
  const { metrics, batch, before, after } = sampled;
  const [{ failure, chip, sampled: taken, refused }] = metrics;
  if (failure !== null) {
    const text = `${failure.call} answered ${failure.code} ${failure.name}`;
    if (REFUSALS.includes(failure.code)) throw new NotRunnable(text);
    throw new Error(text);
  }
  const [{ time, end, values, clock, overflows, failure: ended }] = batch.metrics;
  must(ended === null, `it ended early: ${ended?.call} answered ${ended?.code}`);
  const lengthMs = Number(after - before) / 1e6;
  const expected = (lengthMs * US_PER_MS) / INTERVAL_US;
  must(time.length > expected / 2, `${time.length} samples in ${lengthMs.toFixed(0)} ms`);
  const earliest = Number(before - batch.originNs) - CLOCK_NS;
  const latest = Number(after - batch.originNs) + CLOCK_NS;
  must(time[0] >= earliest && end[end.length - 1] <= latest, `its clock (${clock}) is off`);
  const texts = taken.map(({ column }, place) => {
    const { name } = METRIC_GROUPS[group][column];
    return `${name} ${Number(Math.max(...values[place]).toPrecision(4))}`;
  });
  const left = refused.map(({ column }) => METRIC_GROUPS[group][column].name);
  return (
    `${chip}, ${time.length} samples by the clock ${clock}, ${overflows} gaps; at most ` +
    `${texts.join(', ')}${left.length > 0 ? `; without ${left.join(', ')}` : ''}`
  );
}
