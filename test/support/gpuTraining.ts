import {
  type ArgValue,
  CPU_TO_GPU_FLOW,
  CUDA_RUNTIME_CATEGORY,
  type CounterUnit,
  DEVICE_STORAGE_CATEGORY,
  GPU_COPY_CATEGORY,
  GPU_COUNTER_CATEGORY,
  GPU_FILL_CATEGORY,
  GPU_METRIC_CATEGORY,
  KERNEL_CATEGORY,
  OPERATOR_CATEGORY,
  type Profile,
  ProfileBuilder,
  RANGE_CATEGORY,
  type SourceReport
} from 'kernelscope/model';
import { h200 } from './h200';
import { seededRandom } from './random';
import { exampleMeta } from './richProfile';
import { stackParts } from './stackParts';

/** How {@link gpuTraining} is made. */
export interface GpuTrainingOptions {
  readonly steps?: number;
  readonly gpus?: number;
  /** Kernels of other names, one run each, besides. */
  readonly otherKernels?: number;
  /** What the source of GPUs says of its recording. */
  readonly report?: Partial<SourceReport>;
}

const US = 1000;
const STEP_US = 1000;

const SOURCE = `const model = await loadModel();
for (const batch of batches) {
  const input = upload(JSON.parse(batch));
  const hidden = matMul(input, model.weights);
  const active = relu(hidden);
  const loss = crossEntropy(active, labels);
  console.log(await loss.data());
}
`;

const GEMM =
  'void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x256_16x3_nn_align4>(cutlass_80_tensorop_s1688gemm_128x256_16x3_nn_align4::Params)';
const HTOD = 'Memcpy HtoD (Pinned -> Device)';
const DTOH = 'Memcpy DtoH (Device -> Pageable)';

/** One operator of a step: when it runs on the host, and what it makes a GPU do later. */
interface Part {
  readonly operator: string;
  readonly line: number;
  readonly fromUs: number;
  readonly us: number;
  readonly work?: {
    readonly name: string;
    readonly category: string;
    readonly call: string;
    readonly stream: number;
    readonly afterUs: number;
    readonly us: number;
    readonly args: Readonly<Record<string, ArgValue>>;
  };
}

const launch = (grid: string, block: string, registers: number, shared: number) => ({
  ...{ grid, block, 'registers per thread': registers, 'shared memory': shared },
  context: 1
});

const PARTS: readonly Part[] = [
  { operator: 'JSON.parse', line: 3, fromUs: 5, us: 250 },
  {
    ...{ operator: 'upload', line: 3, fromUs: 260, us: 40 },
    work: {
      ...{ name: HTOD, category: GPU_COPY_CATEGORY, call: 'cudaMemcpyAsync', stream: 13 },
      ...{ afterUs: 12, us: 110, args: { bytes: 4_194_304, 'memory bandwidth (GB/s)': 38.1 } }
    }
  },
  {
    ...{ operator: 'zeros', line: 4, fromUs: 305, us: 20 },
    work: {
      ...{ name: 'Memset (Device)', category: GPU_FILL_CATEGORY, call: 'cudaMemsetAsync' },
      ...{ stream: 7, afterUs: 9, us: 6, args: { bytes: 1_048_576 } }
    }
  },
  {
    ...{ operator: 'matMul', line: 4, fromUs: 330, us: 60 },
    work: {
      ...{ name: GEMM, category: KERNEL_CATEGORY, call: 'cudaLaunchKernel', stream: 7 },
      ...{ afterUs: 60, us: 260, args: launch('[8, 32, 1]', '[256, 1, 1]', 230, 98_304) }
    }
  },
  {
    ...{ operator: 'relu', line: 5, fromUs: 400, us: 30 },
    work: {
      ...{ name: 'relu_forward(float const*, float*, int)', category: KERNEL_CATEGORY },
      ...{ call: 'cudaLaunchKernel', stream: 7, afterUs: 280, us: 40 },
      args: launch('[1024, 1, 1]', '[1024, 1, 1]', 16, 0)
    }
  },
  {
    ...{ operator: 'crossEntropy', line: 6, fromUs: 440, us: 40 },
    work: {
      ...{
        name: 'softmax_warp_forward<float, float, float, 10, false>',
        category: KERNEL_CATEGORY
      },
      ...{ call: 'cudaLaunchKernel', stream: 7, afterUs: 295, us: 55 },
      args: launch('[64, 1, 1]', '[32, 4, 1]', 40, 512)
    }
  },
  {
    ...{ operator: 'data', line: 7, fromUs: 500, us: 390 },
    work: {
      ...{ name: DTOH, category: GPU_COPY_CATEGORY, call: 'cudaMemcpy', stream: 7 },
      ...{ afterUs: 320, us: 18, args: { bytes: 4096, 'memory bandwidth (GB/s)': 0.2 } }
    }
  }
];

/**
 * A training that leaves its GPUs idle while the host parses: operators with stacks, their calls of
 * CUDA, what those made GPUs do, memory and counters. Work of `gpus` takes turns by step.
 */
export function gpuTraining(options: GpuTrainingOptions = {}): Profile {
  const { steps = 40, gpus = 1, otherKernels = 0, report = {} } = options;
  const training = new Training(gpus);
  for (let step = 0; step < steps; step++) training.addStep(step);
  training.addOthers(otherKernels, steps);
  training.addCounters(steps);
  return training.build(steps, report);
}

class Training {
  readonly #builder = new ProfileBuilder();
  readonly #main: number;
  readonly #devices: readonly number[];
  readonly #streams: ReadonlyMap<string, number>;
  /** Stacks of operators, in their order. */
  readonly #stacks: string[] = [];
  #correlation = 0;

