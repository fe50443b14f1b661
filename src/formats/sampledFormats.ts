import type { Profile } from '../model/profile/profile';
import { hasCpuSamples } from './shared/rows/callPath';
import { cpuprofileRows } from './cpuprofile/write';

/** Formats that hold samples and nothing else. */
export type SampledFormat = 'cpuprofile' | 'pprof';

/**
 * Whether a file of that format would have nothing of `profile` in it, since there are no samples.
 * To be said wherever a person asks for one.
 */
export function lacksSamples(profile: Profile, format: SampledFormat): boolean {
  const hasHeap = format === 'pprof' && profile.heapSamples.length > 0;
  return !hasHeap && !hasCpuSamples(profile);
}

/**
 * What `encodeCpuprofile` leaves out of the samples of `profile`, as `200 CPU samples of other
 * threads`; empty when nothing is lost of them.
 */
export function cpuprofileLosses(profile: Profile): readonly string[] {
  const lost = profile.samples.length - cpuprofileRows(profile).length;
  if (lost === 0) return [];
  return [`${lost} CPU ${lost === 1 ? 'sample' : 'samples'} of other threads`];
}
