import { oncePer } from '../../base/oncePer';
import { type Column, permute, rowsWhere } from '../../model/profile/columns';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import {
  FrameKind,
  type LineTotalTable,
  type Profile,
  type SampleTable
} from '../../model/profile/profile';
import type { StartUp } from '../../facts/startUp';
import { afterCoreWait, coreWaits } from '../slices/coreWaits';
import { threadsOfTracks } from '../slices/recordedThreads';
import {
  IntervalLengths,
  type Intervals,
  NO_TIME,
  joined,
  lengthOf,
  unionOf,
  without as withoutTimes
} from '../slices/intervals';
import type { TimeWindow } from '../slices/window';
import { type TestRun, testRun } from '../slices/testRun';
import { Importing, importingStacks, loaderThreads } from './moduleLoading';
import { outermostTotals } from './outermostTotals';
import { ownRows } from './ownFrames';
import { startUpTimes } from './startUpTimes';

/** A profile without the start-up of its program, and the way back to the times of the whole. */
interface ProgramPart {
  readonly profile: Profile;
  /** When the program started up, nanoseconds from the origin of the whole. */
  readonly startUp: Intervals;
  /** Whether that was all, since it ended before any of its own code was seen. */
  readonly isOver?: true;
}

/**
 * The profile of a program after its start-up, as if nothing had run before: the one that shares, findings and tables
 * are of. Start-up is Node, a compiler and whatever was loaded before the program's own code began, and the
 * loading of packages by the top level of its modules. Rows of strings, labels, tracks, stacks and frames are those of
 * the whole. Of a program that runs tests it is the time in which tests ran. A profile without either is its own part.
 */
export function programPart(profile: Profile): Profile {
  return partOf(profile).profile;
}

/** The time that a program took to start up, nanoseconds; 0 where that is not known. */
export function startUpNs(profile: Profile): number {
  return lengthOf(partOf(profile).startUp);
}

/**
 * Whether a program ended with an error before any of its own code was seen to run, as where a module that it imports is
 * missing, or its code cannot be compiled: all of its time is start-up.
 */
export function neverBegan(profile: Profile): boolean {
  return partOf(profile).isOver === true;
}

/** The window of the whole profile that a window of its {@link programPart} is. */
export function windowOfWhole(profile: Profile, window: TimeWindow): TimeWindow {
  const { startUp } = partOf(profile);
  return { fromNs: timeOfWhole(startUp, window.fromNs), toNs: timeOfWhole(startUp, window.toNs) };
}

/** The same profile, of which start-up, and a runner of tests, is a part like any other. */
export function withStartUp(profile: Profile): Profile {
  const { startUp: _, ...meta } = profile.meta;
  const marked = testRun(profile) === null ? meta : { ...meta, startUp: NO_START_UP };
  return { ...profile, meta: marked };
}

/** The part of a profile within some time, as if nothing had run otherwise; lines have the times of the whole. */
export function partWithin(profile: Profile, times: Intervals): Profile {
  const others = withoutTimes(Float64Array.of(0, profile.meta.durationNs), times);
  return without(profile, NO_START_UP, others);
}

/** That of a program which is to be shown whole, although it ran tests. */
const NO_START_UP: StartUp = { runs: [], lines: [] };

const partOf = oncePer((profile: Profile): ProgramPart => {
  const { startUp } = profile.meta;
  const tests = startUp?.runs.length === 0 ? null : testRun(profile);
  return tests ? ofTests(profile, tests) : afterStartUp(profile);
});

/**
 * Beside its tests, a runner starts, compiles and imports, and waits for the threads that run them. What the top level of
 * the user's own modules does is not the runner's.
 */
function ofTests(profile: Profile, { times, threads }: TestRun): ProgramPart {
  const own = joined(times, topLevelTimes(profile, threads));
  const startUp = withoutTimes(Float64Array.of(0, profile.meta.durationNs), own);
  const part = without(profile, profile.meta.startUp ?? NO_START_UP, startUp);
  return { profile: { ...part, lineTotals: linesWithin(part, threads) }, startUp };
}

/** When threads ran the top level of modules of the user's, with what that called, but not what it had loaded. */
function topLevelTimes(profile: Profile, threads: readonly number[]): Intervals {
  const { samples } = profile;
  const importing = importingStacks(profile);
  const own = ownRows(profile);
  const isWanted = (row: number): boolean =>
    samples.stack[row] >= 0 &&
    threads.includes(samples.track[row]) &&
    isOfTopLevel(profile, { stack: samples.stack[row], own: own[samples.stack[row]], importing });
  const stretches = [...rowsWhere(samples.length, isWanted)].map(row => {
    const waits = coreWaits(profile, samples.track[row]) ?? NO_TIME;
    const endNs = samples.time[row] + samples.weight[row];
    return [samples.time[row], afterCoreWait(waits, endNs)] as const;
  });
  return unionOf(stretches.sort((a, b) => a[0] - b[0]));
}

