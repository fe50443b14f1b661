import type { TimeShares } from '../../model/output/findings';
import { WAITING_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { busyTimes } from '../gpu/busyTimes';
import { gpuWork } from '../gpu/gpuWork';
import type { Intervals } from '../slices/intervals';
import { lengthOf, lengthWithin, NO_TIME, unionOf } from '../slices/intervals';
import { profiledTrack, sampleUses, Use } from './sampleUses';

/**
 * What the wall time of the profiled thread was used for; null if its stack was not sampled. Garbage
 * collections count as they were recorded, everything else by the samples.
 */
export function timeShares(profile: Profile): TimeShares | null {
  const uses = sampleUses(profile, profiledTrack(profile));
  if (uses.rows.length === 0) return null;
  const collections = collectionTimes(profile);
  const gpu = gpuTimes(profile);
  const sums = new Float64Array(6);
  uses.rows.forEach((row, at) => {
    const from = profile.samples.time[row];
    const to = from + profile.samples.weight[row];
    const gcNs = lengthWithin(collections, from, to);
    const isFree = uses.use[at] === Use.waiting || uses.use[at] === Use.native;
    const gpuNs = isFree ? Math.min(to - from - gcNs, lengthWithin(gpu, from, to)) : 0;
    sums[Use.gc] += gcNs;
    sums[GPU] += gpuNs;
    sums[uses.use[at]] += to - from - gcNs - gpuNs;
  });
  const wallNs = profile.meta.durationNs;
  const scale = uses.wholeNs > 0 ? wallNs / Math.max(uses.wholeNs, wallNs) : 1;
  const ns = (use: number): number => sums[use] * scale;
  const unseenNs = Math.max(0, wallNs - uses.wholeNs);
  return {
    userNs: ns(Use.user),
    libraryNs: ns(Use.library),
    nativeNs: ns(Use.native) + unseenNs,
    gcNs: ns(Use.gc),
    waitingNs: ns(Use.waiting),
    gpuNs: ns(GPU)
  };
}

/** After the numbers of {@link Use}. */
const GPU = 5;

/** When the garbage of the profiled thread was collected. */
export function collectionTimes({ slices, tracks }: Profile): Intervals {
  const isGc = tracks.map(({ kind }) => kind === 'gc');
  return timesOf(slices, row => isGc[slices.track[row]]);
}

/** When the profiled thread waited, by what it recorded of that. */
export function waitTimes({ slices, tracks, labels, strings }: Profile, track: number): Intervals {
  const isWait = tracks.map(({ kind, parent }) => kind === 'waiting' && parent === track);
  const counts = (row: number): boolean =>
    isWait[slices.track[row]] && strings[labels.category[slices.label[row]]] === WAITING_CATEGORY;
  return timesOf(slices, counts);
}

function timesOf({ length, start, duration }: Profile['slices'], counts: (row: number) => boolean) {
  const stretches: [number, number][] = [];
  for (let row = 0; row < length; row++) {
    if (counts(row)) stretches.push([start[row], start[row] + duration[row]]);
  }
  return stretches.length === 0 ? NO_TIME : unionOf(stretches);
}

/** When any GPU worked. */
function gpuTimes(profile: Profile): Intervals {
  const work = gpuWork(profile);
  if (work.rows.length === 0) return NO_TIME;
  const stretches = busyTimes(profile, work).flatMap(({ all }) => pairsOf(all));
  return unionOf(stretches.sort((a, b) => a[0] - b[0]));
}

function pairsOf(intervals: Intervals): [number, number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < intervals.length; at += 2) pairs.push([intervals[at], intervals[at + 1]]);
  return pairs;
}

/** The total length of {@link collectionTimes}. */
export function collectionNs(profile: Profile): number {
  return lengthOf(collectionTimes(profile));
}
