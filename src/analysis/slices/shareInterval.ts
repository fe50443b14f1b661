import type { SampleTable } from '../../model/profile/profile';

/** Bounds of a share, both 0 … 1. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % quantile of the normal distribution: both tails together leave 5 %. */
const Z = 1.959964;

/** The half width of the 95 % confidence interval of an estimate with this variance, in its own unit. */
export function samplingError(variance: number): number {
  return Z * Math.sqrt(variance);
}

/**
 * So many samples of equal weight tell as much of shares as those in `rows`: fewer than there are where some stand for
 * much longer than others. Those of a thread that waits say how long it did to one sample of code: they count for as many
 * as would have been taken of it.
 */
export function effectiveSamples(
  { weight, stack }: Pick<SampleTable, 'weight' | 'stack'>,
  rows: Iterable<number> = stack.keys()
): number {
  let [allNs, codeNs, squares, code] = [0, 0, 0, 0];
  const waits: number[] = [];
  for (const row of rows) {
    const ns = weight[row];
    allNs += ns;
    if (stack[row] >= 0) {
      codeNs += ns;
      squares += ns * ns;
      code++;
    } else {
      waits.push(ns);
    }
  }
  const usualNs = code === 0 ? Infinity : codeNs / code;
  for (const ns of waits) squares += ns * Math.min(ns, usualNs);
  return squares === 0 ? code + waits.length : (allNs * allNs) / squares;
}

/**
 * The 95 % confidence interval of the true share if `share` of `count` independent samples hit:
 * Wilson's score interval, which also works for few samples and for shares near 0 and 1. Without
 * samples it is the full range.
 */
export function shareInterval(share: number, count: number): ShareInterval {
  if (!(count > 0)) return { low: 0, high: 1 };
  const spread = (Z * Z) / count;
  const middle = (share + spread / 2) / (1 + spread);
  const reach =
    (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / count + spread / (4 * count));
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
