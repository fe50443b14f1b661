import { selectRank } from '../../../base/stats';
import { CALL_STACK_CATEGORY } from '../../../model/profile/categories';
import { growing, permute } from '../../../model/profile/columns';
import type { Profile } from '../../../model/profile/profile';
import { FrameKind } from '../../../model/profile/profile';
import { functionName } from './callPath';
import { groupRows, rowsOf } from './rowGroups';

/** Slices of call stacks at most; of more the shortest are left out. */
const MAX_SLICES = 200_000;

/** Functions of one stack at most, from the outermost on. */
const MAX_DEPTH = 200;

/**
 * A sample that is late by more than this share of the duration of the one before it comes after a gap.
 */
const GAP_SHARE = 0.5;

/** The CPU samples of one thread as slices, parents first, in order of start. Nanoseconds. */
export interface SampleSlices {
  readonly length: number;
  readonly start: Float64Array;
  readonly duration: Float64Array;
  /** Row of `Profile.frames`; of folded functions the outermost one. */
  readonly frame: Uint32Array;
  /** The number of functions that it stands for at most: 1 unless folded. */
  readonly folded: Uint32Array;
}

/** Options of {@link sampleSlices}. */
export interface SampleSlicesOptions {
  /** The most slices that are kept. */
  readonly limit?: number;
  /** Whether functions in one another that are not the user's own become one slice. */
  readonly isFolded?: boolean;
}

/**
 * The samples in `rows`, those of one thread in order of time, as nested slices of functions: a slice
 * lasts as long as its function is on the stacks without a break. A gap between samples ends all of
 * them. Functions in more than {@link MAX_DEPTH} others are left out, and so are the shortest slices if
 * there are more than `limit`; the rest is nested.
 */
export function sampleSlices(
  profile: Profile,
  rows: Uint32Array,
  { limit = MAX_SLICES, isFolded = false }: SampleSlicesOptions = {}
): SampleSlices {
  const { time, weight, stack } = profile.samples;
  const open = new OpenFrames();
  const paths = new StackPaths(profile, isFolded);
  let until = 0;
  let gapFrom = Infinity;
  for (const row of rows) {
    const at = Math.max(time[row], until);
    if (at > gapFrom) open.keep(0, until);
    open.enter(paths.of(stack[row]), at);
    const weightNs = Math.max(0, weight[row]);
    until = at + weightNs;
    gapFrom = until + weightNs * GAP_SHARE;
  }
  open.keep(0, until);
  return longest(open.slices(), limit);
}

/** The rows of the CPU samples of each thread that was sampled while it did something. */
export function sampledThreads({ samples, tracks }: Profile): ReadonlyMap<number, Uint32Array> {
  const byTrack = groupRows(samples.track, tracks.length);
  const threads = new Map<number, Uint32Array>();
  tracks.forEach((_, track) => {
    const rows = rowsOf(byTrack, track);
    if (rows.some(row => samples.stack[row] >= 0)) threads.set(track, rows);
  });
  return threads;
}

/** The functions of a stack, outermost first, and how many each stands for; null for one. */
interface StackPath {
  readonly frames: readonly number[];
  readonly folded: readonly number[] | null;
}

/** The functions of stacks; equal stacks give one list. */
class StackPaths {
  private readonly known = new Map<number, StackPath>([[-1, { frames: [], folded: null }]]);

  constructor(
    private readonly profile: Profile,
    private readonly isFolded: boolean
  ) {}

  of(stack: number): StackPath {
    const found = this.known.get(stack);
    if (found) return found;
    const { prefix, frame } = this.profile.stacks;
    const frames: number[] = [];
    for (let row = stack; row >= 0; row = prefix[row]) frames.push(frame[row]);
    frames.reverse().splice(MAX_DEPTH);
    const path = this.isFolded ? this.fold(frames) : { frames, folded: null };
    this.known.set(stack, path);
    return path;
  }

  private fold(all: readonly number[]): StackPath {
    const { kind } = this.profile.frames;
    const frames: number[] = [];
    const folded: number[] = [];
    let isOwn = true;
    for (const frame of all) {
      const wasOwn = isOwn;
      isOwn = kind[frame] === FrameKind.user;
      if (isOwn || wasOwn) {
        frames.push(frame);
        folded.push(1);
      } else folded[folded.length - 1]++;
    }
    return { frames, folded };
  }
}

/** The functions that are on the stack, and the slices that they have become. */
class OpenFrames {
  private readonly start = growing.float64();
  private readonly frame = growing.uint32();
  private readonly folded: number[] = [];
  private readonly duration = growing.float64();
  private path: readonly number[] = [];
  private rows: number[] = [];

