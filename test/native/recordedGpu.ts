import { ArgKind, type Profile } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import { type FakeRun, runWithFake } from '../support/fakeCuda/runWithFake';

/**
 * What scripts of these tests begin with: `op` makes an operator of a function, and `record(options)`
 * begins a recording of GPUs.
 */
const PRELUDE = `
const { cuda: api, instrument, range } = require('kernelscope');
const { host } = require('kernelscope/host');
const op = (name, fn) => {
  const target = { [name]: fn };
  instrument(target);
  return target[name];
};
const GPU = { isRequired: true, level: 2, waits: true, memory: true, graphs: 'nodes',
  counters: false, pcie: false, metrics: [] };
const BARE = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false, lines: false };
const record = (gpu = {}, more = {}) => host.startAlone({ ...BARE, ...more, gpu: { ...GPU, ...gpu } });
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
`;

/** After it, where there is a GPU: `launch(n)` runs a kernel n times. */
const KERNELS = `
const PTX = '.version 7.0\\n.target sm_52\\n.address_size 64\\n' +
  '.visible .entry _Z5scalePfi(.param .u64 x, .param .u32 n) { ret; }\\n' +
  '.visible .entry busyFor(.param .u64 ns) { ret; }\\n';
const kernels = api.load(PTX);
const scale = kernels.fn('_Z5scalePfi');
const busyFor = kernels.fn('busyFor');
const x = api.buffer(new Float32Array(64).fill(1));
const launch = (times = 1, stream) => {
  for (let i = 0; i < times; i++) api.launch(scale, [2, 1, 1], [32, 1, 1], [x, 64], { stream });
};
`;

/** How a script is run; one that has no GPU gets no kernels. */
export interface GpuRun extends FakeRun {
  readonly hasGpu?: boolean;
}

/** The profile that a script gave to `finish`. */
export function recordGpu(script: string, run: GpuRun = {}): Slices {
  return new Slices(validateProfile(runOnGpu<Profile>(script, run)));
}

/** The same for a script that gives something else. */
export function runOnGpu<Result>(script: string, { hasGpu = true, ...run }: GpuRun = {}): Result {
  return runWithFake<Result>(PRELUDE + (hasGpu ? KERNELS : '') + script, run);
}

/** One slice in words. */
export interface Slice {
  readonly row: number;
  readonly name: string;
  readonly category: string;
  readonly track: string;
  readonly start: number;
  readonly end: number;
  readonly parent: number;
  readonly args: Readonly<Record<string, number | string | boolean>>;
}

/** The slices of a profile in words, and what belongs together. */
export class Slices {
  readonly all: readonly Slice[];

  constructor(readonly profile: Profile) {
    const { slices, labels, strings, tracks } = profile;
    const args = argsByRow(profile);
    this.all = Array.from({ length: slices.length }, (_, row) => ({
      row,
      name: strings[labels.name[slices.label[row]]],
      category: strings[labels.category[slices.label[row]]],
      track: tracks[slices.track[row]].name,
      start: slices.start[row],
      end: slices.start[row] + slices.duration[row],
      parent: slices.parent[row],
      args: args.get(row) ?? {}
    }));
  }

  /** Those of some categories, by start. */
  of(...categories: readonly string[]): Slice[] {
    return this.all.filter(({ category }) => categories.includes(category));
  }

  named(name: string): Slice[] {
    return this.all.filter(slice => slice.name === name);
  }

  /** Where the arrows to a slice begin. */
  sources({ row }: Slice): Slice[] {
    const { flows } = this.profile;
    const arrows = Array.from(flows.to.keys()).filter(flow => flows.to[flow] === row);
    return arrows.map(flow => this.all[flows.from[flow]]);
  }

  /** The nearest slice of a category that caused `slice`, or around it on its track. */
  causeOf(slice: Slice, category: string): Slice | null {
    for (let at = slice.parent; at >= 0; at = this.all[at].parent) {
      if (this.all[at].category === category) return this.all[at];
    }
    return null;
  }

  /** What the source `cuda` says. */
  get report(): { readonly status: string; readonly message: string; readonly records: number } {
    const found = this.profile.sources.find(({ source }) => source === 'cuda');
    if (!found) throw new Error('no report of cuda');
    return found;
  }

  /** Pairs of slices of one track that overlap in part. */
  overlaps(): string[] {
    const found: string[] = [];
    const open = new Map<string, Slice[]>();
    for (const slice of this.all) {
      const stack = open.get(`${this.profile.slices.track[slice.row]}`) ?? [];
      open.set(`${this.profile.slices.track[slice.row]}`, stack);
      while (stack.length > 0 && stack[stack.length - 1].end <= slice.start) stack.pop();
      const around = stack[stack.length - 1];
      if (around && slice.end > around.end) found.push(`${slice.name} in ${around.name}`);
      stack.push(slice);
    }
    return found;
  }
}

function argsByRow({ args, strings }: Profile): Map<number, Record<string, number | string>> {
  const rows = new Map<number, Record<string, number | string>>();
  for (let arg = 0; arg < args.length; arg++) {
    const row = rows.get(args.slice[arg]) ?? {};
    rows.set(args.slice[arg], row);
    const value = args.value[arg];
    row[strings[args.key[arg]]] = args.kind[arg] === ArgKind.string ? strings[value] : value;
  }
  return rows;
}
