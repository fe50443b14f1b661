import { coreWaits } from '../../../analysis/slices/recordedTimes';
import { lengthWithin, NO_TIME } from '../../../analysis/slices/intervals';
import { selectRank } from '../../../base/stats';
import { CALL_STACK_CATEGORY } from '../../../model/profile/categories';
import { growing } from '../../../model/profile/columns';
import { FrameKind, type Profile } from '../../../model/profile/profile';
import { functionName } from './callPath';
import { groupRows, rowsOf } from './rowGroups';

/** Slices of call stacks at most; of more the shortest are left out. */
const MAX_SLICES = 200_000;

/** Functions of one stack at most, from the outermost on. */
const MAX_DEPTH = 200;

/**
 * A sample that is late by more than this share of the duration of the one before it comes after a gap, unless the thread
 * waited for a core for so much of that.
 */
const GAP_SHARE = 0.5;

/** The CPU samples of one thread as slices, parents first, in order of start. Nanoseconds. */
export interface SampleSlices {
  readonly length: number;
  readonly start: Float64Array;
  readonly duration: Float64Array;
  /** Row of `Profile.frames`; of folded functions the outermost one. */
  readonly frame: Uint32Array;
  /** The number of functions that it stands for at most; null where each stands for one. */
  readonly folded: Uint32Array | null;
}

export interface SampleSlicesOptions {
  /** The most slices that are kept. */
  readonly limit?: number;
  /** Whether functions in one another that are not the user's own become one slice. */
  readonly isFolded?: boolean;
}

/**
 * The samples in `rows`, those of one thread in order of time, as nested slices of functions: a slice
 * lasts as long as its function is on the stacks without a break, with the waits for a core in it. Any other gap between
 * samples ends all of them. Functions in more than {@link MAX_DEPTH} others are left out, and so are the shortest slices if
 * there are more than `limit`; the rest is nested.
 */
