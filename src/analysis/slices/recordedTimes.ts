import { LOOP_TURN_CATEGORY, WAITING_CATEGORY, CORE_WAIT } from '../../model/profile/categories';
import { growing } from '../../model/profile/columns';
import type { Profile, CounterSeries } from '../../model/profile/profile';
import {
  type Intervals,
  NO_TIME,
  joined,
  unionOf,
  without,
  IntervalLengths,
  lengthOf,
  lengthWithin
} from './intervals';
import { oncePer } from '../../base/oncePer';
import { partitionPoint } from '../../base/partitionPoint';
import { threadsOfTracks } from './recordedThreads';
import type { TimeWindow } from './window';

/**
 * When the thread of `track` waited for a core while it had something to run; null where that is not known. Code does
 * not run then: no sample stands for it, but slices last.
 */
export function coreWaits(profile: Profile, track: number): Intervals | null {
  const all = intervalsOf(profile.counters);
  return all.get(track) ?? null;
}

/**
 * The time for which the threads of `tracks`, all unless given, waited for a core, nanoseconds: the sum of theirs;
 * undefined where it is known of none.
 */
export function coreWaitNs(
  profile: Profile,
  tracks: readonly number[] | null = null,
  window: TimeWindow | null = null
): number | undefined {
  const known = [...intervalsOf(profile.counters)].filter(
    ([track]) => tracks?.includes(track) ?? true
  );
  if (known.length === 0) return undefined;
  return known.reduce((sum, [, waits]) => sum + lengthIn(waits, window), 0);
}

/** The end of the wait for a core that begins at a moment, else that moment. */
export function afterCoreWait(waits: Intervals, atNs: number): number {
  const next = partitionPoint(0, waits.length / 2, wait => waits[2 * wait + 1] <= atNs);
  return waits[2 * next] <= atNs + ROUNDING_NS ? waits[2 * next + 1] : atNs;
}

/** Times are sums of others. */
const ROUNDING_NS = 1;

/**
 * How long each slice of `rows` took without the time for which its thread waited for a core, nanoseconds: what can be
 * compared on a busy machine. All of its duration where waits are not known.
 */
export function unqueuedDurations(profile: Profile, rows: Uint32Array): Float64Array {
  const { slices, tracks } = profile;
  const threads = threadsOfTracks(tracks);
  const waits = new Map(
    [...intervalsOf(profile.counters)].map(([track, each]) => [track, new IntervalLengths(each)])
  );
  return Float64Array.from(rows, row => {
    const [from, ns] = [slices.start[row], slices.duration[row]];
    return ns - (waits.get(threads[slices.track[row]])?.within(from, from + ns) ?? 0);
  });
}

function lengthIn(waits: Intervals, window: TimeWindow | null): number {
  return window === null ? lengthOf(waits) : lengthWithin(waits, window.fromNs, window.toNs);
}

const intervalsOf = oncePer(
  (counters: Profile['counters']): ReadonlyMap<number, Intervals> =>
    new Map(counters.filter(isCoreWait).map(each => [each.track, waitsOf(each)]))
);

function isCoreWait({ name, category }: CounterSeries): boolean {
  return name === CORE_WAIT.name && category === CORE_WAIT.category;
}

function waitsOf({ time, value }: CounterSeries): Intervals {
  if (!value.some(ns => ns > 0)) return NO_TIME;
  return unionOf(Array.from(time, (from, row) => [from, from + Math.max(0, value[row])]));
}

/** Rows of the slices in which the thread of `track` waited, in order of start. */
export function waitRows(profile: Profile, track: number): Uint32Array {
  return rowsBeside(profile, track, [WAITING_CATEGORY]);
}

/** The same with the turns of its event loop in which it did not wait: between any two of them code ran without a pause. */
export function turnRows(profile: Profile, track: number): Uint32Array {
  return rowsBeside(profile, track, [WAITING_CATEGORY, LOOP_TURN_CATEGORY]);
}

function rowsBeside(
  { slices, tracks, labels, strings }: Profile,
  track: number,
  categories: readonly string[]
): Uint32Array {
  const isWait = tracks.map(({ kind, parent }) => kind === 'waiting' && parent === track);
  return rowsOnTracks(slices, isWait).filter(row =>
    categories.includes(strings[labels.category[slices.label[row]]])
  );
}

/**
 * Rows of the garbage collections of the thread of `track`, in order of start; null where it is not known
 * whose they are: recordings of old versions have those of a process and of its workers on one track.
 */
export function collectionRows({ slices, tracks }: Profile, track: number): Uint32Array | null {
  const owners = tracks.map(({ kind, pid, parent }) => {
    if (kind !== 'gc') return NOBODYS;
    const above = parent < 0 ? undefined : tracks[parent].kind;
    if (above === 'thread' || above === 'worker') return parent === track ? OURS : NOBODYS;
    if (track < 0) return OURS;
    if (pid !== tracks[track].pid) return NOBODYS;
    return tracks.some(each => each.kind === 'worker' && each.pid === pid) ? ANYBODYS : OURS;
  });
  if (owners.includes(ANYBODYS)) return null;
  return rowsOnTracks(
    slices,
    owners.map(owner => owner === OURS)
  );
}

const [NOBODYS, OURS, ANYBODYS] = [0, 1, 2];

/** The garbage collections of the profiled thread. */
export interface CollectionTimes {
  readonly count: number;
  readonly times: Intervals;
}

/**
 * When the thread of `track` collected garbage, without the times for which it waited for a core meanwhile; null where it
 * is not known whose collections they are. It is more than its samples show, as it also waits for threads that help it.
 */
export function collectingTimes(profile: Profile, track: number): Intervals | null {
  const rows = collectionRows(profile, track);
  return rows && without(timesOf(profile.slices, rows), coreWaits(profile, track) ?? NO_TIME);
}

/** Those of the profiled thread, of `profiledTracks`; null where it is not known whose they are. */
export function collectionTimes(
  profile: Profile,
  threads: readonly number[]
): CollectionTimes | null {
  const times = threads.map(track => collectingTimes(profile, track));
  const known = times.filter(each => each !== null);
  if (known.length < times.length) return null;
  const counts = threads.map(track => collectionRows(profile, track)?.length ?? 0);
  return {
    count: counts.reduce((sum, each) => sum + each, 0),
    times: known.reduce(joined, NO_TIME)
  };
}

/** When the profiled thread waited, of `profiledTracks`. */
export function waitTimes(profile: Profile, threads: readonly number[]): Intervals {
  return threads
    .map(track => timesOf(profile.slices, waitRows(profile, track)))
    .reduce(joined, NO_TIME);
}

/** Rows of the slices on the wanted tracks: of a few among very many, as a rule. */
function rowsOnTracks(
  { length, track }: Profile['slices'],
  isWanted: readonly boolean[]
): Uint32Array {
  const rows = growing.uint32();
  if (!isWanted.includes(true)) return rows.toColumn();
  const wanted = Uint8Array.from(isWanted, Number);
  for (let row = 0; row < length; row++) if (wanted[track[row]] === 1) rows.push(row);
  return rows.toColumn();
}

/** When any of the slices of `rows` ran. */
export function timesOf({ start, duration }: Profile['slices'], rows: Uint32Array): Intervals {
  if (rows.length === 0) return NO_TIME;
  return unionOf(Array.from(rows, row => [start[row], start[row] + duration[row]]));
}
