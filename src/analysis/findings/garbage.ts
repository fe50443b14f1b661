import type { FindingTarget } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { NO_FRAME, ownFrames } from '../stacks/ownFrames';
import { heapStacks } from '../stacks/stackWeights';
import {
  type FindingContext,
  type RankedFinding,
  exactShare,
  functionFacts
} from './findingContext';
import { lengthOf } from '../slices/intervals';
import { collectionTimes } from '../slices/recordedTimes';
import { shareOf, timeOf } from '../slices/scopedTime';
import { mostOf, ownTimes, Use } from './sampleUses';

/** Less garbage collection is usual. */
const MIN_SHARE = 0.05;

/** Garbage is a sign of what code does: lines that take more of the time come first. */
const COST = 0.7;

/** The time of the profiled thread's garbage collection, and the function that makes most of it, or in which most of that time was. */
export function garbage(context: FindingContext): readonly RankedFinding[] {
  const { profile, threads, whole, shares } = context;
  const collections = collectionTimes(profile, threads);
  if (collections === null || collections.count === 0) return [];
  const timeNs = timeOf('thread', shares?.gcNs ?? lengthOf(collections.times));
  const share = shareOf(timeNs, whole.thread);
  if (share < MIN_SHARE) return [];
  const where = functionFacts(profile, allocator(context));
  const { file, line } = where;
  const target: FindingTarget =
    where.function === ''
      ? { view: 'timeline', selection: null, window: null }
      : { view: 'flame', selection: { type: 'line', file, line, costs: 'cpu' }, window: null };
  const facts = { timeNs, count: collections.count, ...where };
  const finding = { kind: 'garbage', ...exactShare(share), facts, target } as const;
  return [{ finding, weight: COST * share }];
}

function allocator({ profile, uses }: FindingContext): number {
  const bytes = ownBytes(profile);
  const times = bytes.size > 0 ? bytes : ownTimes(profile, uses, use => use === Use.gc);
  return mostOf(times) ?? NO_FRAME;
}

/** Bytes allocated by the innermost function of the user's own code. */
function ownBytes(profile: Profile): Map<number, number> {
  const { weight } = heapStacks(profile, 'allocated');
  const own = ownFrames(profile);
  const bytes = new Map<number, number>();
  for (let row = 0; row < own.length; row++) {
    if (own[row] === NO_FRAME || weight[row] === 0) continue;
    bytes.set(own[row], (bytes.get(own[row]) ?? 0) + weight[row]);
  }
  return bytes;
}
