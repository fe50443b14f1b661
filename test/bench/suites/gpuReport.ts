import { gpuReport } from '../../../src/analysis/gpu/buildGpuReport';
import type { Profile } from '../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import { h200 } from '../../support/h200';
import { exampleMeta } from '../../support/richProfile';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

const OPERATORS = 333_334;
const SPACING_NS = 1000;
const NAMES = { operators: 50, kernels: 100 } as const;

/** A million slices: operators with a call each, and a kernel that the call launches. */
function launchedKernels(): Profile {
  const builder = new ProfileBuilder();
  const main = builder.addTrack({ name: 'main', kind: 'thread' });
  const parent = builder.addTrack({ name: 'GPU 0 (NVIDIA H200)', kind: 'device', tid: 0 });
  const stream = builder.addTrack({ name: 'stream 7', kind: 'cudaStream', parent, tid: 7 });
  for (let at = 0; at < OPERATORS; at++) {
    const start = at * SPACING_NS;
    const name = `operator ${at % NAMES.operators}`;
    builder.addSlice({ name, category: 'operator', track: main, start, duration: 900 });
    const call = builder.addSlice({
      ...{ name: 'cudaLaunchKernel', category: 'cuda_runtime', track: main },
      ...{ start: start + 100, duration: 300, args: { correlation: at } }
    });
    const kernel = builder.addSlice({
      ...{ name: `kernel ${at % NAMES.kernels}`, category: 'kernel', track: stream },
      ...{ start: start + 300 + 10 * (at % 7), duration: 500 },
      args: {
        ...{ grid: '[64, 1, 1]', block: at % 2 === 0 ? '[256, 1, 1]' : '[128, 1, 1]' },
        ...{ 'registers per thread': 32 + (at % 40), 'shared memory': 0 },
        ...{ device: 0, context: 1, stream: 7, correlation: at }
      }
    });
    builder.addFlow('ac2g', 'ac2g', call, kernel);
  }
  return builder.build({ ...exampleMeta(OPERATORS * SPACING_NS), gpus: [h200()] });
}

/** The report of what GPUs did, of a million slices. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const profile = launchedKernels();
  const cases = { floor: floorCase(), report: { times: 1, run: () => gpuReport(profile) } };
  const times = await interleave(cases, { rounds: 11, warmup: 3 });
  return [millisecondFigure('gpu.report', median(times.report), median(times.floor))];
}
