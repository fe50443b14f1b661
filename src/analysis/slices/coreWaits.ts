import { oncePer } from '../../base/oncePer';
import { partitionPoint } from '../../base/partitionPoint';
import { CORE_WAIT } from '../../model/profile/categories';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import {
  IntervalLengths,
  type Intervals,
  NO_TIME,
  lengthOf,
  lengthWithin,
  unionOf
} from './intervals';
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
