import { CPU_TO_GPU_FLOW, type Profile, ProfileBuilder } from 'kernelscope/model';
import { mergeRepetitions } from '../../src/model/merge/mergeCells';
import { mergeProfiles } from '../../src/model/merge/mergeProfiles';
import { h200 } from './h200';
import { sampleMeta } from './drawProfile';
import { drawThread } from './drawThread';
import { dropping } from './droppedSlices';
import type { Random } from './random';
import { stackParts } from './stackParts';

/** Length of what threads do, nanoseconds; slices begin and end at whole ones. */
const LENGTH = 120;

/** Names of ranges and operators; so few that they are in themselves, and on several threads at a time. */
const NAMES = ['load', 'fit', 'step', 'save'] as const;

const WORK = [
  ['kernel', 'gemm'],
  ['kernel', 'relu'],
  ['gpu_memcpy', 'Memcpy HtoD (Pinned -> Device)'],
  ['gpu_memset', 'Memset (Device)'],
  ['cuda_graph', 'graph 1']
] as const;

/** The shapes that {@link profileOfAnyShape} chooses among. */
export const SHAPES = {
  oneProcess: process,
  members: random =>
    mergeProfiles([
      process(random, 1),
      ...Array.from({ length: 1 + below(random, 2) }, (_, at) => process(random, 2 + at))
    ]),
  dropped: random => {
    const whole = process(random);
    const [from, to] = [0, 0].map(() => below(random, whole.slices.length + 1));
    return dropping(whole, row => row >= from && row < to);
  },
  threads,
  programs: random => {
    const { meta, ...tables } = threads(random);
    const untilNs = below(random, 60) * 1e6;
    return {
      ...tables,
      meta: { ...meta, startUp: { runs: [{ pid: 1, fromNs: 0, untilNs }], lines: [] } }
    };
  },
  repetitions: random =>
    mergeRepetitions(
      Array.from({ length: 2 + below(random, 3) }, (_, at) => {
        const meta = { startedAtMs: 1.7e12 + at * 1500, originNs: String(1000 + at * 1.5e9) };
        return drawThread(code(random), { pid: 100 + at, isRepetition: true, meta });
      })
    )
} satisfies Readonly<Record<string, (random: Random) => Profile>>;

/** A profile of a random shape: threads, nested and recursive ranges, GPUs, members, repetitions, slices that were dropped. */
export function profileOfAnyShape(random: Random): Profile {
  const shapes = Object.values(SHAPES);
  return shapes[below(random, shapes.length)](random);
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

/** The threads of one process as they were sampled. */
function threads(random: Random): Profile {
  return mergeProfiles(
    Array.from({ length: 1 + below(random, 5) }, (_, at) =>
      drawThread(code(random), { pid: 1, isWorker: at > 0 })
    )
  );
}

/** What a thread did, as `drawThread` reads it. */
function code(random: Random): string {
  return Array.from({ length: 12 }, () => 'uvng.-'[below(random, 6)].repeat(1 + below(random, 9)))
    .join('')
    .padEnd(100, '.');
}

function process(random: Random, pid = 1): Profile {
  return new Process(random, pid).build();
}

/** One process with up to five threads that run ranges, some of which start work on up to two GPUs. */
class Process {
  readonly #builder = new ProfileBuilder();
  readonly #begun: { slice: number; stack: string }[] = [];
  readonly #streams: { readonly track: number; freeNs: number }[] = [];

  constructor(
    private readonly random: Random,
    private readonly pid: number
  ) {}

  build(): Profile {
    const { random, pid } = this;
    const builder = this.#builder;
    const parent = builder.addTrack({ name: 'process', kind: 'process', pid, tid: 0 });
    const threads = Array.from({ length: 1 + below(random, 5) }, (_, at) =>
      at === 0
        ? builder.addTrack({ name: 'main thread', kind: 'thread', parent, pid, tid: pid })
        : builder.addTrack({ name: `worker ${at}`, kind: 'worker', parent, pid, tid: pid + at })
    );
    const gpus = Array.from({ length: below(random, 3) }, (_, tid) => {
      this.#addGpu(tid);
      return h200(tid);
    });
    for (const track of threads) this.#addSlices(track, 0, LENGTH, 0);
    const parts = stackParts(builder, { slices: this.#begun });
    const endNs = Math.max(LENGTH, ...this.#streams.map(({ freeNs }) => freeNs));
    return builder.build({ ...sampleMeta(endNs), id: `${pid}`, pid, gpus }, parts);
  }

  #addGpu(number: number): void {
    const { random, pid } = this;
    const name = `GPU ${number} (Test)`;
    const parent = this.#builder.addTrack({ name, kind: 'device', tid: number });
    for (let tid = 7; tid < 8 + below(random, 3); tid++) {
      const stream = { name: `stream ${tid}`, kind: 'cudaStream', parent, pid, tid } as const;
      this.#streams.push({ track: this.#builder.addTrack(stream), freeNs: 0 });
    }
  }

  /** Ranges beside and within each other. */
  #addSlices(track: number, fromNs: number, toNs: number, depth: number): void {
    const { random } = this;
    let start = fromNs + below(random, 10);
    while (start < toNs - 2) {
      const duration = 1 + below(random, Math.min(toNs - start, 40));
      const name = NAMES[below(random, NAMES.length)];
      const category = random() < 0.5 ? 'operator' : 'range';
      const slice = this.#builder.addSlice({ name, category, track, start, duration });
      this.#begun.push({ slice, stack: `train:${1 + below(random, 4)}` });
      if (random() < 0.4) this.#launch(slice, start);
      if (depth < 3) this.#addSlices(track, start, start + duration, depth + 1);
      start += duration + below(random, 6);
    }
  }

  #launch(from: number, atNs: number): void {
    if (this.#streams.length === 0) return;
    const { random } = this;
    const stream = this.#streams[below(random, this.#streams.length)];
    const [category, name] = WORK[below(random, WORK.length)];
    const start = Math.max(stream.freeNs, atNs + 1);
    const duration = 1 + below(random, 20);
    stream.freeNs = start + duration;
    const args = { bytes: below(random, 2000) };
    const work = this.#builder.addSlice({
      name,
      category,
      track: stream.track,
      start,
      duration,
      args
    });
    this.#builder.addFlow('ac2g', CPU_TO_GPU_FLOW, from, work);
  }
}
