/**
 * Zero-based position of the `quantile` (0 … 1) in `count` sorted values, by nearest rank: the
 * smallest value such that at least that share of all values is not greater. `count` is ≥ 1.
 */
export function rankOf(count: number, quantile: number): number {
  return Math.max(0, Math.ceil(quantile * count - 1e-9) - 1);
}

/**
 * Reorders `values[from … to)` so that position `rank` holds the value it would have in sorted order,
 * with no greater value before it and no smaller one after it, and returns that value. Hoare's
 * selection with a median of three; linear on average, even if all values are equal.
 */
export function selectRank(values: Float64Array, from: number, to: number, rank: number): number {
  let low = from;
  let high = to - 1;
  while (low < high) {
    const pivot = medianOfThree(values[low], values[(low + high) >>> 1], values[high]);
    const split = partition(values, low, high, pivot);
    if (rank < split) high = split - 1;
    else low = split;
  }
  return values[rank];
}

/**
 * The values at ascending `quantiles` of `values[from … to)`, which is reordered. `to > from`. Each
 * selection goes on in the part that the one before left above it.
 */
export function selectQuantiles(
  values: Float64Array,
  from: number,
  to: number,
  quantiles: readonly number[]
): number[] {
  let low = from;
  return quantiles.map(quantile => {
    const rank = from + rankOf(to - from, quantile);
    const value = selectRank(values, low, to, rank);
    low = rank;
    return value;
  });
}

/**
 * Reorders `values[low … high]` around `pivot`, one of them, and returns the first position of the
 * upper part: nothing before it is greater than the pivot, nothing from it on is smaller. Neither
 * part is empty.
 */
function partition(values: Float64Array, low: number, high: number, pivot: number): number {
  let left = low;
  let right = high;
  while (left <= right) {
    left = skipSmaller(values, left, pivot);
    right = skipGreater(values, right, pivot);
    if (left <= right) swap(values, left++, right--);
  }
  return left;
}

function swap(values: Float64Array, a: number, b: number): void {
  const kept = values[a];
  values[a] = values[b];
  values[b] = kept;
}

function skipSmaller(values: Float64Array, from: number, pivot: number): number {
  let at = from;
  while (values[at] < pivot) at++;
  return at;
}

function skipGreater(values: Float64Array, from: number, pivot: number): number {
  let at = from;
  while (values[at] > pivot) at--;
  return at;
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** Steps that halve an interval down to the precision of a double. */
const STEPS = 60;

/**
 * The 97.5 % quantile of Student's t with `degrees` degrees of freedom, an integer ≥ 1: the number of
 * standard errors by which a 95 % confidence interval extends to each side of a mean.
 */
export function studentT95(degrees: number): number {
  let low = 1.9;
  let high = 12.8;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (centralShare(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(|T| ≤ t): Abramowitz and Stegun, 26.7.3 (odd) and 26.7.4 (even degrees of freedom). */
function centralShare(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const cosine = Math.cos(angle);
  const isOdd = degrees % 2 === 1;
  const series = powerSeries(cosine, degrees);
  if (!isOdd) return Math.sin(angle) * series;
  return (2 / Math.PI) * (angle + Math.sin(angle) * series);
}

/** cos + ⅔ cos³ + … for odd degrees of freedom, 1 + ½ cos² + … for even ones, up to degrees − 2. */
function powerSeries(cosine: number, degrees: number): number {
  const first = degrees % 2;
  let term = first === 1 ? cosine : 1;
  let sum = 0;
  for (let power = first; power <= degrees - 2; power += 2) {
    sum += term;
    term *= ((power + 1) / (power + 2)) * cosine ** 2;
  }
  return sum;
}
