/** One run of a cell, as far as runs are compared. */
export interface Run {
  readonly id: string;
  readonly wallNs: number;
  /** Light and full recordings cost differently, so that they are not compared. */
  readonly isLight: boolean;
}

/** How the last run of a cell compares with the one before it. */
export interface RunChange {
  readonly type: 'slower' | 'faster' | 'same';
  /** Wall time of the last run less that of the one before, nanoseconds. */
  readonly deltaNs: number;
  /** The same as a share of the run before. */
  readonly ratio: number;
  /** The difference up to which the runs count as the same, nanoseconds. */
  readonly noiseNs: number;
}

/** Differences below either count as noise: a share of the run before, and nanoseconds. */
export const NOISE_SHARE = 0.1;
export const NOISE_NS = 2e6;

/** Standard deviations that a difference must exceed, where there are runs enough to estimate one. */
const NOISE_DEVIATIONS = 3;

/** Median absolute deviation to standard deviation, for normally distributed values. */
const DEVIATION_OF_MEDIAN = 1.4826;

/** Earlier runs from which on their own spread is known. */
const RUNS_FOR_SPREAD = 3;

/**
 * The change since the last run that was recorded in the same way; null if there is none. Noise is the
 * largest of 10 %, 2 ms and, after three earlier runs, three standard deviations of theirs, estimated
 * by their median absolute deviation.
 */
export function runChange(runs: readonly Run[]): RunChange | null {
  const last = runs.at(-1);
  if (last === undefined) return null;
  const earlier = runs.slice(0, -1).filter(({ isLight }) => isLight === last.isLight);
  const before = earlier.at(-1);
  if (before === undefined) return null;
  const deltaNs = last.wallNs - before.wallNs;
  const spreadNs = spreadOf(earlier.map(({ wallNs }) => wallNs));
  const noiseNs = Math.max(NOISE_SHARE * before.wallNs, NOISE_NS, spreadNs);
  const ratio = before.wallNs > 0 ? deltaNs / before.wallNs : 0;
  if (Math.abs(deltaNs) <= noiseNs) return { type: 'same', deltaNs, ratio, noiseNs };
  return { type: deltaNs > 0 ? 'slower' : 'faster', deltaNs, ratio, noiseNs };
}

function spreadOf(values: readonly number[]): number {
  if (values.length < RUNS_FOR_SPREAD) return 0;
  const middle = median(values);
  const deviation = median(values.map(value => Math.abs(value - middle)));
  return NOISE_DEVIATIONS * DEVIATION_OF_MEDIAN * deviation;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Bars of eighths, lowest first. */
const BARS = '▁▂▃▄▅▆▇█';

/** Values as bars of text, the highest at full height. */
export function sparkline(values: readonly number[]): string {
  const highest = Math.max(...values, 0);
  const top = BARS.length - 1;
  return values
    .map(value => BARS[highest > 0 ? Math.round((top * Math.max(0, value)) / highest) : 0])
    .join('');
}
