import type { TimeShares } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { busyTimes } from '../gpu/busyTimes';
import { gpuWork } from '../gpu/gpuWork';
import { type Intervals, NO_TIME, lengthOf, lengthWithin, unionOf } from '../slices/intervals';
import { collectionTimes, coreWaitNs } from '../slices/recordedTimes';
import { type TimeOwner, packageTimes } from '../stacks/packageTimes';
import { type SampleUses, Use } from './sampleUses';

/**
 * The wall time of the profiled thread by use; null if its stack was not sampled. Its garbage collections
 * count as they were recorded, also for as long as the thread was blocked by them, everything else by the samples: those of
 * the collector also stand for code that it interrupted.
 */
export function timeShares(
  profile: Profile,
  threads: readonly number[],
  uses: SampleUses
): TimeShares | null {
  if (uses.rows.length === 0) return null;
  const sums = sumsByUse(profile, threads, uses);
  const wallNs = profile.meta.durationNs;
  const coreNs = coreWaitNs(profile, threads);
  const seenNs = uses.wholeNs + (coreNs ?? 0);
  const scale = seenNs > 0 ? wallNs / Math.max(seenNs, wallNs) : 1;
  const ns = (use: number): number => sums[use] * scale;
  const unseenNs = Math.max(0, wallNs - seenNs);
  return {
    userNs: ns(Use.user),
    libraryNs: ns(Use.library),
    nativeNs: ns(Use.native) + unseenNs,
    gcNs: ns(Use.gc),
    waitingNs: ns(Use.waiting),
    gpuNs: ns(GPU),
    ...(coreNs !== undefined && { coreWaitNs: coreNs * scale })
  };
}

/** The time of samples by {@link Use} and {@link GPU}, with all of the garbage collections. */
function sumsByUse(profile: Profile, threads: readonly number[], uses: SampleUses): Float64Array {
  const collections = collectionTimes(profile, threads)?.times ?? NO_TIME;
  const gpu = gpuTimes(profile);
  const sums = new Float64Array(6);
  const hasCollections = collections.length > 0;
  let interrupted: number = Use.native;
  uses.rows.forEach((row, at) => {
    const use = uses.use[at];
    if (use !== Use.gc && use !== Use.waiting) interrupted = use;
    const from = profile.samples.time[row];
    const to = from + profile.samples.weight[row];
    const gcNs = lengthWithin(collections, from, to);
    const isFree = use === Use.waiting || use === Use.native;
    const gpuNs = isFree ? Math.min(to - from - gcNs, lengthWithin(gpu, from, to)) : 0;
    sums[Use.gc] += gcNs;
    sums[GPU] += gpuNs;
    sums[use === Use.gc && hasCollections ? interrupted : use] += to - from - gcNs - gpuNs;
  });
  const blockedNs = Math.min(sums[Use.waiting], Math.max(0, lengthOf(collections) - sums[Use.gc]));
  sums[Use.gc] += blockedNs;
  sums[Use.waiting] -= blockedNs;
  return sums;
}

/**
 * The shares of all threads, where others than the profiled one ran too: of the same times as `packageTimes`, so that
 * code has one share everywhere. Without others, those of the profiled thread as they are.
 */
export function sharesOfAll(
  profile: Profile,
  threads: readonly number[],
  ofThread: TimeShares | null
): TimeShares | null {
  const { track, stack } = profile.samples;
  const hasOthers = track.some((each, row) => stack[row] >= 0 && !threads.includes(each));
  if (ofThread === null || !hasOthers) return ofThread;
  const { rows } = packageTimes(profile);
  const of = (...owners: readonly TimeOwner[]): number =>
    rows.reduce((sum, { owner, selfNs }) => sum + (owners.includes(owner) ? selfNs : 0), 0);
  const idleNs = of('idle');
  const gpuNs = Math.min(ofThread.gpuNs, idleNs);
  return {
    userNs: of('own'),
    libraryNs: of('package', 'library'),
    nativeNs: of('node', 'loading', 'native', 'program'),
    gcNs: of('gc'),
    waitingNs: idleNs - gpuNs,
    gpuNs,
    ...(ofThread.coreWaitNs !== undefined && { coreWaitNs: of('coreWait') })
  };
}

/** After the numbers of {@link Use}. */
const GPU = 5;

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
