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
