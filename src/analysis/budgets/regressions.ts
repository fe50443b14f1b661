import { runFigure } from './runFigure';
import { type BudgetSubject, repetitionRow } from './budgetSubject';
import { comparedValue, diffSections } from '../statistics/diff';
import { REPETITION_NAME } from '../statistics/repetitions';
import { REPETITION_CATEGORY } from '../../model/profile/categories';

/** Name of the wall time among {@link Regression}s. */
const WALL_NAME = 'wall';

/** Change that single runs may have unless another is stated, as a share. */
export const DEFAULT_TOLERANCE = 0.05;

/** Times below this share of the wall time of a single run are not compared. */
const LEAST_SHARE = 0.01;

/** A time that got longer. Nanoseconds; of a repeated cell those of one run. */
export interface Regression {
  /** Empty for the wall time. */
  readonly category: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** True if the 95 % confidence intervals lie apart; false if there are none. */
  readonly hasIntervals: boolean;
}

/** The result of comparing the times of two profiles. */
export interface ComparedTimes {
  /** Names that both have, the wall time among them. */
  readonly compared: number;
  /** Names that an output left out, of either profile, and that were not compared; absent for none. */
  readonly hiddenRows?: number;
  /** Greatest change first. */
  readonly regressions: readonly Regression[];
}

/** A name in both profiles. */
interface TimePair extends Regression {
  /** Null where not both profiles know intervals. */
  readonly overlaps: boolean | null;
}

/**
 * Times by name, and the wall time, that got longer from `before` to `after`. If both profiles have
 * repetitions, a time counts as longer if the 95 % confidence intervals of its means lie apart and,
 * with a `tolerance`, it grew by more than that. Otherwise it counts if it grew by more than
 * `tolerance`, by default 5 %, and by 1 % of the earlier wall time.
 *
 * @param tolerance A share: 0.05 for 5 %; null if not given.
 */
export function compareTimes(
  before: BudgetSubject,
  after: BudgetSubject,
  tolerance: number | null
): ComparedTimes {
  const wall = wallPair(before, after);
  const pairs = [...wall, ...namePairs(before, after)];
  const leastNs = LEAST_SHARE * (wallOf(before) ?? 0);
  const regressions = pairs
    .filter(pair => isLonger(pair, tolerance, leastNs))
    .sort((a, b) => b.after - b.before - (a.after - a.before));
  const hiddenRows = Math.max(before.hiddenRows, after.hiddenRows);
  return { compared: pairs.length, regressions, ...(hiddenRows > 0 && { hiddenRows }) };
}

function isLonger(
  { before, after, overlaps }: TimePair,
  tolerance: number | null,
  leastNs: number
): boolean {
  const growth = after - before;
  if (growth <= 0 || overlaps === true) return false;
  if (overlaps === false) return growth > (tolerance ?? 0) * before;
  return growth > (tolerance ?? DEFAULT_TOLERANCE) * before && growth >= leastNs;
}

function namePairs(before: BudgetSubject, after: BudgetSubject): TimePair[] {
  return diffSections(before.sections, after.sections).flatMap(row => {
    const { category, name, unit, overlaps } = row;
    if (unit !== 'nanoseconds' || row.before === null || row.after === null) return [];
    return {
      ...(isRun(category, name) ? { category: '', name: WALL_NAME } : { category, name }),
      before: comparedValue(row.before, unit),
      after: comparedValue(row.after, unit),
      hasIntervals: overlaps !== null,
      overlaps
    };
  });
}

/** Of repeated cells the row of the repetitions is their wall time, with its interval. */
function isRun(category: string, name: string): boolean {
  return category === REPETITION_CATEGORY && name === REPETITION_NAME;
}

function wallPair(before: BudgetSubject, after: BudgetSubject): TimePair[] {
  if (repetitionRow(before) !== null && repetitionRow(after) !== null) return [];
  const [from, to] = [wallOf(before), wallOf(after)];
  if (from === null || to === null) return [];
  const head = { category: '', name: WALL_NAME, hasIntervals: false, overlaps: null };
  return [{ ...head, before: from, after: to }];
}

function wallOf(subject: BudgetSubject): number | null {
  return runFigure(subject, 'wall', 'nanoseconds').value;
}
