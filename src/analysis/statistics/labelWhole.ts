import { GC_CATEGORY, REPETITION_CATEGORY, WAITING_CATEGORY } from '../../model/profile/categories';

/** The self time of a name in a table, nanoseconds. */
export interface LabelTime {
  readonly category: string;
  readonly selfNs: number;
}

/** Times beside those of the code: garbage collections, waits and repetitions, each apart from the others. */
const APART: readonly string[] = [GC_CATEGORY, WAITING_CATEGORY, REPETITION_CATEGORY];

/**
 * The value of a share of 1 of the self time of names: the stretch on show, `wallNs`, or what all threads
 * took together where a name alone has more than that stretch, as on several workers.
 */
export function labelWhole(times: readonly LabelTime[], wallNs: number): number {
  if (!times.some(({ selfNs }) => selfNs > wallNs)) return wallNs;
  const sums = new Map<string, number>();
  for (const { category, selfNs } of times) {
    const kind = APART.includes(category) ? category : '';
    sums.set(kind, (sums.get(kind) ?? 0) + selfNs);
  }
  return Math.max(wallNs, ...sums.values());
}
