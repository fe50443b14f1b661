/** The share of the width that is left free on either side. */
const MARGIN = 0.04;

/**
 * Places of times on a line from the least to the greatest of `timesNs`, as shares of its width; times
 * beyond the line are at its ends.
 */
export function repetitionScale(timesNs: readonly number[]): (ns: number) => number {
  const [least, most] = [Math.min(...timesNs), Math.max(...timesNs)];
  const span = Math.max(most - least, Number.MIN_VALUE);
  return ns => Math.max(0, Math.min(1, MARGIN + ((1 - 2 * MARGIN) * (ns - least)) / span));
}
