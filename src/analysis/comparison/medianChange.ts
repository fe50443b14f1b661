import { nextRandom } from '../../base/nextRandom';
import { selectQuantiles, selectRank, studentT95 } from '../../base/stats';
import { type Interval, MAX_DEGREES, meanOfRuns, relativeChange } from './meanChange';

/** The change of the median of repeated times, as a share of the one before. */
export interface MedianChange extends Interval {
  readonly beforeNs: number;
  readonly afterNs: number;
}

/** With fewer runs, the order of times says too little: Welch's interval is wider than any of medians. */
const LEAST_RUNS = 4;

/** Resampled pairs of medians. */
const RESAMPLES = 2000;

/** A normal deviation is so many times the median of absolute deviations. */
const DEVIATION = 1.4826;

/** Times further from the median, in deviations, may be outliers: so great a part of the runs at most. */
const EDGE = 3;
const MOST_OUTLIERS = 0.2;

/** The deviation of times that hardly differ, as a share of their median. */
const LEAST_DEVIATION = 0.002;

/**
 * The change from the median of some times to that of others, all above 0 and two at least, with its 95 % confidence
 * interval by the bootstrap: both are drawn again and again, with replacement, and the quantiles of the ratio are
 * expanded for few runs as Hesterberg has it (What Teachers Should Know about the Bootstrap, 2015). A first run that
 * is cold, or another outlier of five, moves neither median nor interval. The same times have the same interval.
 */
export function medianChange(before: readonly number[], after: readonly number[]): MedianChange {
  const [from, to] = [withoutOutliers(before), withoutOutliers(after)];
  const [beforeNs, afterNs] = [medianOf(from), medianOf(to)];
  const runs = Math.min(from.length, to.length);
  if (runs < LEAST_RUNS) {
    return { beforeNs, afterNs, ...relativeChange(meanOfRuns([...from]), meanOfRuns([...to])) };
  }
  const ratios = new Float64Array(RESAMPLES);
  const random = new Random();
  for (let at = 0; at < RESAMPLES; at++) {
    ratios[at] = random.medianOf(to) / random.medianOf(from) - 1;
  }
  const tail = tailOf(runs);
  const [low, high] = selectQuantiles(ratios, 0, RESAMPLES, [tail, 1 - tail]);
  return { beforeNs, afterNs, low, high };
}

function medianOf(values: Float64Array): number {
  return middleOf(values.slice());
}

/** The median of values whose order it changes: of an even number the mean of the two in the middle. */
function middleOf(values: Float64Array): number {
  const { length } = values;
  const upper = selectRank(values, 0, length, Math.floor(length / 2));
  if (length % 2 === 1) return upper;
  return (upper + selectRank(values, 0, length, length / 2 - 1)) / 2;
}

/** Times of which a fifth, those furthest from the median, are no further from it than the others, or than the edge. */
function withoutOutliers(times: readonly number[]): Float64Array {
  const values = Float64Array.from(times);
  const median = medianOf(values);
  const distances = values.map(each => Math.abs(each - median));
  const spread = Math.max(DEVIATION * medianOf(distances), LEAST_DEVIATION * median);
  const kept = values.length - Math.floor(MOST_OUTLIERS * values.length);
  const edge = Math.max(EDGE * spread, distances.sort()[kept - 1]);
  return values.map(value => Math.min(median + edge, Math.max(median - edge, value)));
}

/** The share of resampled ratios beyond either bound: 2.5 % for very many runs, less for few. */
function tailOf(runs: number): number {
  const reach = Math.sqrt(runs / (runs - 1)) * studentT95(Math.min(MAX_DEGREES, runs - 1));
  return normalTail(reach);
}

/** The share of a normal distribution beyond so many deviations, to 1e-7: Abramowitz and Stegun, 7.1.26. */
function normalTail(deviations: number): number {
  const x = deviations / Math.SQRT2;
  const t = 1 / (1 + 0.327_591_1 * x);
  const terms = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
  return (terms.reduce((sum, term) => (sum + term) * t, 0) * Math.exp(-x * x)) / 2;
}

/** Draws medians; always the same ones. */
class Random {
  #state = 1;

  /** The median of as many of the values, drawn with replacement. */
  medianOf(values: Float64Array): number {
    const drawn = values.map(() => {
      this.#state = nextRandom(this.#state);
      return values[Math.floor((this.#state / 2 ** 31) * values.length)];
    });
    return middleOf(drawn);
  }
}
