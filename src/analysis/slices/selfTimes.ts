import type { Profile, SliceTable, Track } from '../../model/profile/profile';
import { enclosingOf } from './nesting';
import { runningTimes } from './runningTimes';
import type { TimeWindow } from './window';

/** The columns that {@link selfTimes} reads. */
export interface TimedSlices {
  readonly slices: Pick<SliceTable, 'length' | 'duration' | 'parent' | 'track'>;
  /** Of `enclosingSlices`. */
  readonly enclosing: Int32Array;
  readonly tracks: readonly Track[];
  /** Of `runningTimes`. */
  readonly running?: Float64Array | null;
}

/**
 * The self time of each slice, in nanoseconds: its duration minus those of the slices directly in it.
 * For a slice on an async lane the slices that it caused on its thread are subtracted, too. If the
 * running time of its code is known, waiting is not self time, and from slices that it caused on lanes
 * their running time is subtracted. Below 0 if the parts add up to more than the whole: sums are
 * clamped to 0, not their terms.
 */
export function selfTimes({
  slices,
  enclosing,
  tracks,
  running = null
}: TimedSlices): Float64Array {
  const { length, duration } = slices;
  const selfNs = duration.slice(0, length);
  for (let row = 0; row < length; row++) {
    if (isKnown(running, row)) selfNs[row] += running[row] - duration[row];
    const outer = enclosing[row];
    if (outer >= 0 && !isKnown(running, outer)) selfNs[outer] -= duration[row];
  }
  subtractFromLanes({ slices, enclosing, tracks, running }, selfNs);
  return selfNs;
}

/**
 * Subtracts the slices that async code caused on threads, and the running time of those on lanes, from
 * its self time.
 */
function subtractFromLanes(
  { slices, tracks, running = null }: TimedSlices,
  selfNs: Float64Array
): void {
  const isLane = Uint8Array.from(tracks, ({ kind }) => Number(kind === 'asyncLane'));
  if (!isLane.includes(1)) return;
  const { length, duration, parent, track } = slices;
  for (let row = 0; row < length; row++) {
    const cause = parent[row];
    if (cause < 0 || isLane[track[cause]] === 0) continue;
    if (isLane[track[row]] === 0) selfNs[cause] -= duration[row];
    else if (isKnown(running, cause) && isKnown(running, row)) selfNs[cause] -= running[row];
  }
}

function isKnown(running: Float64Array | null, row: number): running is Float64Array {
  return running !== null && !Number.isNaN(running[row]);
}

/**
 * Like {@link selfTimes}, but only for counted slices, and never negative: a slice that does not count
 * subtracts nothing from the slice around it, but counted slices within it do. 0 for all others. In a
 * window, to which slices are cut, async code counts as if it had run evenly.
 */
export function selfTimesOf(
  profile: Profile,
  counts: (slice: number) => boolean,
  window: TimeWindow | null = null
): Float64Array {
  const { slices, tracks } = profile;
  const running = runningTimes(profile)?.slice();
  const enclosing = enclosingOf(profile).slice();
  const parent = slices.parent.slice();
  const duration = new Float64Array(slices.length);
  for (let slice = 0; slice < slices.length; slice++) {
    enclosing[slice] = nearest(enclosing, slice, counts);
    parent[slice] = nearest(parent, slice, counts);
    if (counts(slice)) duration[slice] = durationWithin(slices, slice, window);
    if (!running) continue;
    const whole = slices.duration[slice];
    if (!counts(slice)) running[slice] = NaN;
    else if (whole > 0) running[slice] *= duration[slice] / whole;
  }
  const counted = { ...slices, parent, duration };
  const selfNs = selfTimes({ slices: counted, enclosing, tracks, running });
  return selfNs.map(ns => Math.max(0, ns));
}

/** The nearest row around `slice` that counts, or -1; those of the rows before it are known. */
function nearest(around: Int32Array, slice: number, counts: (slice: number) => boolean): number {
  const outer = around[slice];
  return outer < 0 || counts(outer) ? outer : around[outer];
}

function durationWithin(
  { start, duration }: SliceTable,
  slice: number,
  window: TimeWindow | null
): number {
  if (window === null) return duration[slice];
  const from = Math.max(start[slice], window.fromNs);
  const to = Math.min(start[slice] + duration[slice], window.toNs);
  return Math.max(0, to - from);
}
