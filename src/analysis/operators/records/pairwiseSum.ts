/** Numbers that are added by eight sums; more are halved first. */
const BLOCK = 128;
const LANES = 8;

/**
 * The sum of `values`, rounded like NumPy's `sum`: eight interleaved sums, and halves for many values,
 * so that errors grow with the logarithm of their number.
 */
export function pairwiseSum(values: readonly number[]): number {
  return sumBetween(values, 0, values.length);
}

function sumBetween(values: readonly number[], from: number, to: number): number {
  const count = to - from;
  if (count < LANES) return addAll(values, from, to, 0);
  if (count <= BLOCK) return sumOfBlock(values, from, to);
  const half = Math.floor(count / 2);
  const middle = from + half - (half % LANES);
  return sumBetween(values, from, middle) + sumBetween(values, middle, to);
}

function addAll(values: readonly number[], from: number, to: number, sum: number): number {
  for (let at = from; at < to; at++) sum += values[at];
  return sum;
}

function sumOfBlock(values: readonly number[], from: number, to: number): number {
  const whole = to - ((to - from) % LANES);
  const [a, b, c, d, e, f, g, h] = laneSums(values, from, whole);
  return addAll(values, whole, to, a + b + (c + d) + (e + f + (g + h)));
}

function laneSums(values: readonly number[], from: number, to: number): number[] {
  const sums = values.slice(from, from + LANES);
  for (let at = from + LANES; at < to; at++) sums[(at - from) % LANES] += values[at];
  return sums;
}
