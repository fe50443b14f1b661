import { FACT_FINDINGS } from '../../facts/table';
import type { Findings } from '../../model/output/findings';
import { MAX_FINDINGS } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { allocator } from './allocator';
import { profiledTracks } from '../slices/recordedThreads';
import { timeOf } from '../slices/scopedTime';
import { eventLoop } from './eventLoop';
import type { FindingSearch } from './findingContext';
import { garbage } from './garbage';
import { gpuIdle } from './gpuIdle';
import { hotCode } from './hotCode';
import { memoryGrowth } from './memoryGrowth';
import { fewSamples, overhead } from './recordingCost';
import { sampleUses } from './sampleUses';
import { sliceFindings } from './sliceFindings';
import { timeShares } from './timeShares';
import { waiting } from './waiting';

/** What facts with a part to themselves find in it. */
const factFindings: FindingSearch = ({ profile }) =>
  FACT_FINDINGS.flatMap(({ search }) => search(profile.meta));

const SEARCHES: readonly FindingSearch[] = [
  hotCode,
  garbage,
  waiting,
  eventLoop,
  sliceFindings,
  gpuIdle,
  memoryGrowth,
  allocator,
  factFindings,
  overhead,
  fewSamples
];

/** The findings of a profile and its time by use, computed from the profile alone. */
export function profileFindings(profile: Profile): Findings {
  const threads = profiledTracks(profile);
  const uses = sampleUses(profile, threads);
  const shares = timeShares(profile, threads, uses);
  const wallNs = profile.meta.durationNs;
  if (!(wallNs > 0)) return { findings: [], shares };
  const whole = { thread: timeOf('thread', wallNs), run: timeOf('run', wallNs) };
  const context = { profile, threads, uses, shares, whole };
  const findings = SEARCHES.flatMap(search => search(context))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_FINDINGS)
    .map(({ finding }) => finding);
  return { findings, shares };
}
