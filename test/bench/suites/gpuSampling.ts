import { setTimeout as wait } from 'node:timers/promises';
import type { GpuSampler, GpuSamplingAddon } from '../../../src/native/gpuSampling';
import { columnsOf } from '../../../src/sources/gpu/metricColumns';
import { loadFakeGpu } from '../fakeGpu';
import { type MeasuredFigure, nanosecondFigure } from '../figure';
import { type BenchCase, floorCase, interleave, median, sink } from '../harness';

/** As many columns as a `Profiler` asks for at most: a group, the L2 cache and the memory. */
const COLUMNS = columnsOf(['ArithmeticUtilization', 'L2Cache', 'HbmDdr']);

const GPUS = [{ device: 0, pciBusId: '0000:65:00.0', uuid: '' }];

/** As often as recordings sample. */
const USUAL_US = 1000;

/** Rows of one drain, and how often they are sampled so that there are many soon. */
const ROWS = 2000;
const QUICK_US = 50;

const US_PER_MS = 1000;
const LENGTH_MS = 1000;
const ROUNDS = 7;

function begin(addon: GpuSamplingAddon, intervalUs: number): GpuSampler {
  const columns = COLUMNS.map(({ metrics }) => metrics);
  const metrics = { intervalUs, columns };
  return addon.start({ gpus: GPUS, counterIntervalMs: 50, linkIntervalMs: 100, metrics });
}

/** Time of the process on its cores while nothing but sampling goes on, in percent of one core. */
async function coreShare(work: () => GpuSampler | null): Promise<number> {
  const sampler = work();
  const before = process.cpuUsage();
  await wait(LENGTH_MS);
  const { user, system } = process.cpuUsage(before);
  sampler?.stop();
  sampler?.drain();
  return ((user + system) / US_PER_MS / LENGTH_MS) * 100;
}

/** What the threads that sample take, beyond what an idle process does. */
async function samplingShare(addon: GpuSamplingAddon): Promise<number> {
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await coreShare(() => null);
    shares.push((await coreShare(() => begin(addon, USUAL_US))) - idle);
  }
  return Math.max(0, median(shares));
}

/**
 * One row of metrics that is drained, and the part of a core that sampling takes with all there is, at
 * the usual intervals. The stand-in makes samples by arithmetic alone.
 */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const { gpuSampling } = loadFakeGpu();
  const sampler = begin(gpuSampling, QUICK_US);
  const drain: BenchCase = {
    times: ROWS,
    async before() {
      sampler.drain();
      await wait((ROWS * QUICK_US) / US_PER_MS);
    },
    run() {
      sink.value += sampler.drain().metrics[0].time.length;
    }
  };
  const times = await interleave({ floor: floorCase(), drain }, { rounds: 21, warmup: 3 });
  sampler.stop();
  sampler.drain();
  const floorNs = median(times.floor);
  const value = await samplingShare(gpuSampling);
  return [
    nanosecondFigure('gpu.sample', median(times.drain), floorNs),
    { name: 'gpu.sampling', value, floorNs }
  ];
}
