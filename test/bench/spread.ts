import { median } from './harness';

/** What the values of one figure from several processes have in common. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** The medians of the two groups that the values fall into; null where they are one group. */
  readonly modes: readonly [number, number] | null;
}

/** Two groups are further apart than this many times what each of them spreads. */
const GAP = 3;

/** And than this share of the lower one: less is no matter. */
const LEAST_GAP = 0.15;

/** Values that each group has at least, so that one disturbed process makes no second group. */
const LEAST_GROUP = 2;

/** The spread of at least one value. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: median(sorted),
    low: sorted[0],
    high: sorted[sorted.length - 1],
    modes: modesOf(sorted)
  };
}

function modesOf(sorted: readonly number[]): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  let widest = 0;
  for (let at = LEAST_GROUP; at <= sorted.length - LEAST_GROUP; at++) {
    const [lower, upper] = [sorted.slice(0, at), sorted.slice(at)];
    const gap = upper[0] - lower[lower.length - 1];
    const within = Math.max(rangeOf(lower), rangeOf(upper));
    const isApart = gap > GAP * within && gap > LEAST_GAP * Math.abs(median(lower));
    if (!isApart || gap <= widest) continue;
    widest = gap;
    best = [median(lower), median(upper)];
  }
  return best;
}

function rangeOf(sorted: readonly number[]): number {
  return sorted[sorted.length - 1] - sorted[0];
}
