import type { BundleComparison, ComparedWhole, RunningChange } from '../../model/output/comparison';
import { comparedRows } from './comparedRows';
import {
  type ComparedSide,
  comparedRun,
  repeatedMean,
  repetitionRow,
  runsOf
} from './comparedSide';
import { comparedSource } from './comparedSource';
import { comparedTree } from './comparedTree';
import { coreWaitNs } from '../slices/coreWaits';
import { profiledTracks } from '../slices/recordedThreads';
import { repetitionTimes, unqueuedTimes } from '../statistics/repetitions';
import { relativeChange } from './meanChange';
import { medianChange } from './medianChange';

/** The comparison of two profiles, bounded in its lines and calls. Times are of one run. */
export function compareProfiles(before: ComparedSide, after: ComparedSide): BundleComparison {
  return {
    before: comparedRun(before),
    after: comparedRun(after),
    whole: comparedWhole(before, after),
    ...comparedRows(before, after),
    hiddenRows: 0,
    source: comparedSource(before, after),
    tree: comparedTree(before, after)
  };
}

/** The time of a run of the whole cell in both profiles: the median, where all runs are known. */
function comparedWhole(before: ComparedSide, after: ComparedSide): ComparedWhole {
  const [beforeTimes, afterTimes] = [runTimes(before), runTimes(after)];
  if (beforeTimes !== null && afterTimes !== null) {
    const running = runningChange(before, after);
    return { ...medianChange(beforeTimes, afterTimes), ...(running && { running }) };
  }
  const [from, to] = [before, after].map(side => repeatedMean(repetitionRow(side), runsOf(side)));
  const [beforeNs, afterNs] = [wholeNs(before), wholeNs(after)];
  const isKnown = from !== null && to !== null && beforeNs > 0 && afterNs > 0;
  const interval = isKnown ? relativeChange(from, to) : UNKNOWN;
  const running = runsOf(before) + runsOf(after) > 2 ? null : singleRunningChange(before, after);
  return { beforeNs, afterNs, ...interval, ...(running && { running }) };
}

const UNKNOWN = { low: null, high: null } as const;

/** The times of all runs; null of one that was not repeated, or of which not all were kept or took time. */
function runTimes(side: ComparedSide): readonly number[] | null {
  const times = repetitionTimes(side.profile);
  const isKnown = times.length === runsOf(side) && times.every(each => each > 0);
  return isKnown && times.length > 1 ? times : null;
}

/** Waits for processors that are a smaller part of the time change no verdict. */
const LEAST_QUEUED = 0.05;

/** The change of the whole cell without waits for a processor; null where they are unknown or short. */
function runningChange(before: ComparedSide, after: ComparedSide): RunningChange | null {
  const [from, to] = [before, after].map(({ profile }) => unqueuedTimes(profile));
  if (from === null || to === null) return null;
  const isBusy =
    waitingShare(before, from) >= LEAST_QUEUED || waitingShare(after, to) >= LEAST_QUEUED;
  const isMeasured = [from, to].every(times => times.every(each => each > 0));
  return isBusy && isMeasured ? medianChange(from, to) : null;
}

/** The same of single runs. */
function singleRunningChange(before: ComparedSide, after: ComparedSide): RunningChange | null {
  const [from, to] = [before, after].map(({ profile }) => {
    const { durationNs } = profile.meta;
    const queuedNs = coreWaitNs(profile, profiledTracks(profile));
    if (queuedNs === undefined || durationNs === 0) return null;
    return {
      ranNs: Math.max(0, durationNs - queuedNs),
      isBusy: queuedNs >= LEAST_QUEUED * durationNs
    };
  });
  if (!from || !to || !(from.isBusy || to.isBusy)) return null;
  return { beforeNs: from.ranNs, afterNs: to.ranNs, ...UNKNOWN };
}

/** The share of waits for a processor in the time of all runs. */
function waitingShare({ profile }: ComparedSide, runningNs: readonly number[]): number {
  const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
  const wholeNs = sum(repetitionTimes(profile));
  return wholeNs > 0 ? 1 - sum(runningNs) / wholeNs : 0;
}

function wholeNs(side: ComparedSide): number {
  return repetitionRow(side)?.perRun?.mean ?? side.profile.meta.durationNs;
}
