import { EVENT_LOOP_CATEGORY, EVENT_LOOP_LAG } from '../../model/profile/categories';
import { NS_PER_MS } from '../../base/time';
import type { Profile } from '../../model/profile/profile';
import { type Intervals, NO_TIME, lengthOf, lengthWithin, unionOf } from '../slices/intervals';
import type { TimeWindow } from '../slices/window';
import { timesOf, turnRows, coreWaits } from '../slices/recordedTimes';

/** Shorter delays of timers and input are not noticed. */
const MIN_BLOCK_NS = 100 * NS_PER_MS;

/** Waits that make a program one that answers events. */
const MIN_WAITS = 8;

/** A block takes so many times as long as code between two waits usually does. */
const UNUSUAL = 5;

/**
 * When the thread of `track` ran code without a pause while there were events to answer: stretches between
 * two waits that are much longer than most, and delays of a timer where those were sampled. The time for which it waited
 * for a core makes none long. None in a program that does not wait. In order of time.
 */
export function eventLoopBlocks(profile: Profile, track: number): TimeWindow[] {
  const rows = turnRows(profile, track);
  const waits = timesOf(profile.slices, rows);
  if (waits.length < 2 || lengthOf(waits) === 0) return [];
  const queued = coreWaits(profile, track) ?? NO_TIME;
  return joined([
    ...lateTimes(profile, track, queued),
    ...unusualTimes(waits, rows.length, queued)
  ]);
}

/** Blocks that are seen in two ways are one. */
function joined(blocks: readonly TimeWindow[]): TimeWindow[] {
  const stretches = blocks.map(({ fromNs, toNs }) => [fromNs, toNs] as const);
  const union = unionOf(stretches.sort((a, b) => a[0] - b[0]));
  return Array.from({ length: union.length / 2 }, (_, at) => {
    return { fromNs: union[2 * at], toNs: union[2 * at + 1] };
  });
}

/** By the delays of a timer, where they were sampled; one that lasts all of the run blocks nothing. */
function lateTimes({ counters, meta }: Profile, thread: number, queued: Intervals): TimeWindow[] {
  const lags = counters.filter(
    ({ name, category, track }) =>
      name === EVENT_LOOP_LAG && category === EVENT_LOOP_CATEGORY && track === thread
  );
  const isBlock = (window: TimeWindow): boolean =>
    runningNs(window, queued) >= MIN_BLOCK_NS && window.toNs - window.fromNs < meta.durationNs / 2;
  return lags.flatMap(({ time, value }) =>
    Array.from(time, (toNs, row) => ({ fromNs: Math.max(0, toNs - value[row]), toNs })).filter(
      isBlock
    )
  );
}

/** By the times between waits, which come in order; most of `count` waits follow one another at once. */
function unusualTimes(waits: Float64Array, count: number, queued: Intervals): TimeWindow[] {
  if (count < MIN_WAITS) return [];
  const blocks = Array.from({ length: Math.max(0, waits.length / 2 - 1) }, (_, at) => {
    return { fromNs: waits[2 * at + 1], toNs: waits[2 * at + 2] };
  });
  const lengths = blocks.map(block => runningNs(block, queued));
  const usual = [...lengths].sort((a, b) => b - a)[Math.floor(count / 2)] ?? 0;
  return blocks.filter((_, at) => lengths[at] >= Math.max(MIN_BLOCK_NS, UNUSUAL * usual));
}

/** For how long the thread of `track` ran in a stretch, without the time for which it waited for a core. */
export function ranNs(profile: Profile, track: number, window: TimeWindow): number {
  return runningNs(window, coreWaits(profile, track) ?? NO_TIME);
}

function runningNs({ fromNs, toNs }: TimeWindow, queued: Intervals): number {
  return toNs - fromNs - lengthWithin(queued, fromNs, toNs);
}
