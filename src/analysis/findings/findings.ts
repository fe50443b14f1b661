import type { Finding } from '../../model/output/findings';
import { MAX_FINDINGS } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { eventLoop } from './eventLoop';
import type { FindingContext, FindingSearch } from './findingContext';
import { garbage } from './garbage';
import { gpuIdle } from './gpuIdle';
import { hotCode } from './hotCode';
import { memoryGrowth } from './memoryGrowth';
import { fewSamples, overhead } from './recordingCost';
import { profiledTrack, sampleUses } from './sampleUses';
import { sliceFindings } from './sliceFindings';
import { timeShares } from './timeShares';
import { waiting } from './waiting';

const SEARCHES: readonly FindingSearch[] = [
  hotCode,
  garbage,
  waiting,
  eventLoop,
  sliceFindings,
  gpuIdle,
  memoryGrowth,
  overhead,
  fewSamples
];

/**
 * What is worth knowing about a profile, most important first, {@link MAX_FINDINGS} at most; empty if
 * nothing stands out. Computed from the profile alone.
 */
export function findings(profile: Profile): readonly Finding[] {
  const wallNs = profile.meta.durationNs;
  if (!(wallNs > 0)) return [];
  const track = profiledTrack(profile);
  const uses = sampleUses(profile, track);
  const context: FindingContext = { profile, track, uses, wallNs, shares: timeShares(profile) };
  return SEARCHES.flatMap(search => search(context))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_FINDINGS)
    .map(({ finding }) => finding);
}
