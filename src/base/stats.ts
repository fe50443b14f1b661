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