interface StackAtTopLevel {
  readonly stack: number;
  /** The row of the innermost function of the user's, or -1. */
  readonly own: number;
  readonly importing: Uint8Array;
}

/** Whether a stack has code of the user's below the top level of a module, and loads none. */
function isOfTopLevel(
  { stacks, frames, strings }: Profile,
  { stack, own, importing }: StackAtTopLevel
): boolean {
  if (own < 0 || importing[stack] === Importing.loading) return false;
  let outermost = own;
  for (let row = stacks.prefix[own]; row >= 0; row = stacks.prefix[row]) {
    if (frames.kind[stacks.frame[row]] === FrameKind.user) outermost = row;
  }
  return strings[frames.name[stacks.frame[outermost]]] === TOP_LEVEL;
}

/** The times of lines in a part, without those of lines that took longer than it: they had something loaded. */
function linesWithin({ lineTotals, meta }: Profile, threads: readonly number[]): LineTotalTable {
  const mostNs = meta.durationNs * threads.length;
  return { ...lineTotals, own: lineTotals.own.map(ns => (ns > mostNs ? 0 : ns)) };
}

function afterStartUp(profile: Profile): ProgramPart {
  const { startUp, durationNs } = profile.meta;
  if (startUp === undefined) return { profile, startUp: NO_TIME };
  const times = startUpTimes(profile, startUp);
  const own = withoutLoaders(profile);
  const part = without(own, startUp, times);
  if (startUp.runs.length === 0 || hasOwnCode(part)) return { profile: part, startUp: times };
  const all = Float64Array.of(0, durationNs);
  return { profile: without(own, startUp, all), startUp: all, isOver: true };
}

/** Whether a part of a profile shows any code of the program's own; where it ended without an error, it is taken to have run. */
function hasOwnCode(part: Profile): boolean {
  const { meta, samples, slices, sliceStacks, tracks } = part;
  if (meta.status !== 'error') return true;
  const own = ownRows(part);
  const isOwn = (stack: number): boolean => stack >= 0 && own[stack] >= 0;
  const isOfCode = tracks.map(({ kind }) => kind !== 'gc' && kind !== 'waiting');
  return (
    samples.stack.some(isOwn) ||
    sliceStacks.stack.some(isOwn) ||
    slices.track.some(track => isOfCode[track])
  );
}

/** The same profile without what the threads of Node's loader did: a thread that waits for one loads a module. */
function withoutLoaders(profile: Profile): Profile {
  const loaders = loaderThreads(profile);
  if (loaders.size === 0) return profile;
  const threads = threadsOfTracks(profile.tracks);
  const isLeft = ({ track }: { readonly track: ArrayLike<number> }) => {
    return (row: number): boolean => !loaders.has(threads[track[row]]);
  };
  const { samples, counters } = profile;
  return {
    ...profile,
    ...slicesWhere(profile, isLeft(profile.slices)),
    samples: rowsOf(samples, rowsWhere(samples.length, isLeft(samples))),
    counters: counters.filter(({ track }) => !loaders.has(threads[track]))
  };
}

function timeOfWhole(startUp: Intervals, atNs: number): number {
  let time = atNs;
  for (let at = 0; at < startUp.length && startUp[at] <= time; at += 2) {
    time += startUp[at + 1] - startUp[at];
  }
  return time;
}

function without(profile: Profile, { lines }: StartUp, startUp: Intervals): Profile {
  const lengths = new IntervalLengths(startUp);
  const clock: Clock = {
    moved: at => at - lengths.within(0, at),
    isLeft: at => lengths.within(at, at + 1) < 1
  };
  const { meta, samples, instants, counters } = withStartUp(profile);
  const durationNs = clock.moved(meta.durationNs);
  const sampled = lasting(samples.time, samples.weight, clock);
  // Most of the overhead is the cost of samples.
  const overheadNs = meta.overheadNs * (sampled.rows.length / Math.max(1, samples.length));
  const { start: time, duration: weight } = sampled;
  const left = { ...rowsOf(samples, sampled.rows), time, weight };
  return {
    ...profile,
    ...slicesWithout(profile, clock),
    meta: { ...meta, durationNs, overheadNs },
    samples: left,
    counters: counters.map(series => momentsWithout(series, clock)),
    instants: momentsWithout(instants, clock),
    allocations: momentsWithout(profile.allocations, clock),
    lineTotals: linesWithout(profile, lines, fileTimes(profile, left))
  };
}

/** The time of the whole on the clock of the part. */
interface Clock {
  readonly moved: (at: number) => number;
  /** Whether a moment is in the part. */
  readonly isLeft: (at: number) => boolean;
}

