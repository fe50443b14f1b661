import type { HeapAmount } from '../../../model/profile/profile';

/** The bytes of an array without its elements: four words. */
const ARRAY_BYTES = 32;

/** Larger arrays are allocated apart from their elements. */
const MAX_BYTES = 1 << 17;

/** V8 aligns objects to words of so many bytes, and none is smaller than two. */
const WORD = 8;

/** With fewer samples of each size on average, counterparts may be missing by chance. */
const ENOUGH = 5;

/** The samples of `Array.from` that count arrays twice. */
interface ReplacedElements {
  /** Sizes of samples that are to be left out. */
  readonly replaced: ReadonlySet<number>;
  /** Bytes of samples that may count arrays twice, or may not. */
  readonly unclearBytes: number;
}

/**
 * V8 samples an array that `Array.from({ length })` makes together with its elements, as one object that
 * lives as long as the array. With the first decimal number the array gets other elements of the same
 * length, and those are sampled as well, without the array: what is alive has both. Those sizes are
 * recognised in pairs: one is the other without the bytes of an array, and both have about as many samples.
 * With arrays of many lengths, or with few samples, that is impossible.
 */
function replacedElements(samples: readonly HeapSample[], intervalBytes: number): ReplacedElements {
  const counts = new Map<number, number>();
  for (const { size } of samples) counts.set(size, (counts.get(size) ?? 0) + 1);
  if (samples.length < ENOUGH * counts.size) {
    const together = samples.filter(({ size }) => size < LONE_INTERVALS * intervalBytes);
    return { replaced: new Set(), unclearBytes: bytesOf(together) };
  }
  const pairs = [...counts.keys()].flatMap(size =>
    sizesWithArray(size, intervalBytes)
      .filter(whole => counts.has(whole))
      .map(whole => ({ size, whole }))
  );
  const isAlone = (pair: Pair): boolean =>
    pairs.every(({ size, whole }) => size !== pair.whole && whole !== pair.size);
  const isAlike = ({ size, whole }: Pair): boolean =>
    areAlike(counts.get(size) ?? 0, counts.get(whole) ?? 0);
  const found = pairs.filter(pair => isAlone(pair) && isAlike(pair));
  return { replaced: new Set(found.map(({ size }) => size)), unclearBytes: 0 };
}

/** Samples of elements and of the arrays that they would belong to, by their sizes. */
interface Pair {
  readonly size: number;
  readonly whole: number;
}

/** The sizes of samples of arrays whose elements may be the objects behind samples of `size` bytes. */
function sizesWithArray(size: number, intervalBytes: number): number[] {
  const found = new Set<number>();
  for (let bytes = 2 * WORD; bytes <= Math.min(size, MAX_BYTES); bytes += WORD) {
    if (size % bytes === 0 && sampledSize(bytes, intervalBytes) === size) {
      found.add(sampledSize(bytes + ARRAY_BYTES, intervalBytes));
    }
  }
  found.delete(size);
  return [...found];
}

/** True if two numbers of samples may have the same expected value. */
function areAlike(a: number, b: number): boolean {
  return Math.abs(a - b) <= 3 * Math.sqrt(a + b);
}

/** A sample of V8: an object that stands for others of its size. */
export interface HeapSample {
  /** Bytes of all objects that it stands for. */
  readonly size: number;
  /** Rises from sample to sample, also over those that are dropped. */
  readonly ordinal: number;
}

/** The bytes that samples stand for. */
export function bytesOf(samples: readonly HeapSample[]): number {
  return samples.reduce((sum, { size }) => sum + size, 0);
}

/** Samples of so many intervals and more stand for one object each: V8 adds others only to smaller ones. */
export const LONE_INTERVALS = 2.2;

/** The bytes that V8 reports for `count` sampled objects of a size, which stand for a whole number of objects. */
export function sampledSize(objectBytes: number, intervalBytes: number, count = 1): number {
  return objectBytes * Math.floor(count / -Math.expm1(-objectBytes / intervalBytes) + 0.5);
}

/** An estimate of bytes from V8's samples. */
export interface SampledHeap {
  readonly bytes: number;
  /** Variance of `bytes`, bytes². */
  readonly variance: number;
  /** Samples behind the estimate. */
  readonly samples: number;
}

/** The memory that is sampled, and how often. */
export interface HeapSampling {
  readonly intervalBytes: number;
  readonly amount: HeapAmount | 'both';
}

/** What an estimate is of, and how often that was sampled. */
export interface EstimatedAmount {
  readonly intervalBytes: number;
  readonly amount: HeapAmount;
}

/** The samples of one function on one stack. */
export interface SampledFunction {
  /** Bytes that V8 estimates for all of `samples`. */
  readonly selfSize: number;
  readonly samples: readonly HeapSample[];
  /** True for V8's own `Array.from`. */
  readonly isArrayFrom: boolean;
}

/** The sum of two independent estimates. */
export function sumOf(a: SampledHeap, b: SampledHeap): SampledHeap {
  return {
    bytes: a.bytes + b.bytes,
    variance: a.variance + b.variance,
    samples: a.samples + b.samples
  };
}

/**
 * The bytes behind the samples later than `after`. V8 rounds `selfSize` less than the sizes of the
 * samples, by which it is divided up.
 */
export function estimateHeap(
  { selfSize, samples, isArrayFrom }: SampledFunction,
  after: number,
  { intervalBytes, amount }: EstimatedAmount
): SampledHeap {
  const later = samples.filter(({ ordinal }) => ordinal > after);
  const mayBeReplaced = amount === 'alive' && isArrayFrom;
  const { replaced, unclearBytes } = replacedElements(mayBeReplaced ? later : [], intervalBytes);
  const kept = later.filter(({ size }) => !replaced.has(size));
  const scale = kept.length > 0 ? selfSize / bytesOf(samples) : 0;
  const unclear = (unclearBytes / UNCLEAR_DEVIATIONS) ** 2;
  return {
    bytes: scale * bytesOf(kept),
    variance: kept.reduce((sum, { size }) => sum + varianceOf(size, intervalBytes), unclear),
    samples: kept.length
  };
}

/** Half of what is unclear may not be there, on all stacks alike: so much more than two standard deviations. */
const UNCLEAR_DEVIATIONS = 3;

/**
 * The variance of one sample, bytes²: an object of s bytes is sampled with the probability
 * 1 − e^(−s ÷ interval) (`ScaleSample` in sampling-heap-profiler.cc), a large one almost certainly. Where
 * the size of the object is not known, this is more than the true variance.
 */
function varianceOf(size: number, intervalBytes: number): number {
  const intervals = size / intervalBytes;
  return size ** 2 * (intervals < LONE_INTERVALS ? 1 : Math.exp(-intervals));
}
