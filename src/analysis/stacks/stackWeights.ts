import { type HeapAmount, heapAmounts, type Profile } from '../../model/profile/profile';
import { gpuOrigins, nearestMarked } from '../gpu/gpuOrigins';
import { gpuWork } from '../gpu/gpuWork';
import { enclosingOf } from '../slices/nesting';
import { selfTimesOf } from '../slices/selfTimes';
import { countsFor, stacksOfSlices } from '../slices/slicesWithStacks';
import type { TimeWindow } from '../slices/window';
import { programPart } from './programPart';
import { oncePer } from '../../base/oncePer';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import { type Intervals, NO_TIME, lengthWithin } from '../slices/intervals';
import { collectingTimes, coreWaitNs } from '../slices/recordedTimes';

/**
 * The value of a share of 1 of the time that threads ran or waited, for functions, lines and files in all
 * views: the stretch on show, or what all threads together ran and waited for a core to run on, or waited for
 * something, where that is more.
 */
export function threadWhole(profile: Profile, window: TimeWindow | null = null): number {
  return window === null ? wholeOfAll(profile) : wholeOf(profile, window);
}

/** Every table, view and list of lines asks for it. */
const wholeOfAll = oncePer((profile: Profile) => wholeOf(profile, null));

function wholeOf(profile: Profile, window: TimeWindow | null): number {
  const part = window === null ? programPart(profile) : profile;
  return Math.max(
    leastWhole(profile, 'nanoseconds', window),
    sumOf(sampleStacks(profile, { window })) +
      (coreWaitNs(part, null, window) ?? 0) +
      blockedByCollections(part, window),
    sumOf(waitStacks(profile, { window }))
  );
}

/**
 * The time for which threads that were sampled were blocked by their garbage collections, as by threads that help them,
 * nanoseconds: their samples stand for none of it.
 */
export function blockedByCollections(profile: Profile, window: TimeWindow | null = null): number {
  const { samples } = profile;
  const { fromNs, toNs } = window ?? { fromNs: 0, toNs: Infinity };
  const ran = new Map<number, number>();
  const times = new Map<number, Intervals>();
  for (let row = 0; row < samples.length; row++) {
    const track = samples.track[row];
    let ofTrack = times.get(track);
    if (ofTrack === undefined) {
      times.set(track, (ofTrack = collectingTimes(profile, track) ?? NO_TIME));
    }
    if (samples.stack[row] < 0 || ofTrack.length === 0) continue;
    const from = Math.max(fromNs, samples.time[row]);
    const to = Math.min(toNs, samples.time[row] + samples.weight[row]);
    if (to > from) ran.set(track, (ran.get(track) ?? 0) + lengthWithin(ofTrack, from, to));
  }
  let blockedNs = 0;
  for (const [track, ofTrack] of times) {
    blockedNs += Math.max(0, lengthWithin(ofTrack, fromNs, toNs) - (ran.get(track) ?? 0));
  }
  return blockedNs;
}

function sumOf({ weight }: StackWeights): number {
  return weight.reduce((sum, each) => sum + each, 0);
}

/**
 * The least value of a share of 1, so that a share is the same in all views: of times the stretch on show, or all
 * without the start-up of a program, which several threads together can exceed; of bytes 0, as all that were allocated are the whole.
 */
export function leastWhole(
  profile: Profile,
  unit: StackUnit,
  window: TimeWindow | null = null
): number {
  if (unit === 'bytes') return 0;
  return window ? window.toNs - window.fromNs : programPart(profile).meta.durationNs;
}

/** The part of a profile to count; everything by default. */
export interface StackFilter {
  /** Row of the only track that counts, or null for all. Samples of the heap know none. */
  readonly track?: number | null;
  /**
   * The only stretch of time that counts, or null for all of it but the start-up of a program. Samples of the heap
   * know none.
   */
  readonly window?: TimeWindow | null;
}

/** The unit of a stack's weight. */
export type StackUnit = 'nanoseconds' | 'bytes';

/**
 * Stacks of functions with their self weights, ≥ 0: the input of call trees. Rows form a prefix tree; a
 * caller comes before the functions it called.
 */
export interface StackWeights {
  readonly unit: StackUnit;
  readonly length: number;
  /** Row of the caller's stack, or -1. */
  readonly prefix: Int32Array;
  /** See `calledFunction`: a row of `frames`, or after those a row of `labels`. */
  readonly callee: Uint32Array;
  /** The weight of exactly this stack, without longer ones. */
  readonly weight: Float64Array;
  /** The number of possible callees. */
  readonly calleeCount: number;
  /** 1 for each row that its caller awaited; absent where none can be. */
  readonly isAwaited?: Uint8Array;
}

