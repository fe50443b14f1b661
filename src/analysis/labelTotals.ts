import type { SliceTable, TotalTable, Track } from '../model/profile';

/** Statistics of slices by label: every column has one entry for each label. Nanoseconds. */
export interface LabelTotals {
  readonly count: Float64Array;
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** What {@link labelTotals} adds up. */
export interface SummedSlices {
  readonly slices: SliceTable;
  /** Of `enclosingSlices`. */
  readonly enclosing: Int32Array;
  readonly labelCount: number;
  readonly tracks: readonly Track[];
  /** Of `runningTimes`. */
  readonly running?: Float64Array | null;
}

/**
 * Adds up the slices by label. `min` and `max` are 0 for a label without slices; `self` is never
 * negative. The self time of a slice on an async lane is less that of the slices it caused on its
 * thread, too. Where it is known how long its code ran, its waiting is no self time, and what was
 * caused on lanes takes away what ran of it.
 */
export function labelTotals(summed: SummedSlices): LabelTotals {
  const { slices, enclosing, labelCount } = summed;
  const running = summed.running ?? null;
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
    self[key] += isKnown(running, row) ? running[row] : lasted;
    const outer = enclosing[row];
    if (outer >= 0 && !isKnown(running, outer)) self[label[outer]] -= lasted;
    if (lasted < min[key]) min[key] = lasted;
    if (lasted > max[key]) max[key] = lasted;
  }
  subtractFromLanes(summed, self);
  for (let key = 0; key < labelCount; key++) {
    if (count[key] === 0) min[key] = 0;
    if (self[key] < 0) self[key] = 0;
  }
  return { count, total, self, min, max };
}

/**
 * Takes off the self time of async code what it ran on its thread, and of what it ran on lanes the
 * time in which that ran, where both are known.
 */
function subtractFromLanes(
  { slices, tracks, running = null }: SummedSlices,
  self: Float64Array
): void {
  const isLane = Uint8Array.from(tracks, ({ kind }) => (kind === 'asyncLane' ? 1 : 0));
  if (!isLane.includes(1)) return;
  const { length, duration, label, parent, track } = slices;
  for (let row = 0; row < length; row++) {
    const cause = parent[row];
    if (cause < 0 || isLane[track[cause]] === 0) continue;
    if (isLane[track[row]] === 0) self[label[cause]] -= duration[row];
    else if (isKnown(running, cause) && isKnown(running, row)) self[label[cause]] -= running[row];
  }
}

function isKnown(running: Float64Array | null, row: number): running is Float64Array {
  return running !== null && !Number.isNaN(running[row]);
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
