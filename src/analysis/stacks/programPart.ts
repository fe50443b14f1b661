import { oncePer } from '../../base/oncePer';
import { EVENT_LOOP_WAIT, RANGE_CATEGORY } from '../../model/profile/categories';
import { type Column, permute, rowsWhere } from '../../model/profile/columns';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import { FrameKind, type LineTotalTable, type Profile } from '../../model/profile/profile';
import type { StartUp, StartUpRun } from '../../facts/startUp';
import { afterCoreWait, coreWaits } from '../slices/coreWaits';
import { timesOf, waitRows } from '../slices/recordedTimes';
import {
  IntervalLengths,
  IntervalUnion,
  type Intervals,
  NO_TIME,
  joined,
  lengthOf,
  unionOf,
  without as withoutTimes
} from '../slices/intervals';
import type { TimeWindow } from '../slices/window';
import { type TestRun, testRun } from '../slices/testRun';
import { Importing, importingStacks } from './moduleLoading';
import { ownRows } from './ownFrames';

/** A profile without the start-up of its program, and the way back to the times of the whole. */
interface ProgramPart {
  readonly profile: Profile;
  /** When the program started up, nanoseconds from the origin of the whole. */
  readonly startUp: Intervals;
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
  const stretches = [...rowsWhere(samples.length, isWanted)].map((row): Stretch => {
    const waits = coreWaits(profile, samples.track[row]) ?? NO_TIME;
    return [samples.time[row], afterCoreWait(waits, samples.time[row] + samples.weight[row])];
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
  const { startUp } = profile.meta;
  if (startUp === undefined) return { profile, startUp: NO_TIME };
  const times = startUpTimes(profile, startUp);
  return { profile: without(profile, startUp, times), startUp: times };
}

function timeOfWhole(startUp: Intervals, atNs: number): number {
  let time = atNs;
  for (let at = 0; at < startUp.length && startUp[at] <= time; at += 2) {
    time += startUp[at + 1] - startUp[at];
  }
  return time;
}

function startUpTimes(profile: Profile, { runs }: StartUp): Intervals {
  const importing = importingStacks(profile);
  const own = ownRows(profile);
  const stretches = runs.flatMap(run => [
    [run.fromNs, run.untilNs] as const,
    ...loadingTimes(profile, run, { importing, ownRows: own })
  ]);
  const loading = unionOf(stretches.sort((a, b) => a[0] - b[0]));
  return withoutTimes(loading, rangeTimes(profile));
}

/** When a range was open: whoever measures what a package takes to load wants to see it. */
function rangeTimes({ slices, labels, strings }: Profile): Intervals {
  const category = strings.indexOf(RANGE_CATEGORY);
  const isRange = Uint8Array.from(labels.category, each => Number(each === category));
  const union = new IntervalUnion();
  // in order of time
  for (let row = 0; row < slices.length; row++) {
    const start = slices.start[row];
    if (isRange[slices.label[row]] === 1) union.add(start, start + slices.duration[row]);
  }
  return union.toIntervals();
}

type Stretch = readonly [fromNs: number, toNs: number];

/** For each stack one of {@link Importing}, and the row of the innermost function of the user's or -1. */
interface LoadingStacks {
  readonly importing: Uint8Array;
  readonly ownRows: Int32Array;
}

/**
 * When packages were loaded after the program's own code had begun, with what the thread waited for a core then. A thread
 * that blocks while it loads one is no thread that waits for events: it goes on in the same module.
 */
function loadingTimes(
  profile: Profile,
  { pid, untilNs }: StartUpRun,
  { importing, ownRows }: LoadingStacks
): Stretch[] {
  const { samples, tracks } = profile;
  const track = tracks.findIndex(each => each.kind === 'thread' && each.pid === pid);
  const waits = coreWaits(profile, track) ?? NO_TIME;
  const awaited = new IntervalLengths(awaitTimes(profile, track));
  const found: Stretch[] = [];
  let blocked: Stretch | null = null;
  let hasWaited = false;
  let [lastState, lastOwn]: [number, number] = [Importing.loadingAlone, -1];
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row];
    if (samples.track[row] !== track || samples.time[row] < untilNs) continue;
    const endNs = samples.time[row] + samples.weight[row];
    const stretch = [samples.time[row], afterCoreWait(waits, endNs)] as const;
    if (stack < 0) {
      blocked = [blocked?.[0] ?? stretch[0], stretch[1]];
      hasWaited ||= awaited.within(...stretch) > 0;
      continue;
    }
    const [state, own] = [importing[stack], ownRows[stack]];
    const isBlocked = isOneLoad({ lastState, state, isSame: own === lastOwn, hasWaited });
    if (blocked !== null && isBlocked) found.push(blocked);
    hasWaited ||= blocked !== null && !isBlocked;
    blocked = null;
    [lastState, lastOwn] = [state, own];
    const isLoading = state === Importing.loadingAlone ? !hasWaited : state === Importing.loading;
    if (isLoading) found.push(stretch);
  }
  return found;
}