/** The named rows of a table, or of what has columns like one. */
function rowsOf<Table extends object>(table: Table, rows: Uint32Array): Table {
  const columns = Object.entries(table).map(([name, column]: [string, unknown]) =>
    ArrayBuffer.isView(column) ? [name, taken(column as Column, rows)] : [name, column]
  );
  const all = Object.fromEntries(columns) as Table;
  return 'length' in all ? { ...all, length: rows.length } : all;
}

function taken<C extends Column>(column: C, rows: Uint32Array): C {
  const target = new (column.constructor as new (length: number) => C)(rows.length);
  return permute<C>(column, rows, target);
}

/** A table with a column of moments, without the rows of the start-up. */
function momentsWithout<Table extends { readonly time: Float64Array }>(
  table: Table,
  { isLeft, moved }: Clock
): Table {
  const left = rowsOf(
    table,
    rowsWhere(table.time.length, row => isLeft(table.time[row]))
  );
  return { ...left, time: left.time.map(moved) };
}

/** Stretches of time that still take some, and moments that were none of what is left out. */
function lasting(start: Float64Array, duration: Float64Array, { moved, isLeft }: Clock) {
  const begins = start.map(moved);
  const ends = start.map((from, row) => moved(from + duration[row]));
  const rows = rowsWhere(start.length, row =>
    duration[row] === 0 ? isLeft(start[row]) : ends[row] > begins[row]
  );
  const from = taken(begins, rows);
  return { rows, start: from, duration: taken(ends, rows).map((to, at) => to - from[at]) };
}

type SliceParts = Pick<Profile, 'slices' | 'args' | 'flows' | 'sliceStacks'>;

function slicesWithout(profile: Profile, clock: Clock): SliceParts {
  const { rows, ...times } = lasting(profile.slices.start, profile.slices.duration, clock);
  const left = slicesOf(profile, rows);
  return { ...left, slices: { ...left.slices, ...times } };
}

function slicesWhere(profile: Profile, isLeft: (row: number) => boolean): SliceParts {
  return slicesOf(profile, rowsWhere(profile.slices.length, isLeft));
}

/** The slices of some rows, with what belongs to them. */
function slicesOf({ slices, args, flows, sliceStacks }: SliceParts, rows: Uint32Array): SliceParts {
  const rowOf = new Int32Array(slices.length).fill(-1);
  rows.forEach((row, at) => (rowOf[row] = at));
  const left = rowsOf(slices, rows);
  const parent = left.parent.map(row => (row < 0 ? -1 : rowOf[row]));
  const ofLeft = <Table extends { readonly length: number }>(table: Table, ...of: Uint32Array[]) =>
    rowsOf(
      table,
      rowsWhere(table.length, row => of.every(column => rowOf[column[row]] >= 0))
    );
  const renumbered = (column: Uint32Array): Uint32Array => column.map(row => rowOf[row]);
  const leftArgs = ofLeft(args, args.slice);
  const leftStacks = ofLeft(sliceStacks, sliceStacks.slice);
  const leftFlows = ofLeft(flows, flows.from, flows.to);
  return {
    slices: { ...left, parent },
    args: { ...leftArgs, slice: renumbered(leftArgs.slice) },
    sliceStacks: { ...leftStacks, slice: renumbered(leftStacks.slice) },
    flows: { ...leftFlows, from: renumbered(leftFlows.from), to: renumbered(leftFlows.to) }
  };
}

/** The time of some samples with a file on their stack, by its text. */
function fileTimes({ stacks, frames, strings }: Profile, samples: SampleTable): Float64Array {
  const weight = new Float64Array(stacks.length);
  for (let row = 0; row < samples.length; row++) {
    if (samples.stack[row] >= 0) weight[samples.stack[row]] += samples.weight[row];
  }
  const files = Int32Array.from(stacks.frame, frame => frames.file[frame]);
  return outermostTotals(stacks.prefix, files, weight, strings.length);
}

/**
 * Lines of libraries have no times of their own: of them it is not known what was start-up, but they have no more than their
 * file, by its text in `fileNs`.
 */
function linesWithout(
  { lineTotals, strings }: Profile,
  lines: StartUp['lines'],
  fileNs: Float64Array
): LineTotalTable {
  const loading = new Map(lines.map(line => [`${line.line} ${line.file}`, line]));
  const less = (column: Float64Array, key: 'ownNs' | 'totalNs'): Float64Array =>
    column.map((ns, row) => {
      const name = `${lineTotals.line[row]} ${strings[lineTotals.file[row]]}`;
      return Math.max(0, ns - (loading.get(name)?.[key] ?? 0));
    });
  const { own, total, self, file } = lineTotals;
  const atMost = (ns: number, row: number): number =>
    own[row] > 0 ? ns : Math.min(ns, fileNs[file[row]]);
  return {
    ...lineTotals,
    own: less(own, 'ownNs'),
    self: self.map(atMost),
    total: less(total, 'totalNs').map(atMost)
  };
}
