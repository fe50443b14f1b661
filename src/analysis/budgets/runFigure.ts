import type { BudgetUnit, RunStatistic } from '../../base/budget';
import { knownTime } from '../../model/profile/unrecordedMeta';
import {
  type BudgetSubject,
  type Measured,
  meanOfRuns,
  measured,
  PART_OF_SLICES,
  repetitionRow,
  notKnown
} from './budgetSubject';
import type { Profile } from '../../model/profile/profile';
import { gpuBusyNs } from '../gpu/busyTimes';

/** A figure of the whole run, in `unit`. */
export function runFigure(
  subject: BudgetSubject,
  statistic: RunStatistic,
  unit: BudgetUnit
): Measured {
  switch (statistic) {
    case 'wall':
      return wallOf(subject);
    case 'cpu':
      return cpuOf(subject, unit);
    case 'gpuIdle':
      return idleOf(subject);
  }
}

function wallOf(subject: BudgetSubject): Measured {
  const repeated = repetitionRow(subject);
  if (repeated === null) return measured(subject.profile.meta.durationNs);
  return meanOfRuns(repeated.total / repeated.count, repeated.count);
}

/** A profile that was made of another file knows nothing of the processor. */
function cpuOf(subject: BudgetSubject, unit: BudgetUnit): Measured {
  const { durationNs } = subject.profile.meta;
  const cpuTimeNs = knownTime(subject.profile, 'cpuTimeNs');
  if (cpuTimeNs === null) return notKnown('CPU time was not recorded');
  if (unit === 'percent') {
    return durationNs > 0
      ? measured((100 * cpuTimeNs) / durationNs)
      : notKnown('nothing was recorded');
  }
  const repeated = repetitionRow(subject);
  if (repeated === null) return measured(cpuTimeNs);
  return meanOfRuns(cpuTimeNs / repeated.count, repeated.count);
}

function idleOf({ profile, isPartial }: BudgetSubject): Measured {
  const idle = gpuIdlePercent(profile);
  if (idle === null) return notKnown('nothing was recorded on a GPU');
  if (!isPartial) return measured(idle);
  return notKnown(PART_OF_SLICES);
}

/**
 * The share of the recorded window in which nothing ran on a GPU, per cent: no slice of work on any of
 * its streams. The mean over the GPUs on which anything ran; null when there is none.
 */
function gpuIdlePercent(profile: Profile): number | null {
  const { durationNs } = profile.meta;
  const busyNs = gpuBusyNs(profile);
  return busyNs === null || !(durationNs > 0) ? null : 100 * (1 - busyNs / durationNs);
}
