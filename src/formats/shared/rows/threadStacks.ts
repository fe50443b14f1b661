import type { Profile } from '../../../model/profile/profile';
import type { writtenStacks } from './callPath';
import { groupRows, rowsOf } from './rowGroups';

/** The CPU samples of a thread with one stack. */
export interface ThreadStack {
  /** The stack as it is written, see {@link writtenStacks}. */
  readonly stack: number;
  readonly track: number;
  readonly count: number;
  /** CPU time, a whole number of nanoseconds up to 2⁵³ - 1. */
  readonly totalNs: number;
}

/** The stacks of each thread with their samples; idle samples are left out. */
export function threadStacks(
  { samples, tracks }: Profile,
  stackFor: ReturnType<typeof writtenStacks>
): readonly ThreadStack[] {
  const byTrack = groupRows(samples.track, tracks.length);
  return tracks.flatMap((_, track) => {
    const sums = new Map<number, { count: number; totalNs: number }>();
    for (const row of rowsOf(byTrack, track)) {
      const stack = stackFor(samples.stack[row]);
      if (stack < 0) continue;
      const sum = sums.get(stack) ?? { count: 0, totalNs: 0 };
      sum.count++;
      sum.totalNs += samples.weight[row];
      sums.set(stack, sum);
    }
    return Array.from(sums, ([stack, { count, totalNs }]) => {
      return { stack, track, count, totalNs: wholeNumber(totalNs) };
    });
  });
}

/** Rounded, and small enough for readers that count in 64 bits. */
export function wholeNumber(value: number): number {
  return Math.min(Math.round(value), Number.MAX_SAFE_INTEGER);
}

/** Times of the CPU samples of a profile as formats of samples have them, whole nanoseconds. */
interface SamplingTimes {
  /** The start, from the Unix epoch on. */
  readonly startedAtNs: bigint;
  readonly durationNs: number;
  /** The mean time of a sample; null without samples. */
  readonly periodNs: number | null;
}

/** The times of a profile's CPU samples. */
export function samplingTimes({ meta, samples }: Profile): SamplingTimes {
  const sampledNs = samples.weight.reduce((sum, weight) => sum + weight, 0);
  return {
    startedAtNs: BigInt(Math.round(meta.startedAtMs * 1000)) * 1000n,
    durationNs: Math.max(0, Math.round(meta.durationNs)),
    periodNs: samples.length === 0 ? null : Math.round(sampledNs / samples.length)
  };
}
