import { FACT_FINDINGS } from '../../facts/table';
import {
  type Finding,
  type FindingKind,
  type Findings,
  MAX_FINDINGS,
  isRemark
} from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { allocator } from './allocator';
import { coreWaitNs } from '../slices/coreWaits';
import { profiledTracks } from '../slices/recordedThreads';
import { timeOf } from '../slices/scopedTime';
import { programPart, windowOfWhole } from '../stacks/programPart';
import { eventLoop } from './eventLoop';
import type { CauseSearch, FindingSearch, RankedFinding } from './findingContext';
import { garbage } from './garbage';
import { gpuIdle } from './gpuIdle';
import { hotCode } from './hotCode';
import { memoryGrowth } from './memoryGrowth';
import { busyMachine, fewSamples, overhead } from './recordingCost';
import { requests } from './requests';
import { sampleUses } from './sampleUses';
import { sliceFindings } from './sliceFindings';
import { sharesOfAll, timeShares } from './timeShares';
import { waiting } from './waiting';

const factFindings: FindingSearch = ({ profile }) =>
  FACT_FINDINGS.flatMap(({ search }) => search(profile.meta));

const SEARCHES: readonly FindingSearch[] = [
  requests,
  hotCode,
  garbage,
  waiting,
  eventLoop,
  sliceFindings,
  gpuIdle,
  memoryGrowth,
  allocator,
  factFindings,
  busyMachine,
  overhead,
  fewSamples
];

/** Looks for no causes, as where the parser of code is not loaded. */
const NO_CAUSES: CauseSearch = () => null;

/**
 * The findings of a profile and its time by use, computed from the profile alone; without known causes of hot lines
 * unless there is a search for those, see `findingsWithCauses`.
 */
export function profileFindings(whole: Profile, findCause: CauseSearch = NO_CAUSES): Findings {
  const profile = programPart(whole);
  const threads = profiledTracks(profile);
  const uses = sampleUses(profile, threads);
  const shares = timeShares(profile, threads, uses);
  const wallNs = profile.meta.durationNs;
  const ofAll = sharesOfAll(profile, threads, shares);
  if (!(wallNs > 0)) return { findings: [], shares: ofAll };
  const wholes = { thread: timeOf('thread', wallNs), run: timeOf('run', wallNs) };
  const queuedNs = Math.min(coreWaitNs(profile, threads) ?? 0, MOST_QUEUED * wallNs);
  const unqueued = 1 - queuedNs / wallNs;
  const context = { profile, threads, uses, shares, whole: wholes, unqueued, findCause };
  const found = SEARCHES.flatMap(search => search(context)).sort(
    (a, b) => tierOf(a.finding) - tierOf(b.finding) || b.weight - a.weight
  );
  const isOfMain = shares !== null && shares !== ofAll && areMain(profile, threads);
  return {
    findings: shownOf(found).map(each => inWhole(whole, each)),
    shares: ofAll,
    ...(isOfMain && { mainShares: shares })
  };
}

function areMain({ tracks }: Profile, threads: readonly number[]): boolean {
  return threads.every(track => tracks[track].kind === 'thread');
}

/** The first of some findings, in their order, and all remarks: none of a line gives way to another kind. */
function shownOf(found: readonly RankedFinding[]): readonly Finding[] {
  const findings = found.map(({ finding }) => finding);
  const lines = findings.filter(({ kind }) => kind === 'hotLine').slice(0, MAX_FINDINGS);
  const others = findings.filter(each => each.kind !== 'hotLine' && !isRemark(each));
  const shown = new Set([...lines, ...others.slice(0, MAX_FINDINGS - lines.length)]);
  return findings.filter(each => shown.has(each) || isRemark(each));
}

/** However busy the machine was, something is left for code. */
const MOST_QUEUED = 0.99;

/** A finding in the program's part, with its window in all of the profile. */
function inWhole(profile: Profile, finding: Finding): Finding {
  const { target } = finding;
  if (target.window === null) return finding;
  return { ...finding, target: { ...target, window: windowOfWhole(profile, target.window) } };
}

/** Kinds of findings that come after those about code, in this order; remarks come last of all. */
const LAST: readonly (readonly FindingKind[])[] = [
  ['waiting', 'gpuIdle'],
  ['memory', 'allocations'],
  FACT_FINDINGS.map(({ kind }) => kind)
];

/** 0 for what code does; see {@link LAST} for the others. */
function tierOf(finding: Finding): number {
  if (isRemark(finding)) return 1 + LAST.length;
  return 1 + LAST.findIndex(kinds => kinds.includes(finding.kind));
}
