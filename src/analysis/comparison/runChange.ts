import { type Interval, type RepeatedMean, meanOfRuns, relativeChange } from './meanChange';

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
