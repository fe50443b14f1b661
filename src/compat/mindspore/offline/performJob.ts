import { profileSteps } from '../../../analysis';
import { messageOf } from '../../../base/errors';
import type { Profile } from '../../../model/profile/profile';
import { analyseCycle } from '../outputTree/analyseDirectory';
import { readCycle } from '../outputTree/readCycle';
import type { AnalyseJob, AnalyseReply } from './analyseJob';
import { cycleRows } from './cycleRows';

/** Does one job, in a worker thread. Nothing is thrown: what goes wrong is the answer. */
export function performJob(job: AnalyseJob): AnalyseReply {
  try {
    return job.isOneOfMany ? analyseOfMany(job) : analyseAlone(job);
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error) };
  }
}

function analyseAlone({ directory, options }: AnalyseJob): AnalyseReply {
  const analysed = analyseCycle(directory, readCycle(directory), options);
  return { kind: 'done', analysed, rows: null };
}

function analyseOfMany({ directory, options }: AnalyseJob): AnalyseReply {
  const cycle = readCycle(directory);
  const stepList = stepsWithin(cycle.profile, options.stepList);
  if (stepList?.length === 0) {
    return { kind: 'skipped', reason: 'it has none of the requested steps' };
  }
  const rows = cycleRows(cycle.profile, stepList);
  return { kind: 'done', analysed: analyseCycle(directory, cycle, { ...options, stepList }), rows };
}

/** Those of the wanted steps that a profile has. */
function stepsWithin(profile: Profile, wanted: readonly number[] | null): readonly number[] | null {
  if (wanted === null) return null;
  const recorded = new Set(profileSteps(profile).map(({ number }) => number));
  return wanted.filter(number => recorded.has(number));
}
