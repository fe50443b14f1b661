import type { SliceTable, TotalTable, Track } from '../model/profile';

/** Statistics of slices by label: every column has one entry for each label. Nanoseconds. */
export interface LabelTotals {
  readonly count: Float64Array;
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/**
 * Adds up the slices by label. `enclosing` comes from `enclosingSlices`. `min` and `max` are 0 for a
 * label without slices; `self` is never negative. The self time of a slice on an async lane is less
 * that of the slices it caused on its thread, too.
 */
export function labelTotals(
  slices: SliceTable,
  enclosing: Int32Array,
  labelCount: number,
  tracks: readonly Track[]
): LabelTotals {
  const { length, duration, label } = slices;
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
    self[key] += lasted;
    const outer = enclosing[row];
    if (outer >= 0) self[label[outer]] -= lasted;
    if (lasted < min[key]) min[key] = lasted;
    if (lasted > max[key]) max[key] = lasted;
  }
  subtractFromLanes(slices, tracks, self);
  for (let key = 0; key < labelCount; key++) {
    if (count[key] === 0) min[key] = 0;
    if (self[key] < 0) self[key] = 0;
  }
  return { count, total, self, min, max };
}

/** Takes what async code ran on its thread, before its first `await`, off its own self time. */
function subtractFromLanes(slices: SliceTable, tracks: readonly Track[], self: Float64Array): void {
  const isLane = Uint8Array.from(tracks, ({ kind }) => (kind === 'asyncLane' ? 1 : 0));
  if (!isLane.includes(1)) return;
  const { length, duration, label, parent, track } = slices;
  for (let row = 0; row < length; row++) {
    const cause = parent[row];
    if (cause < 0 || isLane[track[cause]] === 0 || isLane[track[row]] === 1) continue;
    self[label[cause]] -= duration[row];
  }
}

/**
 * Adds the totals of slices that were not kept. A row without slices only corrects the self time
 * of kept ones: it is what their dropped children took.
 */
export function addDropped(totals: LabelTotals, dropped: TotalTable): void {
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
}
