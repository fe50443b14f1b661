import type { LineTickTable, LineTotalTable, TotalTable } from '../profile/profile';
import type { MergedPart } from './mergeContext';

interface LabelSums {
  count: number;
  total: number;
  self: number;
  min: number;
  max: number;
}

/** Joins the totals of slices that were not kept, by label. */
export function mergeDroppedTotals(parts: readonly MergedPart[]): TotalTable {
  const sums = new Map<number, LabelSums>();
  for (const part of parts) addTotals(sums, part);
  const all = [...sums.values()];
  return {
    length: sums.size,
    label: Uint32Array.from(sums.keys()),
    count: Float64Array.from(all, sum => sum.count),
    total: Float64Array.from(all, sum => sum.total),
    self: Float64Array.from(all, sum => sum.self),
    min: Float64Array.from(all, sum => sum.min),
    max: Float64Array.from(all, sum => sum.max)
  };
}

function addTotals(sums: Map<number, LabelSums>, { profile, rows }: MergedPart): void {
  const { length, label, count, total, self, min, max } = profile.droppedTotals;
  for (let row = 0; row < length; row++) {
    const sum = entry(sums, rows.labels[label[row]], noSlices);
    sum.self += self[row];
    if (count[row] === 0) continue;
    sum.min = sum.count === 0 ? min[row] : Math.min(sum.min, min[row]);
    sum.max = Math.max(sum.max, max[row]);
    sum.count += count[row];
    sum.total += total[row];
  }
}

function noSlices(): LabelSums {
  return { count: 0, total: 0, self: 0, min: 0, max: 0 };
}

interface LineSums {
  readonly file: number;
  readonly line: number;
  self: number;
  total: number;
  own: number;
}

/** Joins the samples of source lines. */
export function mergeLineTicks(parts: readonly MergedPart[]): LineTickTable {
  const sums = new Map<string, { file: number; line: number; ticks: number }>();
  for (const { profile, rows } of parts) {
    const { length, file, line, ticks } = profile.lineTicks;
    for (let row = 0; row < length; row++) {
      const at = { file: rows.strings[file[row]], line: line[row] };
      entry(sums, `${at.file} ${at.line}`, () => ({ ...at, ticks: 0 })).ticks += ticks[row];
    }
  }
  const all = [...sums.values()];
  return {
    length: all.length,
    file: Uint32Array.from(all, sum => sum.file),
    line: Uint32Array.from(all, sum => sum.line),
    ticks: Uint32Array.from(all, sum => sum.ticks)
  };
}

/** Joins the sampled times of source lines. */
export function mergeLineTotals(parts: readonly MergedPart[]): LineTotalTable {
  const sums = new Map<string, LineSums>();
  for (const { profile, rows } of parts) {
    const { length, file, line, self, total, own } = profile.lineTotals;
    for (let row = 0; row < length; row++) {
      const at = { file: rows.strings[file[row]], line: line[row] };
      const sum = entry(sums, `${at.file} ${at.line}`, () => ({
        ...at,
        self: 0,
        total: 0,
        own: 0
      }));
      sum.self += self[row];
      sum.total += total[row];
      sum.own += own[row];
    }
  }
  const all = [...sums.values()];
  return {
    length: all.length,
    file: Uint32Array.from(all, sum => sum.file),
    line: Uint32Array.from(all, sum => sum.line),
    self: Float64Array.from(all, sum => sum.self),
    total: Float64Array.from(all, sum => sum.total),
    own: Float64Array.from(all, sum => sum.own)
  };
}

function entry<K, V>(entries: Map<K, V>, key: K, create: () => V): V {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const created = create();
  entries.set(key, created);
  return created;
}
