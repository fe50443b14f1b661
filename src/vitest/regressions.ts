import type { RunChange } from '../analysis';
import { quietRuns, runChange } from '../analysis';
import { selectQuantiles } from '../base/stats';
import type { Baseline } from './baseline';

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
 * The times that both have, the whole run first. Times of both are those of a machine as fast as at the
 * baseline, by the reference loop: only for the share of a run in which its thread ran.
 *
 * @param tolerance The allowed slowdown as a share: 0.05 for 5 %.
 */
export function compareRuns(
  before: Baseline,
  after: Baseline,
  tolerance: number
): readonly ComparedTime[] {
  const pace = paceOf(before, after);
  const compared = [
    compare(WHOLE_RUN, before.wholeNs, after.wholeNs, pace),
    ...before.names.map(({ name, timesNs }) => {
      const later = after.names.find(each => each.name === name);
      return later ? compare(name, timesNs, later.timesNs, pace) : null;
    })
  ].filter(each => each !== null);
  return compared.map(each => ({ ...each, isRegression: each.low > tolerance }));
}

type NamedChange = Omit<ComparedTime, 'isRegression'>;

function compare(
  name: string,
  beforeNs: readonly number[],
  afterNs: readonly number[],
  pace: number
): NamedChange | null {
  const change = runChange(beforeNs, afterNs, pace);
  return change && { name, runs: { before: beforeNs.length, after: afterNs.length }, ...change };
}

/** By how much the same work takes longer now, as a factor; waiting takes as long as it did. */
function paceOf(before: Baseline, after: Baseline): number {
  const [from, to] = [before, after].map(({ referenceNs }) => medianOf(quietRuns(referenceNs)));
  const share = Math.min(before.runningShare, after.runningShare);
  return from > 0 && to > 0 ? 1 + share * (to / from - 1) : 1;
}

function medianOf(values: readonly number[]): number {
  const [median] = selectQuantiles(Float64Array.from(values), 0, values.length, [0.5]);
  return median;
}
