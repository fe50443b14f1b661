import { consecutiveRows, concatenate, permute } from '../profile/columns';
import {
  type ArgTable,
  type FlowTable,
  type Profile,
  type SliceTable,
  type CounterSeries,
  ArgKind,
  PROFILE_VERSION,
  type LineTickTable,
  type LineTotalTable,
  type TotalTable
} from '../profile/profile';
import { ProfileError } from '../../schema/schema';
import { type MergedPart, mergeContext } from './mergeContext';
import { mergeMeta, mergeSources, mergeSourceTexts } from './mergeMeta';
import { mergeOrder, mergeHeapSamples, mergeSliceStacks, mergeStacks } from './mergeStacks';
import { type TablePart, mergeTable, rowsAfter } from './mergeTable';

/**
 * Several profiles of one machine on one clock and one timeline, which begins with the earliest.
 * Threads that occur in several have one track; counters of one name on one track are joined; lanes are
 * shared by profiles that do not overlap. Statistics of the result cover all slices and values
 * together. A single profile is returned unchanged. Linear in the total number of rows.
 *
 * @throws ProfileError for no profile, or one of more tracks than a profile can have.
 */
export function mergeProfiles(profiles: readonly Profile[]): Profile {
  if (profiles.length === 0) throw new ProfileError('There is no profile to merge');
  if (profiles.length === 1) return profiles[0];
  const context = mergeContext([...profiles].sort(byOrigin));
  const { parts } = context;
  const { slices, parts: withRows } = mergeSlices(parts);
  const { stacks, frames, stackRows } = mergeStacks(parts);
  const placed = withRows.map((part, at) => ({
    ...part,
    rows: { ...part.rows, stacks: stackRows[at] }
  }));
  return {
    version: PROFILE_VERSION,
    meta: mergeMeta(context),
    labels: context.labels,
    tracks: context.tracks,
    slices,
    args: mergeArgs(placed),
    counters: mergeCounters(parts),
    instants: mergeTable('instants', parts, timeOrder(parts, 'instants')),
    allocations: mergeTable('allocations', parts, timeOrder(parts, 'allocations')),
    flows: mergeFlows(placed),
    samples: mergeTable('samples', placed, timeOrder(parts, 'samples')),
    heapSamples: mergeHeapSamples(placed),
    sliceStacks: mergeSliceStacks(placed),
    stacks,
    frames,
    lineTicks: mergeLineTicks(parts),
    lineTotals: mergeLineTotals(parts),
    sourceTexts: mergeSourceTexts(profiles),
    droppedTotals: mergeDroppedTotals(parts),
    sources: mergeSources(profiles),
    strings: context.strings.toArray()
  };
}

function byOrigin(a: Profile, b: Profile): number {
  const difference = BigInt(a.meta.originNs) - BigInt(b.meta.originNs);
  return difference < 0n ? -1 : Number(difference > 0n);
}

function timeOrder(
  parts: readonly MergedPart[],
  table: 'instants' | 'allocations' | 'samples'
): Uint32Array | null {
  return mergeOrder(parts.map(part => movedTimes(part.profile[table].time, part)));
}

function movedTimes(time: Float64Array, { shiftNs }: MergedPart): Float64Array {
  return shiftNs === 0 ? time : time.map(at => at + shiftNs);
}

interface MergedSlices {
  readonly slices: SliceTable;
  /** The parts, with the merged row of each of their slices. */
  readonly parts: readonly TablePart[];
}

function mergeSlices(parts: readonly MergedPart[]): MergedSlices {
  const order = mergeOrder(parts.map(part => movedTimes(part.profile.slices.start, part)));
  const rowOf = order && rowsAfter(order);
  let first = 0;
  const withRows = parts.map(part => {
    const { length } = part.profile.slices;
    const base = first;
    first += length;
    const slices = rowOf ? rowOf.subarray(base, base + length) : consecutiveRows(length, base);
    return { ...part, rows: { ...part.rows, slices } };
  });
  return { slices: mergeTable('slices', parts, order), parts: withRows };
}

function mergeArgs(parts: readonly TablePart[]): ArgTable {
  const keys = parts.map(({ profile: { args }, rows: { slices } }) =>
    Float64Array.from(args.slice, row => slices?.[row] ?? row)
  );
  const order = mergeOrder(keys);
  const moved = parts.map(part => ({ ...part, profile: withMergedTexts(part) }));
  return mergeTable('args', moved, order);
}

/** The part's profile with the numbers of text in its arguments as they are when merged. */
function withMergedTexts({ profile, rows: { strings } }: TablePart): Profile {
  const { args } = profile;
  const value = args.value.map((each, row) =>
    args.kind[row] === ArgKind.string ? strings[each] : each
  );
  return { ...profile, args: { ...args, value } };
}

function mergeFlows(parts: readonly TablePart[]): FlowTable {
  return mergeTable('flows', parts, null);
}

/** Joins counters that are the same in all but their values: on one track, by name and unit. */
function mergeCounters(parts: readonly MergedPart[]): CounterSeries[] {
  const groups = new Map<string, CounterSeries[]>();
  for (const series of parts.flatMap(movedCounters)) {
    const { name, category, unit, kind, track } = series;
    const key = JSON.stringify([name, category, unit, kind, track]);
    const group = groups.get(key);
    if (group) group.push(series);
    else groups.set(key, [series]);
  }
  return [...groups.values()].map(joinSeries);
}

function movedCounters({ profile, rows, shiftNs }: MergedPart): CounterSeries[] {
  return profile.counters.map(series => ({
    ...series,
    track: rows.tracks[series.track],
    time: shiftNs === 0 ? series.time : series.time.map(at => at + shiftNs)
  }));
}

function joinSeries(group: readonly CounterSeries[]): CounterSeries {
  if (group.length === 1) return group[0];
  const times = group.map(({ time }) => time);
  const order = mergeOrder(times);
  const join = (columns: readonly Float64Array[]): Float64Array => {
    const joined = concatenate(columns);
    return order ? permute(joined, order, new Float64Array(joined.length)) : joined;
  };
  return { ...group[0], time: join(times), value: join(group.map(({ value }) => value)) };
}

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
