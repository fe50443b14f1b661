import type { Profile } from '../../../model/profile/profile';

/** Times of the CPU samples of a profile as formats of samples have them, whole nanoseconds. */
export interface SamplingTimes {
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