/** CPU time by stack, from samples; those of an idle thread count nowhere. */
export function sampleStacks(profile: Profile, filter: StackFilter = {}): StackWeights {
  const { track = null, window = null } = filter;
  const { samples, stacks } = window === null ? programPart(profile) : profile;
  const weight = new Float64Array(stacks.length);
  for (let row = 0; row < samples.length; row++) {
    if (samples.stack[row] < 0 || (track !== null && samples.track[row] !== track)) continue;
    const at = samples.time[row];
    if (window && (at < window.fromNs || at >= window.toNs)) continue;
    weight[samples.stack[row]] += samples.weight[row];
  }
  return { unit: 'nanoseconds', ...stackTree(profile), weight };
}

/**
 * Bytes allocated on the heap by stack, or those still alive where only they were sampled. V8 estimates
 * them for all of the recorded window: its profile knows neither times nor threads.
 */
export function heapStacks(profile: Profile, amount?: HeapAmount): StackWeights {
  const { heapSamples, stacks } = profile;
  const isOfAlive = (amount ?? heapAmounts(profile)[0]) === 'alive';
  const bytes = isOfAlive ? heapSamples.aliveBytes : heapSamples.bytes;
  const weight = new Float64Array(stacks.length);
  for (let row = 0; row < heapSamples.length; row++) weight[heapSamples.stack[row]] += bytes[row];
  return { unit: 'bytes', ...stackTree(profile), weight };
}

/**
 * Time of slices by the stack that they were begun with, each less that of slices with stacks within
 * it, so that nothing counts twice, and of async code only what ran where that is known. The callee of
 * these rows is the slice's label, on top of the functions that called it.
 */
export function operatorStacks(whole: Profile, filter: StackFilter = {}): StackWeights {
  const profile = filter.window ? whole : programPart(whole);
  const { slices, stacks } = profile;
  const stackOf = stacksOfSlices(profile, 'operators');
  const selfNs = filteredSelfTimes(profile, filter, slice => stackOf[slice] >= 0);
  const tree = new PrefixTree(profile, stackTree(profile));
  selfNs.forEach((ns, slice) => {
    if (ns > 0) tree.add(stackOf[slice], slices.label[slice], ns);
  });
  return tree.finish(stacks.length);
}

/**
 * Time for which GPUs worked by the stack that the work was started with, or that of the nearest slice
 * around what started it. The callee of these rows is the label of the work, on top of functions.
 */
export function gpuStacks(profile: Profile): StackWeights {
  const { slices, stacks } = profile;
  const stackOf = stacksOfSlices(profile, 'operators');
  const hasStack = Uint8Array.from(stackOf, stack => Number(stack >= 0));
  const nearest = nearestMarked(slices, enclosingOf(profile), hasStack);
  const originOf = gpuOrigins(profile);
  const tree = new PrefixTree(profile, stackTree(profile));
  for (const row of gpuWork(profile).rows) {
    const slice = originOf[row] < 0 ? -1 : nearest[originOf[row]];
    if (slice >= 0) tree.add(stackOf[slice], slices.label[row], slices.duration[row]);
  }
  return tree.finish(stacks.length);
}

/** Time for which threads waited, by the stack of the `await` that they waited at. */
export function waitStacks(whole: Profile, filter: StackFilter = {}): StackWeights {
  const { track = null, window = null } = filter;
  const profile = window === null ? programPart(whole) : whole;
  const { slices, stacks, sliceStacks } = profile;
  const weight = new Float64Array(stacks.length);
  const counts = countsFor(profile, 'waits');
  for (let at = 0; at < sliceStacks.length; at++) {
    const slice = sliceStacks.slice[at];
    const isLast = slice !== sliceStacks.slice[at + 1];
    if (!isLast || !counts(slice) || (track !== null && slices.track[slice] !== track)) continue;
    const start = slices.start[slice];
    const lastedNs = timeWithin(start, start + slices.duration[slice], window);
    weight[sliceStacks.stack[at]] += lastedNs;
  }
  return { unit: 'nanoseconds', ...stackTree(profile), weight };
}

function timeWithin(fromNs: number, toNs: number, window: TimeWindow | null): number {
  if (!window) return toNs - fromNs;
  return Math.max(0, Math.min(toNs, window.toNs) - Math.max(fromNs, window.fromNs));
}

