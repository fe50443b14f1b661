import { longestSlices } from '../../analysis/slices/longestSlices';
import {
  ArgKind,
  type Profile,
  type SampleTable,
  type SliceTable
} from '../../model/profile/profile';
import type { ChosenRows } from '../shared/rows/partialProfile';

/**
 * The shares of a partial overview that its tables may take. Slices get the room that the others
 * leave. If few slices leave some of it unused, the others share it equally.
 */
const SHARES = {
  args: 0.2,
  samples: 0.2,
  instants: 0.05,
  allocations: 0.1,
  heapSamples: 0.05,
  sliceStacks: 0.1,
  flows: 0.05,
  lineTicks: 0.05,
  lineTotals: 0.05,
  droppedTotals: 0.05
} as const;

/** Characters of base64 that a row takes, at most as a rule. */
const ROW_BYTES = {
  slices: 8,
  args: 6,
  samples: 8,
  heapSamples: 16,
  sliceStacks: 4,
  stacks: 6,
  frames: 14,
  instants: 10,
  allocations: 24,
  flows: 10,
  lineTicks: 8,
  lineTotals: 26,
  droppedTotals: 48
} as const;

/** The rows of a profile that fit an overview of a given size, whichever slices it has. */
export interface BundleShares {
  /** The profile with the samples and counters that fit. */
  readonly profile: Profile;
  /** 1 for each slice that may keep its arguments, which are the longest; the same for stacks. */
  readonly hasArgs: Uint8Array;
  readonly hasStack: Uint8Array;
  readonly flows: number;
  readonly rows: Omit<ChosenRows, 'slices' | 'samples' | 'args' | 'flows' | 'sliceStacks'>;
}

/**
 * Shares `bytes` of base64 out among the tables of a profile that is too large for them. Of samples
 * every n-th is kept with the time of all n, of instants every n-th, of allocations and stacks of
 * the heap the largest, of lines and dropped totals the ones with the most time, of flows the first,
 * of arguments and stacks those of the longest slices.
 */
export function shareOut(profile: Profile, bytes: number): BundleShares {
  const { slices, instants, allocations, lineTicks, lineTotals, droppedTotals } = profile;
  const sum = Object.values(SHARES).reduce((all, share) => all + share, 0);
  const left = Math.max(sum, 1 - (slices.length * ROW_BYTES.slices) / bytes);
  const bytesOf = (name: keyof typeof SHARES) => (bytes * left * SHARES[name]) / sum;
  const rowsOf = (name: keyof typeof SHARES) => Math.floor(bytesOf(name) / ROW_BYTES[name]);
  return {
    profile: { ...profile, samples: affordableSamples(profile, bytesOf('samples')) },
    hasArgs: slicesWithArgs(profile, bytesOf('args')),
    hasStack: slicesWithStacks(profile, bytesOf('sliceStacks')),
    flows: rowsOf('flows'),
    rows: {
      instants: everyNth(instants.length, rowsOf('instants')),
      allocations: largest(allocations.bytes, rowsOf('allocations')),
      heapSamples: affordableHeapSamples(profile, bytesOf('heapSamples')),
      lineTicks: largest(lineTicks.ticks, rowsOf('lineTicks')),
      lineTotals: largest(lineTotals.total, rowsOf('lineTotals')),
      droppedTotals: largest(droppedTotals.total, rowsOf('droppedTotals'))
    }
  };
}

/** The rows of an overview that has the slices in `sliceRows`, ascending. */
export function rowsWithSlices(
  { profile, rows, hasArgs, hasStack, flows }: BundleShares,
  sliceRows: Uint32Array
): Partial<ChosenRows> {
  const isKept = flagged(sliceRows, profile.slices.length);
  const { from, to } = profile.flows;
  return {
    ...rows,
    slices: sliceRows,
    args: rowsWhere(profile.args.length, row => {
      const slice = profile.args.slice[row];
      return hasArgs[slice] + isKept[slice] === 2;
    }),
    sliceStacks: rowsWhere(profile.sliceStacks.length, row => {
      const slice = profile.sliceStacks.slice[row];
      return hasStack[slice] + isKept[slice] === 2;
    }),
    flows: rowsWhere(profile.flows.length, row => {
      return isKept[from[row]] + isKept[to[row]] === 2;
    }).subarray(0, flows)
  };
}

function affordableSamples(profile: Profile, bytes: number): SampleTable {
  const { samples } = profile;
  let step = Math.max(1, Math.ceil((samples.length * ROW_BYTES.samples) / bytes));
  for (; step <= samples.length; step *= 2) {
    const thinned = thinSamples(samples, step);
    if (sampleBytes(profile, thinned) <= bytes) return thinned;
  }
  return thinSamples({ ...samples, length: 0 }, 1);
}

function sampleBytes(profile: Profile, samples: SampleTable): number {
  return samples.length * ROW_BYTES.samples + stackBytes(profile, samples.stack);
}

