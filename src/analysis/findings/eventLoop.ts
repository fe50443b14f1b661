import { EVENT_LOOP_CATEGORY, EVENT_LOOP_LAG } from '../../model/profile/categories';
import { NS_PER_MS } from '../../base/time';
import { lengthOf, unionOf } from '../slices/intervals';
import type { FindingContext, RankedFinding } from './findingContext';
import { exactShare, functionFacts } from './findingContext';
import { timesOf, waitRows } from './recordedTimes';
import { NO_FRAME } from '../stacks/ownFrames';
import { greatest, ownTimes, Use } from './sampleUses';

/** Shorter delays of timers and input are not noticed. */
const MIN_BLOCK_NS = 100 * NS_PER_MS;

/** Waits that make a program one that answers events. */
const MIN_WAITS = 8;

/** A block takes so many times as long as code between two waits usually does. */
const UNUSUAL = 5;

/** Nobody wants blocks: they come before the waiting around them. */
const WEIGHT = 0.95;

/** A stretch in which code ran without a pause, while there were events to answer. */
interface Block {
  readonly fromNs: number;
  readonly toNs: number;
}

/**
 * Code that kept the event loop from timers, input and other awaits: in a program that waits again and
 * again, stretches between two waits that are much longer than most.
 */
export function eventLoop(context: FindingContext): readonly RankedFinding[] {
  const { profile, wallNs, track } = context;
  const rows = waitRows(profile, track);
  const waits = timesOf(profile.slices, rows);
  const late = [...lateTimes(context), ...unusualTimes(waits, rows.length)];
  const blocks = joined(late);
  if (blocks.length === 0 || waits.length < 2 || lengthOf(waits) === 0) return [];
  const longest = blocks.reduce((most, each) =>
    lengthOfBlock(each) > lengthOfBlock(most) ? each : most
  );
  const { fromNs, toNs } = longest;
  const isWithin = (row: number): boolean =>
    profile.samples.time[row] >= fromNs && profile.samples.time[row] < toNs;
  const times = ownTimes(profile, context.uses, (use, row) => use !== Use.waiting && isWithin(row));
  const where = functionFacts(profile, greatest(times)?.key ?? NO_FRAME);
  const finding = {
    kind: 'eventLoop',
    ...exactShare((toNs - fromNs) / wallNs),
    facts: { longestNs: toNs - fromNs, blocks: blocks.length, ...where },
    target: { view: 'timeline', selection: null, window: longest }
  } as const;
  return [{ finding, weight: WEIGHT }];
}

/** Blocks that are seen in two ways are one. */
function joined(blocks: readonly Block[]): Block[] {
  const stretches = blocks.map(({ fromNs, toNs }) => [fromNs, toNs] as const);
  const union = unionOf(stretches.sort((a, b) => a[0] - b[0]));
  return Array.from({ length: union.length / 2 }, (_, at) => {
    return { fromNs: union[2 * at], toNs: union[2 * at + 1] };
  });
}

function lengthOfBlock({ fromNs, toNs }: Block): number {
  return toNs - fromNs;
}

/** By the delays of a timer, where they were sampled; one that lasts all of the run blocks nothing. */
function lateTimes({ profile, wallNs }: FindingContext): Block[] {
  const lags = profile.counters.filter(
    ({ name, category }) => name === EVENT_LOOP_LAG && category === EVENT_LOOP_CATEGORY
  );
  return lags.flatMap(({ time, value }) =>
    Array.from(time, (toNs, row) => ({ fromNs: Math.max(0, toNs - value[row]), toNs })).filter(
      block => lengthOfBlock(block) >= MIN_BLOCK_NS && lengthOfBlock(block) < wallNs / 2
    )
  );
}

/** By the times between waits, which come in order; most of `count` waits follow one another at once. */
function unusualTimes(waits: Float64Array, count: number): Block[] {
  if (count < MIN_WAITS) return [];
  const blocks = Array.from({ length: Math.max(0, waits.length / 2 - 1) }, (_, at) => {
    return { fromNs: waits[2 * at + 1], toNs: waits[2 * at + 2] };
  });
  const sorted = blocks.map(lengthOfBlock).sort((a, b) => b - a);
  const usual = sorted[Math.floor(count / 2)] ?? 0;
  return blocks.filter(block => lengthOfBlock(block) >= Math.max(MIN_BLOCK_NS, UNUSUAL * usual));
}
