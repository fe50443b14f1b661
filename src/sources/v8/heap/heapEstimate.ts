import type { HeapAmount } from '../../../model/profile/profile';
import { type HeapSample, LONE_INTERVALS, bytesOf } from './heapSample';
import { replacedElements } from './replacedElements';

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