/** Self times of slices, but waits, by the slices around them on their track: a label on top of labels. */
export function nestedSlices(profile: Profile, filter: StackFilter = {}): StackWeights {
  const { slices } = profile;
  const selfNs = filteredSelfTimes(profile, filter, countsFor(profile, 'operators'));
  const enclosing = enclosingOf(profile);
  const tree = new PrefixTree(profile, NO_STACKS);
  const rowOf = new Int32Array(slices.length);
  for (let slice = 0; slice < slices.length; slice++) {
    const outer = enclosing[slice] < 0 ? -1 : rowOf[enclosing[slice]];
    rowOf[slice] = tree.add(outer, slices.label[slice], selfNs[slice]);
  }
  return tree.finish(0);
}

const NO_STACKS = { length: 0, prefix: new Int32Array(0), callee: new Uint32Array(0) };

type StackShape = Pick<StackWeights, 'length' | 'prefix' | 'callee' | 'isAwaited'>;

/** Stacks of functions, of which each is one callee on whichever thread it ran. */
function stackTree(profile: Profile): StackShape & { readonly calleeCount: number } {
  const { stacks, frames } = profile;
  const rows = functionRows(profile);
  const callee = stacks.frame.map(frame => rows[frame]);
  const { length, prefix, isAwaited } = stacks;
  return { length, prefix, callee, isAwaited, calleeCount: frames.length };
}

/** Rows of labels that are put on top of given rows, each once, with the time of each. */
class PrefixTree {
  readonly #rows = new Map<number, number>();
  readonly #prefix: number[] = [];
  readonly #callee: number[] = [];
  readonly #weight: number[] = [];

  constructor(
    private readonly profile: Profile,
    private readonly below: StackShape
  ) {}

  /** Adds time to the row of `label` on top of the row `prefix`, and returns that row. */
  add(prefix: number, label: number, ns: number): number {
    const { frames, labels } = this.profile;
    const key = (prefix + 1) * labels.length + label;
    let at = this.#rows.get(key);
    if (at === undefined) {
      at = this.#prefix.push(prefix) - 1;
      this.#callee.push(frames.length + label);
      this.#weight.push(0);
      this.#rows.set(key, at);
    }
    this.#weight[at] += ns;
    return this.below.length + at;
  }

  finish(weightless: number): StackWeights {
    const { below, profile } = this;
    const prefix = this.#prefix;
    const weight = new Float64Array(weightless + prefix.length);
    weight.set(this.#weight, weightless);
    return {
      unit: 'nanoseconds',
      length: weight.length,
      prefix: joined(below.prefix, prefix, new Int32Array(weight.length)),
      callee: joined(below.callee, this.#callee, new Uint32Array(weight.length)),
      weight,
      calleeCount: profile.frames.length + profile.labels.length
    };
  }
}

function joined<C extends Int32Array | Uint32Array>(first: C, rest: number[], target: C): C {
  target.set(first);
  target.set(rest, first.length);
  return target;
}

/** `selfTimesOf`, with 0 for slices on tracks other than the only one that counts. */
function filteredSelfTimes(
  profile: Profile,
  { track = null, window = null }: StackFilter,
  counts: (slice: number) => boolean
): Float64Array {
  const selfNs = selfTimesOf(profile, counts, window);
  if (track === null) return selfNs;
  return selfNs.map((ns, slice) => (profile.slices.track[slice] === track ? ns : 0));
}

/**
 * For each row of frames the first one of the same function: threads and processes have rows of their own, and so have
 * the pieces in which the top level of a file is compiled.
 */
export const functionRows = oncePer(findFunctionRows);

function findFunctionRows({ frames, strings }: Pick<Profile, 'frames' | 'strings'>): Int32Array {
  const { name, file, line, column } = frames;
  const first = new Map<string, number>();
  return Int32Array.from(name, (each, row) => {
    const isTop = strings[each] === TOP_LEVEL;
    const key = `${each} ${file[row]} ${isTop ? '' : `${line[row]} ${column[row]}`}`;
    const known = first.get(key) ?? row;
    first.set(key, known);
    return known;
  });
}

/** Times of a function, a line or a package, nanoseconds. */
interface Times {
  readonly selfNs: number;
  /** Null where it is not known. */
  readonly totalNs: number | null;
}

/** Most self time first, then most total. */
export function byTime(a: Times, b: Times): number {
  return b.selfNs - a.selfNs || (b.totalNs ?? 0) - (a.totalNs ?? 0);
}
