import type { BudgetSubject } from '../analysis/budgets/budgetSubject';
import { summarize } from '../analysis/statistics/overview';
import type { Budget } from '../base/budget';
import type { BundleSummary } from '../model/output/bundle';
import { parseBudgets } from '../settings/budgets/parseBudgets';
import type { Check } from '../report/check';
import type { RecordedProfile } from '../engine/results/recordedProfile';

export interface CheckedProfile {
  /** The name that was given to it; null for one that was given none. */
  readonly name: string | null;
  readonly subject: BudgetSubject;
  readonly summary: BundleSummary;
  /** Those it was recorded with. */
  readonly budgets: readonly Budget[];
}

/** A file, or a cell of a notebook: its profile, if it has one, and the checks made so far. */
export interface CheckedPart {
  readonly title: string;
  /** The place in a notebook: `Cell [5]`, or `cell 7` for one that was not run; empty for a file. */
  readonly place: string;
  readonly profile: CheckedProfile | null;
  readonly checks: readonly Check[];
  /** True for a profile that was shown before: only the budgets of its cell are left to check. */
  readonly isShownAgain?: true;
}

/** A saved profile. @throws BudgetSyntaxError where the budgets that it carries cannot be read */
export function checkedProfile(profile: RecordedProfile): CheckedProfile {
  const { data } = profile;
  const { assert } = data.meta.options as Readonly<Record<string, string | undefined>>;
  return {
    name: givenName(data.meta),
    subject: profileSubject(profile),
    summary: summarize(data),
    budgets: assert === undefined ? [] : parseBudgets(assert)
  };
}

/** A whole profile, to be held to budgets. */
export function profileSubject(profile: RecordedProfile): BudgetSubject {
  const { data } = profile;
  return { profile: data, sections: profile.sections(), isPartial: false, hiddenRows: 0 };
}

/** A profile that was given no name has its id for one. */
export function givenName({
  id,
  name
}: {
  readonly id: string;
  readonly name: string;
}): string | null {
  return name === id || name === '' ? null : name;
}
