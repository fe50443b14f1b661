import type { ComparedWhole } from '../../model/output/comparison';

/**
 * What two profiles say of the whole cell: its time changed for sure, the change may be chance, or runs
 * are too few to tell the two apart.
 */
export type Verdict = 'faster' | 'slower' | 'chance' | 'unknown';

/**
 * The verdict on the whole cell, at 95 % confidence. Where the machine was busy, time spent waiting for a
 * processor must not decide: a change that is not there without it may be chance.
 */
export function verdictOf(whole: ComparedWhole): Verdict {
  const verdict = verdictOfInterval(whole);
  const { running } = whole;
  if (verdict === 'unknown' || running === undefined) return verdict;
  return verdictOfInterval(running) === verdict ? verdict : 'chance';
}

/** The verdict of the 95 % confidence interval of a change, as shares; null bounds for none. */
export function verdictOfInterval({ low, high }: Pick<ComparedWhole, 'low' | 'high'>): Verdict {
  if (low === null || high === null) return 'unknown';
  if (low <= 0 && high >= 0) return 'chance';
  return high < 0 ? 'faster' : 'slower';
}

/** The change of the whole cell as a share of the time before; null if that is 0. */
export function wholeChange({
  beforeNs,
  afterNs
}: Pick<ComparedWhole, 'beforeNs' | 'afterNs'>): number | null {
  return beforeNs > 0 ? (afterNs - beforeNs) / beforeNs : null;
}
