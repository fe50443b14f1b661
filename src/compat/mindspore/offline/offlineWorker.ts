import { parentPort } from 'node:worker_threads';
import { profileSteps } from '../../../analysis';
import { messageOf } from '../../../base/errors';
import type { Profile } from '../../../model/profile/profile';
import { analyseCycle } from '../outputTree/analyseDirectory';
import { readCycle, readCycleProfile } from '../outputTree/readCycle';
import { type AnalyseJob, NO_STEPS, type RowsReply, type TreeReply } from './outcomes';
import { type CycleRows, cycleRows, rowBuffers } from './rows/cycleRows';

parentPort?.on('message', (job: AnalyseJob) => {
  const reply = performJob(job);
  const buffers = reply.kind === 'rows' ? rowBuffers(reply.rows) : [];
  parentPort?.postMessage(reply, buffers);
});

/** Does one job, in a worker thread. Nothing is thrown: what goes wrong is the answer. */
function performJob(job: AnalyseJob): RowsReply | TreeReply {
  try {
    if (job.wanted === 'tree') return analyseAlone(job);
    return job.wanted === 'rows' ? readRows(job) : analyseOfMany(job);
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error) };
  }
}

const SKIPPED = { kind: 'skipped', reason: NO_STEPS } as const;

function analyseAlone({ directory, options }: AnalyseJob): TreeReply {
  return { kind: 'analysed', analysed: analyseCycle(directory, readCycle(directory), options) };
}

function analyseOfMany({ directory, options }: AnalyseJob): RowsReply {
  const cycle = readCycle(directory);
  const stepList = stepsWithin(cycle.profile, options.stepList);
  if (stepList?.length === 0) return SKIPPED;
  const rows = cycleRows(cycle.profile);
  const analysed = analyseCycle(directory, cycle, { ...options, stepList });
  return { kind: 'rows', analysed, rows, steps: countSteps(rows, stepList) };
}

function readRows({ directory, options }: AnalyseJob): RowsReply {
  const { profile, notes } = readCycleProfile(directory);
  const stepList = stepsWithin(profile, options.stepList);
  if (stepList?.length === 0) return SKIPPED;
  const rows = cycleRows(profile);
  return { kind: 'rows', analysed: { files: [], notes }, rows, steps: countSteps(rows, stepList) };
}

function stepsWithin(profile: Profile, wanted: readonly number[] | null): readonly number[] | null {
  if (wanted === null) return null;
  const recorded = new Set(profileSteps(profile).map(({ number }) => number));
  return wanted.filter(number => recorded.has(number));
}

/** A number that was recorded twice counts twice. */
function countSteps({ steps }: CycleRows, stepList: readonly number[] | null): number {
  if (stepList === null) return steps.step.length;
  const wanted = new Set(stepList);
  return steps.step.filter(number => wanted.has(number)).length;
}