export function sampleSlices(
  profile: Profile,
  rows: Uint32Array,
  { limit = MAX_SLICES, isFolded = false }: SampleSlicesOptions = {}
): SampleSlices {
  const paths = pathsOf(profile, rows, isFolded);
  const kept = keptDepths(profile, rows, paths);
  return longest(filled(profile, rows, paths, kept), limit);
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

/** The functions of stacks, outermost first, in one array. */
interface StackPaths {
  /** The functions of stack s are `frame[from[s + 1] … to[s + 1])`; those of stack -1 are none. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly frame: Uint32Array;
  /** How many functions each stands for; null for one. */
  readonly folded: Uint32Array | null;
}

/** The functions of one stack; `folded` is empty where each stands for itself. */
interface StackPath {
  readonly frames: readonly number[];
  readonly folded: readonly number[];
}

function pathsOf(profile: Profile, rows: Uint32Array, isFolded: boolean): StackPaths {
  const { samples, stacks } = profile;
  const from = new Uint32Array(stacks.length + 1);
  const to = new Uint32Array(stacks.length + 1);
  const frame = growing.uint32();
  const folded = growing.uint32();
  for (const row of rows) {
    const at = samples.stack[row] + 1;
    if (at === 0 || to[at] > 0) continue;
    const frames = framesOf(profile, at - 1);
    const path = isFolded ? foldedPath(profile, frames) : { frames, folded: [] };
    from[at] = frame.length;
    for (const each of path.frames) frame.push(each);
    for (const each of path.folded) folded.push(each);
    to[at] = frame.length;
  }
  return { from, to, frame: frame.toColumn(), folded: isFolded ? folded.toColumn() : null };
}

function framesOf({ stacks: { prefix, frame } }: Profile, stack: number): number[] {
  const frames: number[] = [];
  for (let row = stack; row >= 0; row = prefix[row]) frames.push(frame[row]);
  frames.reverse().splice(MAX_DEPTH);
  return frames;
}

function foldedPath({ frames: { kind } }: Profile, all: readonly number[]): StackPath {
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

/** Stands for a sample after a gap, which ends all functions. */
const AFTER_GAP = 255;

/** How each sample continues the one before it, and the number of slices that begin. */
interface KeptDepths {
  /** The number of outermost functions that go on, or {@link AFTER_GAP}. */
  readonly depth: Uint8Array;
  readonly count: number;
}

// hot
function keptDepths(profile: Profile, rows: Uint32Array, paths: StackPaths): KeptDepths {
  const { time, weight, stack } = profile.samples;
  const { from, to, frame } = paths;
  const depth = new Uint8Array(rows.length);
  let count = 0;
  let until = 0;
  let gapFrom = Infinity;
  const waits = coreWaits(profile, profile.samples.track[rows[0]]) ?? NO_TIME;
  let [lastFrom, lastTo] = [0, 0];
  for (let sample = 0; sample < rows.length; sample++) {
    const row = rows[sample];
    const start = Math.max(time[row], until);
    const [first, end] = [from[stack[row] + 1], to[stack[row] + 1]];
    const isAfterGap =
      start > gapFrom && lengthWithin(waits, until, start) < GAP_SHARE * (start - until);
    const most = isAfterGap ? 0 : Math.min(end - first, lastTo - lastFrom);
    let shared = 0;
    while (shared < most && frame[first + shared] === frame[lastFrom + shared]) shared++;
    depth[sample] = isAfterGap ? AFTER_GAP : shared;
    count += end - first - shared;
    [lastFrom, lastTo] = [first, end];
    const weightNs = Math.max(0, weight[row]);
    until = start + weightNs;
    gapFrom = until + weightNs * GAP_SHARE;
  }
  return { depth, count };
}

/** All slices; local state alone, so that the code is fast the first time. */
// hot
function filled(
  { samples: { time, weight, stack } }: Profile,
  rows: Uint32Array,
  paths: StackPaths,
  kept: KeptDepths
): SampleSlices {
  const slices = sliceColumns(kept.count, paths.folded !== null);
  const { start, duration, frame } = slices;
  const open = new Uint32Array(MAX_DEPTH);
  let depth = 0;
  let length = 0;
  let until = 0;
  for (let sample = 0; sample < rows.length; sample++) {
    const row = rows[sample];
    const at = Math.max(time[row], until);
    const isAfterGap = kept.depth[sample] === AFTER_GAP;
    const endNs = isAfterGap ? until : at;
    const shared = isAfterGap ? 0 : kept.depth[sample];
    while (depth > shared) {
      const ended = open[--depth];
      duration[ended] = endNs - start[ended];
    }
    const first = paths.from[stack[row] + 1];
    const count = paths.to[stack[row] + 1] - first;
    for (; depth < count; depth++) {
      start[length] = at;
      frame[length] = paths.frame[first + depth];
      open[depth] = length++;
    }
    if (slices.folded !== null) countFolded(slices.folded, open, paths, stack[row]);
    until = at + Math.max(0, weight[row]);
  }
  for (const ended of open.subarray(0, depth)) duration[ended] = until - start[ended];
  return slices;
}

function sliceColumns(length: number, isFolded: boolean): SampleSlices {
  return {
    length,
    start: new Float64Array(length),
    duration: new Float64Array(length),
    frame: new Uint32Array(length),
    folded: isFolded ? new Uint32Array(length).fill(1) : null
  };
}

/** Raises the counts of the open slices to those of a stack. */
function countFolded(
  counts: Uint32Array,
  open: Uint32Array,
  { from, to, folded }: StackPaths,
  stack: number
): void {
  const first = from[stack + 1];
  for (let at = first; at < to[stack + 1]; at++) {
    const row = open[at - first];
    counts[row] = Math.max(counts[row], folded?.[at] ?? 1);
  }
}

/**
 * Moves the longest slices together in the memory that they have. The slice around a slice lasts at least as
 * long, and comes before it: so it is kept as well.
 */
// hot
function longest(slices: SampleSlices, limit: number): SampleSlices {
  const { length, start, duration, frame, folded } = slices;
  if (length <= limit) return slices;
  const least = selectRank(duration.slice(), 0, length, length - limit);
  let room = limit;
  for (let row = 0; row < length; row++) if (duration[row] > least) room--;
  let kept = 0;
  for (let row = 0; row < length; row++) {
    if (duration[row] < least || (duration[row] === least && room-- <= 0)) continue;
    start[kept] = start[row];
    duration[kept] = duration[row];
    frame[kept] = frame[row];
    if (folded !== null) folded[kept] = folded[row];
    kept++;
  }
  return {
    length: limit,
    start: start.subarray(0, limit),
    duration: duration.subarray(0, limit),
    frame: frame.subarray(0, limit),
    folded: folded && folded.subarray(0, limit)
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
  readonly #name: number[];
  readonly #category: number[];
  readonly #labelOf = new Map<number, number>();
  readonly #categoryRow: number;

  constructor(private readonly profile: Profile) {
    this.strings = [...profile.strings];
    this.#name = Array.from(profile.labels.name);
    this.#category = Array.from(profile.labels.category);
    this.#categoryRow = this.strings.push(CALL_STACK_CATEGORY) - 1;
  }

  /** The label of a row of `frames`, or of so many functions of which it is the outermost. */
  of(frame: number, folded = 1): number {
    const key = frame * (MAX_DEPTH + 1) + folded;
    const known = this.#labelOf.get(key);
    if (known !== undefined) return known;
    const { profile } = this;
    const name = folded > 1 ? foldedName(profile, frame, folded) : sliceName(profile, frame);
    const label = this.#name.push(this.strings.push(name) - 1) - 1;
    this.#category.push(this.#categoryRow);
    this.#labelOf.set(key, label);
    return label;
  }

  /** The row of `frames` of each label, -1 for labels of the profile. */
  frames(): Int32Array {
    const frames = new Int32Array(this.#name.length).fill(-1);
    for (const [key, label] of this.#labelOf) frames[label] = Math.floor(key / (MAX_DEPTH + 1));
    return frames;
  }

  table(): Profile['labels'] {
    const name = this.#name;
    const category = this.#category;
    const columns = { name: Uint32Array.from(name), category: Uint32Array.from(category) };
    return { length: name.length, ...columns };
  }
}