  constructor(gpus: number) {
    const builder = this.#builder;
    const process = builder.addTrack({ name: 'process', kind: 'process', pid: 4242, tid: 0 });
    const thread = { kind: 'thread', parent: process, pid: 4242, tid: 4242 } as const;
    this.#main = builder.addTrack({ name: 'main', ...thread });
    this.#devices = Array.from({ length: gpus }, (_, tid) =>
      builder.addTrack({ name: `GPU ${tid} (NVIDIA H200)`, kind: 'device', pid: 4242, tid })
    );
    this.#streams = new Map(
      this.#devices.flatMap((parent, gpu) =>
        [7, 13].map(tid => {
          const track = {
            name: `stream ${tid}`,
            kind: 'cudaStream',
            parent,
            pid: 4242,
            tid
          } as const;
          return [`${gpu}/${tid}`, builder.addTrack(track)] as const;
        })
      )
    );
  }

  addStep(step: number): void {
    const start = step * STEP_US * US;
    const [track, gpu] = [this.#main, step % this.#devices.length];
    const duration = 950 * US;
    this.#builder.addSlice({ name: 'step', category: RANGE_CATEGORY, track, start, duration });
    for (const part of PARTS) this.#addPart(part, start, gpu);
  }

  #addPart({ operator, line, fromUs, us, work }: Part, stepStart: number, gpu: number): void {
    const start = stepStart + fromUs * US;
    this.#builder.addSlice({
      ...{ name: operator, category: OPERATOR_CATEGORY, track: this.#main },
      ...{ start, duration: us * US, args: { seq: this.#correlation } }
    });
    this.#stacks.push(`(top level):${line}`);
    if (!work) return;
    const correlation = ++this.#correlation;
    const call = this.#builder.addSlice({
      ...{ name: work.call, category: CUDA_RUNTIME_CATEGORY, track: this.#main },
      ...{ start: start + 5 * US, duration: (us - 10) * US, args: { correlation } }
    });
    const { name, category, stream, afterUs } = work;
    const run = this.#builder.addSlice({
      ...{ name, category, track: this.#streams.get(`${gpu}/${stream}`) ?? 0 },
      ...{ start: start + (5 + afterUs) * US, duration: work.us * US },
      args: { ...work.args, device: gpu, stream, correlation, 'External id': correlation }
    });
    this.#builder.addFlow('ac2g', CPU_TO_GPU_FLOW, call, run);
  }

  /** Kernels after the last step, each of another name. */
  addOthers(count: number, steps: number): void {
    const random = seededRandom(7);
    let start = steps * STEP_US * US;
    for (let at = 0; at < count; at++) {
      const duration = 1 + Math.floor(5000 * random());
      this.#builder.addSlice({
        ...{ name: `other_kernel_${at}`, category: KERNEL_CATEGORY, start, duration },
        ...{ track: this.#streams.get('0/7') ?? 0, args: launch('[1, 1, 1]', '[32, 1, 1]', 8, 0) }
      });
      start += duration;
    }
  }

  addCounters(steps: number): void {
    const random = seededRandom(3);
    const [process] = [0];
    this.#devices.forEach((track, gpu) => {
      const add = (
        name: string,
        category: string,
        unit: CounterUnit,
        value: () => number
      ): void => {
        const time = Float64Array.from({ length: steps }, (_, at) => at * STEP_US * US);
        const series = { name, category, unit, kind: 'sampled', track, time } as const;
        this.#builder.addCounter({ ...series, value: time.map(value) });
      };
      add('utilization', GPU_COUNTER_CATEGORY, 'percent', () => 40 + 20 * random());
      add('memory utilization', GPU_COUNTER_CATEGORY, 'percent', () => 10 + 5 * random());
      add('power', GPU_COUNTER_CATEGORY, 'watts', () => 300 + 50 * random());
      add('SM clock', GPU_COUNTER_CATEGORY, 'hertz', () => 1.98e9);
      add('PCIe received', GPU_COUNTER_CATEGORY, 'bytesPerSecond', () => 5e9 * random());
      add('SM active', GPU_METRIC_CATEGORY, 'percent', () => 70 * random());
      const name = `Memory: gpu/${gpu}`;
      const time = Float64Array.of(0, 5e6, 2e7);
      const value = Float64Array.of(1e9, 3e9, 2e9);
      const series = { name, category: DEVICE_STORAGE_CATEGORY, unit: 'bytes' } as const;
      this.#builder.addCounter({ ...series, kind: 'set', track: process, time, value });
    });
  }

  build(steps: number, report: Partial<SourceReport>): Profile {
    const durationNs = (steps + 1) * STEP_US * US;
    const files = { '(top level)': 'Cell [5]' };
    const slices = this.#stacks.map((stack, slice) => ({ slice, stack }));
    const parts = stackParts(this.#builder, { files, slices });
    const meta = exampleMeta(durationNs);
    const cuda = { source: 'cuda', status: 'ok', message: '', records: 6 * steps } as const;
    const profile = this.#builder.build(
      {
        ...{ ...meta, name: 'train on a GPU', gpus: this.#devices.map((_, gpu) => h200(gpu)) },
        cell: { file: 'Cell [5]', executionCount: 5, source: SOURCE },
        dropped: { ...meta.dropped, slices: 0 }
      },
      { ...parts, sources: [{ ...cuda, ...report }] }
    );
    const slice = Uint32Array.from(operatorsOf(profile));
    return { ...profile, sliceStacks: { ...profile.sliceStacks, slice } };
  }
}

/** Rows of operators: slices are in order of time only once they are built. */
function operatorsOf({ slices, labels, strings }: Profile): number[] {
  const isOperator = (label: number): boolean =>
    strings[labels.category[label]] === OPERATOR_CATEGORY;
  return [...slices.label.keys()].filter(row => isOperator(slices.label[row]));
}
