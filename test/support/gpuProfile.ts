import {
  CPU_TO_GPU_FLOW,
  FORWARD_BACKWARD_FLOW,
  INPUT_SHAPES_ARG,
  OPERATOR_CATEGORY,
  type Profile,
  ProfileBuilder,
  RANGE_CATEGORY,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG
} from 'kernelscope/model';
import { exampleMeta } from './richProfile';

/** Times are whole microseconds. */
const US = 1000;

/** What one kernel, copy or fill does on a stream. */
const GPU_WORK = [
  { name: 'sgemm_128x64', category: 'kernel' },
  { name: 'Memcpy HtoD', category: 'gpu_memcpy' },
  { name: 'Memset', category: 'gpu_memset' }
] as const;

/** Steps of training that {@link gpuProfile} has. */
export const GPU_STEPS = 6;

/**
 * Steps of training on two GPUs with two streams each: an operator launches work of each kind on one
 * stream, later on its backward operator another, and arrows lead from launches to work and from
 * forward to backward.
 */
export function gpuProfile(): Profile {
  const builder = new ProfileBuilder();
  const pid = 4242;
  const process = builder.addTrack({ name: 'process', kind: 'process', pid, tid: 0 });
  const main = builder.addTrack({ name: 'main', kind: 'thread', parent: process, pid, tid: pid });
  const streams = [0, 1].flatMap(gpu => {
    const device = builder.addTrack({ name: `GPU ${gpu}`, kind: 'device', pid, tid: 0 });
    return [7, 13].map(tid => {
      const name = `stream ${tid}`;
      return builder.addTrack({ name, kind: 'cudaStream', parent: device, pid, tid });
    });
  });
  for (let step = 0; step < GPU_STEPS; step++) {
    const start = step * 1000 * US;
    const place = { track: main, start };
    builder.addSlice({ ...place, name: 'step', category: RANGE_CATEGORY, duration: 900 * US });
    const stream = streams[step % streams.length];
    const forward = addOperator(builder, { ...place, start: start + 10 * US }, stream, step);
    const backward = builder.addSlice({
      ...{ name: 'matMul', category: OPERATOR_CATEGORY, track: main },
      ...{ start: start + 600 * US, duration: 90 * US },
      args: { [STASHED_SEQUENCE_ARG]: step + 1 }
    });
    builder.addFlow('fwdbwd', FORWARD_BACKWARD_FLOW, forward, backward);
  }
  return builder.build(exampleMeta(GPU_STEPS * 1000 * US));
}

function addOperator(
  builder: ProfileBuilder,
  { track, start }: { readonly track: number; readonly start: number },
  stream: number,
  step: number
): number {
  const operator = builder.addSlice({
    ...{ name: 'matMul', category: OPERATOR_CATEGORY, track, start, duration: 500 * US },
    args: { [INPUT_SHAPES_ARG]: '[[32,64],[64,10]]', [SEQUENCE_ARG]: step + 1 }
  });
  GPU_WORK.forEach(({ name, category }, at) => {
    const called = start + (20 + at * 100) * US;
    const launch = builder.addSlice({
      ...{ name: 'cudaLaunchKernel', category: 'cuda_runtime', track },
      ...{ start: called, duration: 20 * US }
    });
    const work = builder.addSlice({
      ...{ name, category, track: stream, start: called + 15 * US, duration: 70 * US }
    });
    builder.addFlow('ac2g', CPU_TO_GPU_FLOW, launch, work);
  });
  return operator;
}
