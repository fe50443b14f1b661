import type { StartUp, StartUpRun } from '../../facts/startUp';
import { EVENT_LOOP_WAIT, RANGE_CATEGORY } from '../../model/profile/categories';
import { rowsWhere } from '../../model/profile/columns';
import { FrameKind, type Profile } from '../../model/profile/profile';
import { afterCoreWait, coreWaits } from '../slices/coreWaits';
import {
  IntervalLengths,
  IntervalUnion,
  type Intervals,
  NO_TIME,
  unionOf,
  without as withoutTimes
} from '../slices/intervals';
import { timesOf, waitRows } from '../slices/recordedTimes';
import { Importing, importingStacks } from './moduleLoading';
import { ownRows } from './ownFrames';

/** When a program started up: until its own code began, and while its top level had packages loaded after that. */
export function startUpTimes(profile: Profile, { runs }: StartUp): Intervals {
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

/** What is known of each stack. */
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
