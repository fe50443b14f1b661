import { oncePer } from '../../base/oncePer';
import { EVENT_LOOP_WAIT, RANGE_CATEGORY } from '../../model/profile/categories';
import { rowsWhere } from '../../model/profile/columns';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import { FrameKind, type LineTotalTable, type Profile } from '../../model/profile/profile';
import type { StartUp, StartUpRun } from '../../facts/startUp';
import { timesOf, waitRows, afterCoreWait, coreWaits } from '../slices/recordedTimes';
import { threadsOfTracks } from '../slices/recordedThreads';
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
import { Importing, importingStacks, loaderThreads } from './moduleLoading';
import { withoutThreads, withoutTime } from './leftOut';
import { ownRows } from './ownFrames';

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
  return without(profile, [], others);
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
  const part = without(profile, profile.meta.startUp?.lines ?? [], startUp);
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
  const loaders = loaderThreads(profile);
  const own =
    loaders.size > 0 ? withoutThreads(profile, loaders, threadsOfTracks(profile.tracks)) : profile;
  const part = without(own, startUp.lines, times);
  if (startUp.runs.length === 0 || hasOwnCode(part)) return { profile: part, startUp: times };
  const all = Float64Array.of(0, durationNs);
  return { profile: without(own, startUp.lines, all), startUp: all, isOver: true };
}

function without(profile: Profile, lines: StartUp['lines'], times: Intervals): Profile {
  return withoutTime(withStartUp(profile), lines, times);
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

function timeOfWhole(startUp: Intervals, atNs: number): number {
  let time = atNs;
  for (let at = 0; at < startUp.length && startUp[at] <= time; at += 2) {
    time += startUp[at + 1] - startUp[at];
  }
  return time;
}

/** When a program started up: until its own code began, and while its top level had packages loaded after that. */
function startUpTimes(profile: Profile, { runs }: StartUp): Intervals {
  const importing = importingStacks(profile);
  const known = { importing, ownRows: ownRows(profile), isNowhere: nowhereStacks(profile) };
  const stretches = runs.flatMap(run => [
    [run.fromNs, run.untilNs] as const,
    ...loadingTimes(profile, run, known)
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

/** Facts about stacks, by their rows. */
interface LoadingStacks {
  /** One of {@link Importing}. */
  readonly importing: Uint8Array;
  /** The row of the innermost function of the user's, or -1. */
  readonly ownRows: Int32Array;
  /** 1 where V8 was in no function, which says nothing of the code that runs. */
  readonly isNowhere: Uint8Array;
}

/**
 * When packages were loaded after the program's own code had begun, with what the thread waited for a core then. A thread
 * that blocks while it loads one is no thread that waits for events: it goes on in the same module.
 */
function loadingTimes(
  profile: Profile,
  { pid, untilNs }: StartUpRun,
  { importing, ownRows, isNowhere }: LoadingStacks
): Stretch[] {
  const { samples, tracks } = profile;
  const track = tracks.findIndex(each => each.kind === 'thread' && each.pid === pid);
  const waits = coreWaits(profile, track) ?? NO_TIME;
  const awaited = new IntervalLengths(awaitTimes(profile, track));
  const found: Stretch[] = [];
  let blocked: Stretch | null = null;
  let [hasIdled, hasWaited] = [false, false];
  let [lastState, lastOwn]: [number, number] = [Importing.loadingAlone, -1];
  const isLater = (row: number): boolean =>
    samples.track[row] === track && samples.time[row] >= untilNs;
  for (const row of rowsWhere(samples.length, isLater)) {
    const stack = samples.stack[row];
    const endNs = samples.time[row] + samples.weight[row];
    const stretch = [samples.time[row], afterCoreWait(waits, endNs)] as const;
    if (stack < 0 || isNowhere[stack] === 1) {
      hasIdled ||= stack < 0;
      blocked = [blocked?.[0] ?? stretch[0], stretch[1]];
      hasWaited ||= awaited.within(...stretch) > 0;
      continue;
    }
    const [state, own] = [importing[stack], ownRows[stack]];
    const isBlocked = isOneLoad({ lastState, state, isSame: own === lastOwn, hasWaited });
    if (blocked !== null && isBlocked) found.push(blocked);
    hasWaited ||= hasIdled && !isBlocked;
    [blocked, hasIdled] = [null, false];
    [lastState, lastOwn] = [state, own];
    const isLoading = state === Importing.loadingAlone ? !hasWaited : state === Importing.loading;
    if (isLoading) found.push(stretch);
  }
  return found;
}

function nowhereStacks({ stacks, frames }: Profile): Uint8Array {
  return Uint8Array.from(stacks.frame, (frame, row) =>
    Number(stacks.prefix[row] < 0 && NOWHERE.includes(frames.kind[frame]))
  );
}

const NOWHERE: readonly number[] = [FrameKind.program, FrameKind.gc];

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
