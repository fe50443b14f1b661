import { type RunChange, runChange } from '../analysis';
import type { Baseline } from './baseline';

/** The change that the same code may show from one process to another, as a share. */
export const DEFAULT_TOLERANCE = 0.04;

/** The whole run in {@link ComparedTime}. */
export const WHOLE_RUN = 'whole run';

/** A time of a baseline and of the runs compared with it. */
export interface ComparedTime extends RunChange {
  readonly name: string;
  /** The number of runs of the baseline, and of those compared with it. */
  readonly runs: { readonly before: number; readonly after: number };
  /** True if the whole 95 % confidence interval of the change is above the tolerance. */
  readonly isRegression: boolean;
}

/**
 * The times that both have, the whole run first.
 *
 * @param tolerance The allowed slowdown as a share: 0.05 for 5 %.
 */
export function compareRuns(
  before: Baseline,
  after: Baseline,
  tolerance: number
): readonly ComparedTime[] {
  const compared = [
    compare(WHOLE_RUN, before.wholeNs, after.wholeNs),
    ...before.names.map(({ name, timesNs }) => {
      const later = after.names.find(each => each.name === name);
      return later ? compare(name, timesNs, later.timesNs) : null;
    })
  ].filter(each => each !== null);
  return compared.map(each => ({ ...each, isRegression: each.low > tolerance }));
}

type NamedChange = Omit<ComparedTime, 'isRegression'>;

function compare(
  name: string,
  beforeNs: readonly number[],
  afterNs: readonly number[]
): NamedChange | null {
  const change = runChange(beforeNs, afterNs);
  return change && { name, runs: { before: beforeNs.length, after: afterNs.length }, ...change };
}
