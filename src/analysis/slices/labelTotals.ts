import type { SliceTable, TotalTable } from '../../model/profile/profile';
import { type TimedSlices, selfTimes } from './selfTimes';

/** Statistics of slices by label: every column has one entry for each label. Nanoseconds. */
export interface LabelTotals {
  readonly count: Float64Array;
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** The input of {@link labelTotals}. */
export interface SummedSlices extends TimedSlices {
  readonly slices: SliceTable;
  readonly labelCount: number;
}

/**
 * Adds up the slices by label. `min` and `max` are 0 for a label without slices; `self` is the sum of
 * `selfTimes`, never negative.
 */
export function labelTotals(summed: SummedSlices): LabelTotals {
  const { slices, labelCount } = summed;
  const { length, duration, label } = slices;
  const selfNs = selfTimes(summed);
  const count = new Float64Array(labelCount);
  const total = new Float64Array(labelCount);
  const self = new Float64Array(labelCount);
  const min = new Float64Array(labelCount).fill(Infinity);
  const max = new Float64Array(labelCount);
  for (let row = 0; row < length; row++) {
    const key = label[row];
    const lasted = duration[row];
    count[key]++;
    total[key] += lasted;
    self[key] += selfNs[row];
    if (lasted < min[key]) min[key] = lasted;
    if (lasted > max[key]) max[key] = lasted;
  }
  for (let key = 0; key < labelCount; key++) {
    if (count[key] === 0) min[key] = 0;
    if (self[key] < 0) self[key] = 0;
  }
  return { count, total, self, min, max };
}

/**
 * The totals with those of slices that were not kept. A row without slices only corrects the self time
 * of kept ones: it is what their dropped children took.
 */
export function withDropped(kept: LabelTotals, dropped: TotalTable): LabelTotals {
  if (dropped.length === 0) return kept;
  const totals = {
    count: kept.count.slice(),
    total: kept.total.slice(),
    self: kept.self.slice(),
    min: kept.min.slice(),
    max: kept.max.slice()
  };
  for (let row = 0; row < dropped.length; row++) {
    const key = dropped.label[row];
    if (dropped.count[row] > 0) {
      const isFirst = totals.count[key] === 0;
      totals.min[key] = isFirst ? dropped.min[row] : Math.min(totals.min[key], dropped.min[row]);
      totals.max[key] = Math.max(totals.max[key], dropped.max[row]);
    }
    totals.count[key] += dropped.count[row];
    totals.total[key] += dropped.total[row];
    totals.self[key] = Math.max(0, totals.self[key] + dropped.self[row]);
  }
  return totals;
}
