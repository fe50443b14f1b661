/** V8's samples of one stack. */
export interface SampledHeap {
  /** Bytes, as V8 estimates them. */
  readonly bytes: number;
  /** Samples behind the estimate. */
  readonly samples: number;
}

/** The size of the smallest object on V8's heap, bytes. */
const SMALLEST_OBJECT = 8;

/** The weight of the mean size of all stacks, in samples of one stack. */
const PRIOR_SAMPLES = 2;

/**
 * The number of objects that the samples of each stack represent. V8 reports only their bytes: it
 * counts a sampled object of size s for 1 ÷ (1 − e^(−s ÷ interval)) of its kind (`ScaleSample` in
 * sampling-heap-profiler.cc), so that a sample of small objects has a little more than an interval's
 * bytes, by half an object. From that comes the mean size of a stack's objects, and from few samples
 * with little certainty: the fewer, the more the mean of all stacks counts. If a stack allocates
 * objects of very different sizes, the estimate is below the true number.
 */
export class HeapObjects {
  private readonly meanSize: number;

  constructor(
    all: readonly SampledHeap[],
    private readonly intervalBytes: number
  ) {
    const sum = { bytes: 0, samples: 0 };
    for (const { bytes, samples } of all) {
      sum.bytes += bytes;
      sum.samples += samples;
    }
    this.meanSize = this.sizeBehind(sum);
  }

  /** The objects of one stack, at least as many as were sampled. */
  of(stack: SampledHeap): number {
    const own = this.sizeBehind(stack);
    const weight = stack.samples + PRIOR_SAMPLES;
    const size = (stack.samples * own + PRIOR_SAMPLES * this.meanSize) / weight;
    return Math.max(stack.samples, Math.round(stack.bytes / size));
  }

  /** The size of objects whose samples have so many bytes on average, by halving. */
  private sizeBehind({ bytes, samples }: SampledHeap): number {
    const perSample = bytes / Math.max(1, samples);
    let [low, high] = [SMALLEST_OBJECT, Math.max(SMALLEST_OBJECT, perSample)];
    while (high - low > 1e-3 * low) {
      const middle = (low + high) / 2;
      if (middle / -Math.expm1(-middle / this.intervalBytes) < perSample) low = middle;
      else high = middle;
    }
    return low;
  }
}
