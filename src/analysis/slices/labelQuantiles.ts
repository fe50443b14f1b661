import { rankOf, selectRank } from '../../base/stats';
import type { SliceTable } from '../../model/profile/profile';

/** Percentiles that tables show. */
export const SHOWN_QUANTILES: readonly number[] = [0.5, 0.95, 0.99];

/** Labels with fewer slices have one bucket for all; that also bounds the number of buckets. */
const MANY_SLICES = 4096;

/** One bucket for less than 1, then 64 within each power of two; the last takes all beyond 2⁵³. */
const BUCKETS = 64 * 54 + 2;

/** The value before bucket 1 in the high words of doubles, shifted: see {@link bucketCounts}. */
const BUCKET_OFFSET = ((1023 << 20) >>> 14) - 1;

/** The positions of each label's buckets in one common table. */
interface BucketPlan {
  /** First bucket of the label. */
  readonly base: Uint32Array;
  /** -1 for a label with {@link BUCKETS} buckets, 0 for one with a single bucket. */
  readonly mask: Int32Array;
  readonly size: number;
}

/** The bucket that holds each percentile, and its rank in there; entry `3 × label + i`. */
interface Targets {
  readonly bucket: Uint32Array;
  readonly rank: Uint32Array;
}

/**
 * p50, p95 and p99 of the durations of each label, nanoseconds, exact: entry `3 × label + i`, 0 for a
 * label without slices. `sliceCount` is the number of slices by label. A logarithmic histogram finds
 * the bucket of each percentile; only the durations in those buckets are collected and selected from.
 * Nothing is sorted.
 */
export function labelQuantiles(slices: SliceTable, sliceCount: Float64Array): Float64Array {
  const plan = planBuckets(sliceCount);
  const counts = bucketCounts(slices, plan);
  const targets = findTargets(counts, plan);
  const { first, used } = allotSlots(counts, targets.bucket);
  const gathered = gather(slices, plan, { first, used });
  return Float64Array.from(targets.bucket, (bucket, entry) => {
    const from = first[bucket];
    const length = counts[bucket];
    if (length === 0) return 0;
    return selectRank(gathered, from, from + length, from + targets.rank[entry]);
  });
}

function planBuckets(sliceCount: Float64Array): BucketPlan {
  const base = new Uint32Array(sliceCount.length);
  let size = 0;
  sliceCount.forEach((count, label) => {
    base[label] = size;
    size += count < MANY_SLICES ? 1 : BUCKETS;
  });
  const mask = Int32Array.from(sliceCount, count => (count < MANY_SLICES ? 0 : -1));
  return { base, mask, size };
}

/**
 * Slices in each bucket. The high word of a non-negative double grows with the double; 14 bits
 * less leave its exponent and 6 bits of its mantissa.
 */
function bucketCounts({ length, label, duration }: SliceTable, plan: BucketPlan): Uint32Array {
  const { base, mask, size } = plan;
  const words = highWords(duration);
  const counts = new Uint32Array(size);
  for (let row = 0; row < length; row++) {
    const key = label[row];
    counts[base[key] + (bucketOf(words[2 * row + 1]) & mask[key])]++;
  }
  return counts;
}

/** Collects the durations of every bucket that has a place in `first`, next to each other. */
function gather(
  { length, label, duration }: SliceTable,
  { base, mask }: BucketPlan,
  { first, used }: Slots
): Float64Array {
  const words = highWords(duration);
  const next = first.slice();
  const gathered = new Float64Array(used);
  for (let row = 0; row < length; row++) {
    const key = label[row];
    const bucket = base[key] + (bucketOf(words[2 * row + 1]) & mask[key]);
    if (next[bucket] >= 0) gathered[next[bucket]++] = duration[row];
  }
  return gathered;
}

function findTargets(counts: Uint32Array, { base, size }: BucketPlan): Targets {
  const entries = base.length * SHOWN_QUANTILES.length;
  const bucket = new Uint32Array(entries);
  const rank = new Uint32Array(entries);
  for (let key = 0; key < base.length; key++) {
    const end = key + 1 < base.length ? base[key + 1] : size;
    const total = sum(counts, base[key], end);
    let at = base[key];
    let before = 0;
    SHOWN_QUANTILES.forEach((quantile, i) => {
      const wanted = rankOf(total, quantile);
      while (at + 1 < end && before + counts[at] <= wanted) before += counts[at++];
      bucket[key * SHOWN_QUANTILES.length + i] = at;
      rank[key * SHOWN_QUANTILES.length + i] = wanted - before;
    });
  }
  return { bucket, rank };
}

/** The destination of the durations of the requested buckets. */
interface Slots {
  /** For each wanted bucket its first place, -1 for all others. */
  readonly first: Int32Array;
  /** Places in all. */
  readonly used: number;
}

function allotSlots(counts: Uint32Array, wanted: Uint32Array): Slots {
  const first = new Int32Array(counts.length).fill(-1);
  let used = 0;
  for (const bucket of wanted) {
    if (first[bucket] >= 0) continue;
    first[bucket] = used;
    used += counts[bucket];
  }
  return { first, used };
}

function sum(counts: Uint32Array, from: number, to: number): number {
  let total = 0;
  for (let at = from; at < to; at++) total += counts[at];
  return total;
}

function bucketOf(highWord: number): number {
  const bucket = (highWord >>> 14) - BUCKET_OFFSET;
  return bucket < 0 ? 0 : bucket < BUCKETS ? bucket : BUCKETS - 1;
}

/** The column as pairs of words, low before high as every supported machine has them. */
function highWords(column: Float64Array): Uint32Array {
  return new Uint32Array(column.buffer, column.byteOffset, 2 * column.length);
}