/** The stacks with the most bytes whose rows, with everything they refer to, take at most `bytes`. */
function affordableHeapSamples(profile: Profile, bytes: number): Uint32Array {
  const { heapSamples } = profile;
  const bothBytes = heapSamples.bytes.map((value, row) => value + heapSamples.aliveBytes[row]);
  let limit = Math.floor(bytes / ROW_BYTES.heapSamples);
  for (; limit > 0; limit >>>= 1) {
    const rows = largest(bothBytes, limit);
    const stacks = rows.map(row => heapSamples.stack[row]);
    if (rows.length * ROW_BYTES.heapSamples + stackBytes(profile, stacks) <= bytes) return rows;
  }
  return new Uint32Array(0);
}

/** The size of the stacks above `leaves` (-1 for none) with their functions and texts. */
function stackBytes(
  { stacks, frames, strings }: Profile,
  leaves: Int32Array | Uint32Array
): number {
  const seen = new Set<number>();
  for (const leaf of leaves) {
    for (let stack = leaf; stack >= 0 && !seen.has(stack); stack = stacks.prefix[stack]) {
      seen.add(stack);
    }
  }
  const seenFrames = new Set(Array.from(seen, stack => stacks.frame[stack]));
  const texts = new Set(Array.from(seenFrames, row => [frames.name[row], frames.file[row]]).flat());
  return (
    seen.size * ROW_BYTES.stacks + seenFrames.size * ROW_BYTES.frames + textBytes(strings, texts)
  );
}

function slicesWithArgs(profile: Profile, bytes: number): Uint8Array {
  return affordableSlices(profile.slices, profile.args.slice, bytes, rows => {
    return argBytes(profile, rows, bytes);
  });
}

function slicesWithStacks(profile: Profile, bytes: number): Uint8Array {
  const { sliceStacks } = profile;
  return affordableSlices(profile.slices, sliceStacks.slice, bytes, rows => {
    const rowBytes = rows.length * ROW_BYTES.sliceStacks;
    if (rowBytes > bytes) return rowBytes;
    const leaves = rows.map(row => sliceStacks.stack[row]);
    return rowBytes + stackBytes(profile, leaves);
  });
}

/** Flags the longest slices, which may keep their rows of a table whose `slice` column is given. */
function affordableSlices(
  slices: SliceTable,
  slice: Uint32Array,
  bytes: number,
  bytesOf: (rows: Uint32Array) => number
): Uint8Array {
  const isLong = new Uint8Array(slices.length).fill(1);
  if (slice.length === 0) return isLong;
  for (let limit = slices.length; limit > 0;) {
    const needed = bytesOf(rowsWhere(slice.length, row => isLong[slice[row]] === 1));
    if (needed <= bytes) return isLong;
    limit = Math.floor(limit * Math.min(0.9, bytes / needed));
    isLong.fill(0);
    for (const row of longestSlices(slices, limit)) isLong[row] = 1;
  }
  return isLong;
}

/** The size of these arguments; the texts are not looked at if there are many more than `limit`. */
function argBytes({ args, strings }: Profile, rows: Uint32Array, limit: number): number {
  const bytes = rows.length * ROW_BYTES.args;
  if (bytes > limit) return bytes;
  const texts = new Set<number>();
  for (const row of rows) {
    texts.add(args.key[row]);
    if (args.kind[row] === ArgKind.string) texts.add(args.value[row]);
  }
  return bytes + textBytes(strings, texts);
}

function textBytes(strings: readonly string[], rows: Iterable<number>): number {
  let bytes = 0;
  for (const row of rows) bytes += strings[row].length + '"",'.length;
  return bytes;
}

function everyNth(length: number, limit: number): Uint32Array {
  const step = Math.max(1, Math.ceil(length / Math.max(1, limit)));
  return limit < 1 ? new Uint32Array(0) : rowsWhere(length, row => row % step === 0);
}

/** Rows of the `limit` largest values, ascending. */
function largest(values: Float64Array | Uint32Array, limit: number): Uint32Array {
  const rows = rowsWhere(values.length, () => true);
  return rows
    .sort((a, b) => values[b] - values[a] || a - b)
    .slice(0, limit)
    .sort();
}

function flagged(rows: Uint32Array, length: number): Uint8Array {
  const flags = new Uint8Array(length);
  for (const row of rows) flags[row] = 1;
  return flags;
}

function rowsWhere(length: number, isWanted: (row: number) => boolean): Uint32Array {
  const rows = new Uint32Array(length);
  let found = 0;
  for (let row = 0; row < length; row++) if (isWanted(row)) rows[found++] = row;
  return rows.subarray(0, found);
}

/**
 * One sample of every `step` on each track, with the time of all of them; in order of time. The times
 * of all samples together, and those of each track, stay the same.
 */
export function thinSamples(samples: SampleTable, step: number): SampleTable {
  const { time, weight, stack, track } = samples;
  const kept: number[] = [];
  const weights: number[] = [];
  const last = new Map<number, { at: number; seen: number }>();
  for (let row = 0; row < samples.length; row++) {
    const before = last.get(track[row]);
    if (before && before.seen < step) {
      before.seen++;
      weights[before.at] += weight[row];
      continue;
    }
    last.set(track[row], { at: weights.length, seen: 1 });
    kept.push(row);
    weights.push(weight[row]);
  }
  return {
    length: kept.length,
    time: Float64Array.from(kept, row => time[row]),
    weight: Float64Array.from(weights),
    stack: Int32Array.from(kept, row => stack[row]),
    track: Uint16Array.from(kept, row => track[row])
  };
}
