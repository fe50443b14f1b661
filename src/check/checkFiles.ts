import { DEFAULT_TOLERANCE, compareTimes } from '../analysis/budgets/regressions';
import { evaluateBudgets } from '../analysis/budgets/evaluateBudgets';
import { runFigure } from '../analysis/budgets/runFigure';
import type { Budget } from '../base/budget';
import { messageOf } from '../base/errors';
import { NS_PER_S } from '../base/time';
import {
  type Check,
  type CheckedRun,
  budgetCheck,
  failedCheck,
  regressionChecks,
  skippedCheck
} from '../report/check';
import type { ProfileMeta } from '../model/profile/profile';
import { CUT_OFF_NOTE, STATUS_NOTES } from '../report/text/profileNotes';
import { loadProfileThatTells } from '../engine/results/loadProfile';
import { BaselineError, pairByName, requireBaseline } from './baseline';
import { type CheckedPart, type CheckedProfile, checkedProfile } from './checkedProfile';
import { isNotebook } from './notebookFile';
import { notebookParts } from './notebookParts';

/** The conditions for profiles, in addition to the budgets they were recorded with. */
export interface CheckOptions {
  readonly budgets: readonly Budget[];
  /** File of a profile, or an executed notebook; null for none. */
  readonly baseline: string | null;
  /** The allowed slowdown, as a share; null if not given. */
  readonly tolerance: number | null;
}

/**
 * Checks files of profiles and executed notebooks. A file that cannot be read is a run whose only
 * check failed; a profile of which there is nothing to check is left out.
 *
 * @throws BaselineError, ProfileFileError, NotebookFileError when the baseline cannot be read
 */
export async function checkFiles(
  files: readonly string[],
  options: CheckOptions
): Promise<CheckedRun[]> {
  const baseline = options.baseline === null ? null : await readBaseline(options.baseline);
  const runs: CheckedRun[] = [];
  for (const file of files) {
    const parts = await readableParts(file);
    const profiles = parts.map(({ profile, isShownAgain }) => (isShownAgain ? null : profile));
    const pairs = baseline === null ? [] : pairByName(profiles, baseline);
    parts.forEach((part, at) => runs.push(checkPart(part, pairs[at] ?? null, options)));
  }
  return runs.filter(({ checks }) => checks.length > 0);
}

/** @throws ProfileFileError, NotebookFileError, BudgetSyntaxError */
async function partsOf(file: string): Promise<CheckedPart[]> {
  if (isNotebook(file)) return notebookParts(file);
  const profile = loadProfileThatTells(file);
  const checks = endChecks(profile.data.meta);
  return [{ title: file, place: '', profile: checkedProfile(profile), checks }];
}

/** A profile of less than the whole run would keep any upper bound. */
function endChecks({ status, truncated }: ProfileMeta): Check[] {
  const title = 'the run ended well';
  if (truncated) return [failedCheck(title, CUT_OFF_NOTE)];
  const isWhole = status === 'complete' || status === 'exited';
  return isWhole ? [] : [failedCheck(title, STATUS_NOTES[status])];
}

async function readableParts(file: string): Promise<CheckedPart[]> {
  try {
    return await partsOf(file);
  } catch (error) {
    const check = failedCheck('the file can be read', messageOf(error));
    return [{ title: file, place: '', profile: null, checks: [check] }];
  }
}

async function readBaseline(file: string): Promise<CheckedProfile[]> {
  requireBaseline(file, 'write the profile of a good run to it with --update-baseline');
  const profiles = (await partsOf(file)).flatMap(({ profile, isShownAgain }) =>
    profile === null || isShownAgain ? [] : [profile]
  );
  if (profiles.length === 0) throw new BaselineError(`The baseline ${file} has no profile.`);
  return profiles;
}

function checkPart(
  { title, profile, checks, isShownAgain }: CheckedPart,
  baseline: CheckedProfile | null,
  options: CheckOptions
): CheckedRun {
  if (profile === null) return { title, seconds: 0, checks };
  const { subject, budgets } = profile;
  const given = isShownAgain ? [] : options.budgets;
  const outcomes = evaluateBudgets(subject, [...budgets, ...given]);
  const wallNs = runFigure(subject, 'wall', 'nanoseconds').value ?? 0;
  const compared = isShownAgain ? [] : comparisonChecks(profile, baseline, options);
  return {
    title,
    seconds: wallNs / NS_PER_S,
    checks: [...checks, ...outcomes.map(budgetCheck), ...compared]
  };
}

function comparisonChecks(
  { subject }: CheckedProfile,
  before: CheckedProfile | null,
  { baseline, tolerance }: CheckOptions
): Check[] {
  if (baseline === null) return [];
  if (before === null) {
    return [skippedCheck(`no regression against ${baseline}`, 'it has no profile of this name')];
  }
  const words = { baseline, tolerance: 100 * (tolerance ?? DEFAULT_TOLERANCE) };
  return regressionChecks(compareTimes(before.subject, subject, tolerance), words);
}