/** When a thread waited at an `await` of the user's. */
function awaitTimes(profile: Profile, track: number): Intervals {
  const { slices, labels, strings } = profile;
  const rows = waitRows(profile, track).filter(
    row => strings[labels.name[slices.label[row]]] !== EVENT_LOOP_WAIT
  );
  return timesOf(slices, rows);
}

/** Whether a thread that was in `lastState` and is in `state` now can only have loaded a package meanwhile. */
function isOneLoad(between: {
  readonly lastState: number;
  readonly state: number;
  /** Whether both are in the same module of the user's. */
  readonly isSame: boolean;
  readonly hasWaited: boolean;
}): boolean {
  const { lastState, state, isSame, hasWaited } = between;
  if (lastState === Importing.loading) return isSame;
  return lastState === Importing.loadingAlone && state !== Importing.no && !hasWaited;
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
  return {
    ...profile,
    ...slicesWithout(profile, clock),
    meta: { ...meta, durationNs, overheadNs },
    samples: { ...rowsOf(samples, sampled.rows), time, weight },
    counters: counters.map(series => momentsWithout(series, clock)),
    instants: momentsWithout(instants, clock),
    allocations: momentsWithout(profile.allocations, clock),
    lineTotals: linesWithout(profile, lines, durationNs)
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

function slicesWithout(
  { slices, args, flows, sliceStacks }: Profile,
  clock: Clock
): Pick<Profile, 'slices' | 'args' | 'flows' | 'sliceStacks'> {
  const { rows, ...times } = lasting(slices.start, slices.duration, clock);
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
    slices: { ...left, ...times, parent },
    args: { ...leftArgs, slice: renumbered(leftArgs.slice) },
    sliceStacks: { ...leftStacks, slice: renumbered(leftStacks.slice) },
    flows: { ...leftFlows, from: renumbered(leftFlows.from), to: renumbered(leftFlows.to) }
  };
}

/** Lines of libraries have no times of their own: of them it is not known what was start-up. */
function linesWithout(
  { lineTotals, strings }: Profile,
  lines: StartUp['lines'],
  durationNs: number
): LineTotalTable {
  const loading = new Map(lines.map(line => [`${line.line} ${line.file}`, line]));
  const less = (column: Float64Array, key: 'ownNs' | 'totalNs'): Float64Array =>
    column.map((ns, row) => {
      const name = `${lineTotals.line[row]} ${strings[lineTotals.file[row]]}`;
      return Math.max(0, ns - (loading.get(name)?.[key] ?? 0));
    });
  const { own, total, self } = lineTotals;
  const atMost = (ns: number, row: number): number =>
    own[row] > 0 ? ns : Math.min(ns, durationNs);
  return {
    ...lineTotals,
    own: less(own, 'ownNs'),
    self: self.map(atMost),
    total: less(total, 'totalNs').map(atMost)
  };
}
