import { FACT_FINDINGS } from '../../facts/table';
import {
  type Finding,
  type Findings,
  TIME_SHARES,
  type TimeShares
} from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { allocator } from './allocator';
import { coreWaitNs } from '../slices/recordedTimes';
import { profiledTracks } from '../slices/recordedThreads';
import { joined, lengthOf, NO_TIME } from '../slices/intervals';
import { timeOf } from '../slices/scopedTime';
import { testRun } from '../slices/testRun';
import { programPart, windowOfWhole } from '../stacks/programPart';
import { eventLoop } from './eventLoop';
import type { CauseSearch, FindingContext, FindingSearch, RankedFinding } from './findingContext';
import { inOrder, toldOnce } from './findingOrder';
import { garbage } from './garbage';
import { gpuIdle } from './gpuIdle';
import { hotCode } from './hotCode';
import { memoryGrowth } from './memoryGrowth';
import { memoryPeak } from './memoryPeak';
import { oneAtATime } from './oneAtATime';
import { busyMachine, fewSamples, overhead } from './recordingCost';
import { requests } from './requests';
import { answeredRequests } from './requestTimes';
import { sampleUses } from './sampleUses';
import { sliceFindings } from './sliceFindings';
import { testRunner } from './testRunner';
import { sharesOfAll, timeShares } from './timeShares';
import { waiting } from './waiting';

const factFindings: FindingSearch = ({ profile }) =>
  FACT_FINDINGS.flatMap<RankedFinding>(({ search }) => search(profile.meta));

const SEARCHES: readonly FindingSearch[] = [
  requests,
  hotCode,
  garbage,
  waiting,
  oneAtATime,
  eventLoop,
  sliceFindings,
  gpuIdle,
  memoryGrowth,
  memoryPeak,
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
  if (!(wallNs > 0)) {
    const ofRunner = testRunner(whole, []).map(({ finding }) => finding);
    return { findings: ofRunner, shares: ofAll };
  }
  const wholes = { thread: timeOf('thread', wallNs), run: timeOf('run', wallNs) };
  const queuedNs = Math.min(coreWaitNs(profile, threads) ?? 0, MOST_QUEUED * wallNs);
  const unqueued = 1 - queuedNs / wallNs;
  const context = { profile, threads, uses, shares, whole: wholes, unqueued, findCause };
  const ofPart = SEARCHES.flatMap(search => search(context));
  const found = inOrder([...testRunner(whole, ofPart), ...ofPart], {
    hasLittleToAnswer: hasLittleToAnswer(context),
    unqueued
  });
  const isOfMain = areMain(profile, threads) && areDifferent(shares, ofAll);
  return {
    findings: toldOnce(found).map(each => inWhole(whole, each)),
    shares: ofAll,
    ...(isOfMain && shares && { mainShares: shares })
  };
}

function areMain({ tracks }: Profile, threads: readonly number[]): boolean {
  return threads.every(track => tracks[track].kind === 'thread');
}

/** Shares that are nearer to each other are as good as the same. */
const SAME = 0.02;

/** Whether the shares of the main thread are others than those of all threads. */
function areDifferent(ofMain: TimeShares | null, ofAll: TimeShares | null): boolean {
  if (ofMain === null || ofAll === null || ofMain === ofAll) return false;
  const sumOf = (shares: TimeShares): number =>
    TIME_SHARES.reduce((sum, key) => sum + (shares[key] ?? 0), 0);
  const [main, all] = [sumOf(ofMain), sumOf(ofAll)];
  return TIME_SHARES.some(key => {
    return Math.abs((ofMain[key] ?? 0) / main - (ofAll[key] ?? 0) / all) >= SAME;
  });
}

/** However busy the machine was, something is left for code. */
const MOST_QUEUED = 0.99;

/** A finding in the program's part, with its window in all of the profile. */
function inWhole(profile: Profile, finding: Finding): Finding {
  const { target } = finding;
  if (target.window === null) return finding;
  return { ...finding, target: { ...target, window: windowOfWhole(profile, target.window) } };
}

/** A server waited for so much of the time, and answered requests for so little, that these are no answer. */
const IDLE = 0.5;
const LITTLE = 0.25;

/** Whether a server waited most of the time, and answered requests for little of it; none that tests have begun. */
function hasLittleToAnswer(context: FindingContext): boolean {
  const { profile, shares, whole, unqueued } = context;
  if (testRun(profile) !== null) return false;
  const answered = [...answeredRequests(context).values()].map(({ times }) => times);
  const answeredNs = lengthOf(answered.reduce(joined, NO_TIME));
  const isIdle = (shares?.waitingNs ?? 0) >= IDLE * unqueued * whole.thread;
  return answeredNs > 0 && answeredNs < LITTLE * whole.thread && isIdle;
}
