import {
  type ArgValue,
  CPU_TO_GPU_FLOW,
  type Profile,
  ProfileBuilder,
  type ProfileMeta,
  type TrackKind
} from 'kernelscope/model';
import type { SampleParts } from '../../src/model/build/profileBuilder';
import { sampleMeta } from './drawProfile';

/** How {@link drawGpuProfile} reads its drawing. */
export interface DrawGpuOptions {
  /** Nanoseconds for one character; 1 unless stated. */
  readonly nsPerColumn?: number;
  readonly meta?: Partial<ProfileMeta>;
  /** Arguments by the name of slices. */
  readonly args?: Readonly<Record<string, Readonly<Record<string, ArgValue>>>>;
  readonly extra?: (builder: ProfileBuilder) => Partial<SampleParts>;
}

/** Kinds of tracks by the first word of their names. */
const KINDS: Readonly<Record<string, TrackKind | undefined>> = {
  lane: 'asyncLane',
  waiting: 'waiting'
};

/** Short names of what has a category of its own. */
const SHORT: Readonly<Record<string, string>> = {
  L: 'cuda_runtime/cudaLaunchKernel',
  C: 'cuda_runtime/cudaMemcpy',
  A: 'cuda_runtime/cudaMemcpyAsync',
  S: 'cuda_runtime/cudaDeviceSynchronize',
  M: 'cuda_runtime/cudaMalloc',
  K: 'kernel/gemm',
  H: 'gpu_memcpy/Memcpy HtoD (Pinned -> Device)',
  D: 'gpu_memcpy/Memcpy DtoH (Device -> Pinned)',
  F: 'gpu_memset/Memset (Device)',
  G: 'cuda_graph/graph 1'
};

/**
 * A profile from a drawing, as `drawProfile` reads it, but with GPUs: `gpu 0/7` is stream 7 of GPU 0,
 * `lane` and `waiting` begin the names of lanes of asynchronous code and of waits. A slice may be marked, `L>a`; work
 * that it started refers to the mark, `K<a`, and so does what it caused otherwise, `L^a`. Single
 * letters stand for what CUDA does, see `SHORT`; others are `category/name`, else operators.
 *
 *     main    |[matMul    ]
 *             | [L>a]
 *     gpu 0/7 |      [K<a   ]
 */
export function drawGpuProfile(drawing: string, options: DrawGpuOptions = {}): Profile {
  const { nsPerColumn = 1, meta = {}, extra } = options;
  const drawer = new Drawer(nsPerColumn, options.args ?? {});
  let head = '';
  let end = 0;
  for (const line of drawing.split('\n')) {
    const bar = line.indexOf('|');
    if (bar < 0) continue;
    head = line.slice(0, bar).trim() || head;
    const body = line.slice(bar + 1);
    end = Math.max(end, body.trimEnd().length);
    drawer.addSlices(head, body);
  }
  const { builder } = drawer;
  return builder.build({ ...sampleMeta(end * nsPerColumn), ...meta }, extra?.(builder));
}

class Drawer {
  readonly builder = new ProfileBuilder();
  readonly #tracks = new Map<string, number>();
  readonly #marked = new Map<string, number>();

  constructor(
    private readonly nsPerColumn: number,
    private readonly args: NonNullable<DrawGpuOptions['args']>
  ) {}

  addSlices(head: string, body: string): void {
    const track = this.#trackOf(head);
    for (const match of body.matchAll(/\[([^\]]*)\]/g)) {
      this.#addSlice(track, match[1].trim(), match.index, match[0].length);
    }
  }

  #addSlice(track: number, text: string, column: number, columns: number): void {
    const [, label, marks] = /^([^<>^]*)(.*)$/.exec(text) ?? [];
    const [category, name] = splitLabel(SHORT[label] ?? label);
    const references = [...marks.matchAll(/([<>^])(\w+)/g)];
    const cause = references.find(([, sign]) => sign === '^');
    const slice = this.builder.addSlice({
      ...{ name, category, track },
      start: column * this.nsPerColumn,
      duration: columns * this.nsPerColumn,
      parent: cause ? this.#marked.get(cause[2]) : -1,
      args: this.args[name]
    });
    for (const [, sign, mark] of references) {
      if (sign === '>') this.#marked.set(mark, slice);
      const from = this.#marked.get(mark);
      if (sign === '<' && from !== undefined) {
        this.builder.addFlow('ac2g', CPU_TO_GPU_FLOW, from, slice);
      }
    }
  }

  #trackOf(name: string): number {
    return this.#known(name, () => {
      const stream = /^gpu (\d+)\/(\d+)/.exec(name);
      if (!stream) {
        return this.builder.addTrack({
          name,
          kind: KINDS[name.split(' ')[0]] ?? 'thread'
        });
      }
      const [number, tid] = [Number(stream[1]), Number(stream[2])];
      const parent = this.#known(`gpu ${number}`, () =>
        this.builder.addTrack({ name: `GPU ${number} (Test)`, kind: 'device', tid: number })
      );
      return this.builder.addTrack({ name: `stream ${tid}`, kind: 'cudaStream', parent, tid });
    });
  }

  #known(name: string, add: () => number): number {
    const known = this.#tracks.get(name);
    if (known !== undefined) return known;
    const track = add();
    this.#tracks.set(name, track);
    return track;
  }
}

function splitLabel(label: string): readonly [category: string, name: string] {
  const slash = label.indexOf('/');
  return slash < 0 ? ['operator', label] : [label.slice(0, slash), label.slice(slash + 1)];
}