  enter({ frames: path, folded }: StackPath, at: number): void {
    let depth = 0;
    while (depth < path.length && depth < this.rows.length && path[depth] === this.path[depth]) {
      depth++;
    }
    this.keep(depth, at);
    for (; depth < path.length; depth++) {
      this.start.push(at);
      this.duration.push(0);
      this.rows.push(this.frame.push(path[depth]));
    }
    folded?.forEach((count, level) => {
      const row = this.rows[level];
      this.folded[row] = Math.max(this.folded[row] ?? 1, count);
    });
    this.path = path;
  }

  /** Ends all but the `depth` outermost functions. */
  keep(depth: number, at: number): void {
    while (this.rows.length > depth) {
      const row = this.rows.pop() ?? 0;
      this.duration.set(row, at - this.start.at(row));
    }
  }

  slices(): SampleSlices {
    const start = this.start.toColumn();
    const duration = this.duration.toColumn();
    const frame = this.frame.toColumn();
    const folded = new Uint32Array(start.length).fill(1);
    this.folded.forEach((count, row) => (folded[row] = count));
    return { length: start.length, start, duration, frame, folded };
  }
}

/** The slice around a slice lasts at least as long, and comes before it: so it is kept as well. */
function longest(slices: SampleSlices, limit: number): SampleSlices {
  const { length, start, duration, frame, folded } = slices;
  if (length <= limit) return slices;
  const least = selectRank(duration.slice(), 0, length, length - limit);
  let room = limit;
  for (let row = 0; row < length; row++) if (duration[row] > least) room--;
  const rows = new Uint32Array(limit);
  let kept = 0;
  for (let row = 0; row < length; row++) {
    if (duration[row] > least || (duration[row] === least && room-- > 0)) rows[kept++] = row;
  }
  return {
    length: limit,
    start: permute(start, rows, new Float64Array(limit)),
    duration: permute(duration, rows, new Float64Array(limit)),
    frame: permute(frame, rows, new Uint32Array(limit)),
    folded: permute(folded, rows, new Uint32Array(limit))
  };
}

/** The name of a function's slice: its name, with its location if known. */
function sliceName(profile: Profile, frame: number): string {
  const { frames, strings } = profile;
  const name = functionName(profile, frame);
  const file = strings[frames.file[frame]];
  if (file === '') return name;
  const line = frames.line[frame];
  return line === 0 ? `${name} (${file})` : `${name} (${file}:${line})`;
}

/** The name of folded functions: where the outermost one comes from, and how many they are. */
function foldedName({ frames }: Profile, frame: number, count: number): string {
  const origin = ORIGIN_NAMES.get(frames.kind[frame]) ?? 'native';
  return `${origin} · ${count} frames`;
}

const ORIGIN_NAMES: ReadonlyMap<number, string> = new Map([
  [FrameKind.library, 'library'],
  [FrameKind.runtime, 'Node.js']
]);

/** Labels of functions, added to those of a profile. */
export class FrameLabels {
  readonly strings: string[];
  private readonly name: number[];
  private readonly category: number[];
  private readonly labelOf = new Map<number, number>();
  private readonly categoryRow: number;

  constructor(private readonly profile: Profile) {
    this.strings = [...profile.strings];
    this.name = Array.from(profile.labels.name);
    this.category = Array.from(profile.labels.category);
    this.categoryRow = this.strings.push(CALL_STACK_CATEGORY) - 1;
  }

  /** The label of a row of `frames`, or of so many functions of which it is the outermost. */
  of(frame: number, folded = 1): number {
    const key = frame * (MAX_DEPTH + 1) + folded;
    const known = this.labelOf.get(key);
    if (known !== undefined) return known;
    const { profile } = this;
    const name = folded > 1 ? foldedName(profile, frame, folded) : sliceName(profile, frame);
    const label = this.name.push(this.strings.push(name) - 1) - 1;
    this.category.push(this.categoryRow);
    this.labelOf.set(key, label);
    return label;
  }

  /** The row of `frames` of each label, -1 for labels of the profile. */
  frames(): Int32Array {
    const frames = new Int32Array(this.name.length).fill(-1);
    for (const [key, label] of this.labelOf) frames[label] = Math.floor(key / (MAX_DEPTH + 1));
    return frames;
  }

  table(): Profile['labels'] {
    const { name, category } = this;
    const columns = { name: Uint32Array.from(name), category: Uint32Array.from(category) };
    return { length: name.length, ...columns };
  }
}
