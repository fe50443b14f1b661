import { partitionPoint } from '../../base/partitionPoint';
import { MEMORY_COUNTERS } from '../../model/profile/memoryCounters';
import type { CounterSeries } from '../../model/profile/profile';
import type { TimeWindow } from '../slices/window';
import { NO_FRAME } from '../stacks/ownFrames';
import { greatestGrowth } from './grownMemory';
import { type FindingContext, functionFacts, type RankedFinding } from './findingContext';
import { greatest } from './sampleUses';

/** A smaller rise is not worth a sentence, bytes: garbage may take as much. */
const MIN_RISE = 300_000_000;

/** A greater part of the rise is told as growth, where it stayed. */
const MOST_KEPT = 0.5;

/** From such a part of the rise below the peak on it counts as reached. */
const NEARLY = 0.05;

/** The part of the rise that must have come while one function ran, for that to be told. */
const MOST = 0.5;

/**
 * The peak of the memory of the process, where that is much and is not known to have been kept, as of a queue that was
 * worked off by the end.
 */
export function memoryPeak(context: FindingContext): readonly RankedFinding[] {
  const { profile } = context;
  const series = residentSize(context);
  if (series === undefined || series.value.length === 0) return [];
  const { time, value } = series;
  const peakBytes = value.reduce((most, bytes) => Math.max(most, bytes), 0);
  const risenBytes = peakBytes - value[0];
  const isKept = (greatestGrowth(profile)?.grownBytes ?? 0) > MOST_KEPT * risenBytes;
  if (risenBytes < MIN_RISE || isKept) return [];
  const top = value.findIndex(bytes => bytes >= peakBytes - NEARLY * risenBytes);
  const most = greatest(risesUntil(context, series, top));
  const isOfOne = most !== null && most.value > MOST * risenBytes;
  const finding = {
    kind: 'memoryPeak',
    ...{ share: null, low: null, high: null },
    facts: {
      ...{ peakBytes, risenBytes, atNs: time[top], lastBytes: value[value.length - 1] },
      ...functionFacts(profile, isOfOne ? most.key : NO_FRAME)
    },
    target: { view: 'memory', selection: null, window: null }
  } as const;
  return [{ finding, weight: 0 }];
}

/** The curve of the profiled thread's process, or else the first. */
function residentSize({ profile, threads }: FindingContext): CounterSeries | undefined {
  const all = profile.counters.filter(({ name }) => name === MEMORY_COUNTERS.rss);
  return all.find(({ track }) => threads.includes(track)) ?? all[0];
}

/** How much memory rose while each of the user's functions ran, up to a row of its curve; bytes by frame. */
function risesUntil(
  context: FindingContext,
  { time, value }: CounterSeries,
  top: number
): ReadonlyMap<number, number> {
  const rises = new Map<number, number>();
  for (let row = 1; row <= top; row++) {
    const most = greatest(timesWithin(context, { fromNs: time[row - 1], toNs: time[row] }));
    if (most === null) continue;
    rises.set(most.key, (rises.get(most.key) ?? 0) + value[row] - value[row - 1]);
  }
  return rises;
}

/** The time of samples of each function of the user's own that were taken in a window, by its frame. */
function timesWithin(
  { profile: { samples }, uses: { rows, own } }: FindingContext,
  { fromNs, toNs }: TimeWindow
): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let at = partitionPoint(0, rows.length, each => samples.time[rows[each]] < fromNs);
  for (; at < rows.length && samples.time[rows[at]] < toNs; at++) {
    times.set(own[at], (times.get(own[at]) ?? 0) + samples.weight[rows[at]]);
  }
  times.delete(NO_FRAME);
  return times;
}
