import type { FindingTarget } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { FrameKind } from '../../model/profile/profile';
import { heapStacks } from '../stacks/stackWeights';
import type { FindingContext, RankedFinding } from './findingContext';
import { exactShare, functionFacts } from './findingContext';
import { greatest, NO_FRAME, ownTimes, Use } from './sampleUses';
import { collectionNs } from './timeShares';

/** Less garbage collection is usual. */
const MIN_SHARE = 0.05;

/** What garbage costs besides its collection: allocation, and code that does not fit the cache. */
const COST = 1.6;

/** The time of garbage collection, and the function that allocates most, or in which most of it was. */
export function garbage(context: FindingContext): readonly RankedFinding[] {
  const { profile, wallNs } = context;
  const timeNs = collectionNs(profile);
  const share = timeNs / wallNs;
  if (share < MIN_SHARE) return [];
  const { slices, tracks } = profile;
  const count = slices.track.reduce((sum, track) => sum + Number(tracks[track].kind === 'gc'), 0);
  const where = functionFacts(profile, allocator(context));
  const { file, line } = where;
  const target: FindingTarget =
    where.function === ''
      ? { view: 'timeline', selection: null, window: null }
      : { view: 'flame', selection: { type: 'line', file, line, costs: 'cpu' }, window: null };
  const facts = { timeNs, count, ...where };
  const finding = { kind: 'garbage', ...exactShare(share), facts, target } as const;
  return [{ finding, weight: COST * share }];
}

function allocator({ profile, uses }: FindingContext): number {
  const bytes = ownBytes(profile);
  const times = bytes.size > 0 ? bytes : ownTimes(profile, uses, use => use === Use.gc);
  return greatest(times)?.key ?? NO_FRAME;
}

/** Bytes allocated by the innermost function of the user's own code. */
export function ownBytes(profile: Profile): Map<number, number> {
  const { stacks, frames } = profile;
  const { weight } = heapStacks(profile);
  const own = new Int32Array(stacks.length).fill(NO_FRAME);
  const bytes = new Map<number, number>();
  for (let row = 0; row < stacks.length; row++) {
    const isOwn = frames.kind[stacks.frame[row]] === FrameKind.user;
    if (isOwn) own[row] = stacks.frame[row];
    else if (stacks.prefix[row] >= 0) own[row] = own[stacks.prefix[row]];
    if (own[row] === NO_FRAME || weight[row] === 0) continue;
    bytes.set(own[row], (bytes.get(own[row]) ?? 0) + weight[row]);
  }
  return bytes;
}
