import { type HeapSample, LONE_INTERVALS, bytesOf, sampledSize } from './heapSample';

/** The bytes of an array without its elements: four words. */
const ARRAY_BYTES = 32;

/** Larger arrays are allocated apart from their elements. */
const MAX_BYTES = 1 << 17;

/** V8 aligns objects to words of so many bytes, and none is smaller than two. */
const WORD = 8;

/** With fewer samples of each size on average, counterparts may be missing by chance. */
const ENOUGH = 5;

/** The samples of `Array.from` that count arrays twice. */
export interface ReplacedElements {
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
export function replacedElements(
  samples: readonly HeapSample[],
  intervalBytes: number
): ReplacedElements {
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
