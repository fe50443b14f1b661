/**
 * The first of the whole numbers from `from` to below `to` for which `isBefore` is false, or `to`. It must be true up to
 * some number and false from there on. Asks about the logarithm of their count.
 */
export function partitionPoint(
  from: number,
  to: number,
  isBefore: (at: number) => boolean
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of `bounds`, in order of time, that are not later than `time`. */
export function boundsUntil(bounds: Float64Array, time: number): number {
  return partitionPoint(0, bounds.length, at => bounds[at] <= time);
}
