import { studentT95 } from '../../base/stats';

/** A mean of repeated measurements. */
export interface RepeatedMean {
  readonly mean: number;
  /** The 95 % confidence interval of the mean reaches so far to either side. */
  readonly halfWidth: number;
  /** The number of repetitions, at least two. */
  readonly runs: number;
}

/** The bounds of an interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** More degrees of freedom change the quantile by less than a thousandth. */
export const MAX_DEGREES = 1000;

/** The 95 % confidence interval of the difference of two means: Welch's. */
export function meanDifference(before: RepeatedMean, after: RepeatedMean): Interval {
  const reach = welchReach(standardError(before), before.runs, standardError(after), after.runs);
  const change = after.mean - before.mean;
  return { low: change - reach, high: change + reach };
}

/**
 * The 95 % confidence interval of `after / before - 1`, for means above 0: Welch's, of the logarithm
 * of the ratio with the errors of both relative to their means (the delta method).
 */
export function relativeChange(before: RepeatedMean, after: RepeatedMean): Interval {
  const errors = [before, after].map(each => standardError(each) / each.mean);
  const reach = welchReach(errors[0], before.runs, errors[1], after.runs);
  const change = Math.log(after.mean / before.mean);
  return { low: Math.expm1(change - reach), high: Math.expm1(change + reach) };
}

function standardError({ halfWidth, runs }: RepeatedMean): number {
  return halfWidth / studentT95(Math.min(MAX_DEGREES, runs - 1));
}

/** The quantile times the error of a difference, with Welch's and Satterthwaite's degrees of freedom. */
function welchReach(errorA: number, runsA: number, errorB: number, runsB: number): number {
  const [a, b] = [errorA ** 2, errorB ** 2];
  if (a + b === 0) return 0;
  const degrees = (a + b) ** 2 / (a ** 2 / (runsA - 1) + b ** 2 / (runsB - 1));
  const whole = Math.max(1, Math.min(MAX_DEGREES, Math.floor(degrees)));
  return studentT95(whole) * Math.sqrt(a + b);
}

/** The mean of at least two measurements, with its confidence interval. */
export function meanOfRuns(values: readonly number[]): RepeatedMean {
  const runs = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / runs;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const reach = studentT95(Math.min(MAX_DEGREES, runs - 1)) / Math.sqrt(runs);
  return { mean, halfWidth: reach * Math.sqrt(squares / (runs - 1)), runs };
}

/** Groups that runs are divided into. */
const GROUPS = 8;

/** With fewer runs than this in a group, each run counts. */
const LEAST_IN_GROUP = 2;

/** The change of a time from earlier runs to later ones, of code that others may disturb. */
export interface RunChange extends Interval {
  readonly before: RepeatedMean;
  readonly after: RepeatedMean;
  /** `after / before - 1`. */
  readonly change: number;
}

/**
 * The runs that were disturbed the least: the fastest of each of eight groups of consecutive runs, since
 * whatever else a machine does only ever adds time. All runs where they are fewer than sixteen.
 */
export function quietRuns(timesNs: readonly number[]): readonly number[] {
  const size = Math.floor(timesNs.length / GROUPS);
  if (size < LEAST_IN_GROUP) return timesNs;
  return Array.from({ length: GROUPS }, (_, group) =>
    Math.min(...timesNs.slice(group * size, (group + 1) * size))
  );
}

/**
 * The change between the means of {@link quietRuns}, with Welch's 95 % confidence interval, as shares of
 * the time before; null unless both have two runs that took time.
 */
export function runChange(
  beforeNs: readonly number[],
  afterNs: readonly number[]
): RunChange | null {
  const [from, to] = [quietRuns(beforeNs), quietRuns(afterNs)];
  if (from.length < 2 || to.length < 2) return null;
  const [before, after] = [meanOfRuns(from), meanOfRuns(to)];
  if (!(before.mean > 0 && after.mean > 0)) return null;
  const change = after.mean / before.mean - 1;
  return { before, after, change, ...relativeChange(before, after) };
}
