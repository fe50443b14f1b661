import type { Interval, RepeatedMean } from './meanChange';
import { meanOfRuns, relativeChange } from './meanChange';

/** Consecutive runs of which the fastest counts. */
const GROUP = 5;

/** Fewer groups than this say too little of their spread: then each run counts. */
const LEAST_GROUPS = 4;

/** The change of a time from earlier runs to later ones, of code that others may disturb. */
export interface RunChange extends Interval {
  readonly before: RepeatedMean;
  readonly after: RepeatedMean;
  /** `after / before - 1`. */
  readonly change: number;
}

/**
 * The runs that were disturbed the least: of each five in a row the fastest, since whatever else a
 * machine does only ever adds time. All of them where they are fewer than twenty.
 */
export function quietRuns(timesNs: readonly number[]): readonly number[] {
  const groups = Math.floor(timesNs.length / GROUP);
  if (groups < LEAST_GROUPS) return timesNs;
  return Array.from({ length: groups }, (_, group) =>
    Math.min(...timesNs.slice(group * GROUP, (group + 1) * GROUP))
  );
}

/**
 * The change between the means of {@link quietRuns}, with Welch's 95 % confidence interval, as shares of
 * the time before; null unless both have two runs that took time.
 *
 * @param pace By how much the machine was slower at the later runs: 1.1 for 10 %. Their times are divided
 *   by it.
 */
export function runChange(
  beforeNs: readonly number[],
  afterNs: readonly number[],
  pace = 1
): RunChange | null {
  const [from, to] = [quietRuns(beforeNs), quietRuns(afterNs.map(time => time / pace))];
  if (from.length < 2 || to.length < 2) return null;
  const [before, after] = [meanOfRuns(from), meanOfRuns(to)];
  if (!(before.mean > 0 && after.mean > 0)) return null;
  const change = after.mean / before.mean - 1;
  return { before, after, change, ...relativeChange(before, after) };
}
