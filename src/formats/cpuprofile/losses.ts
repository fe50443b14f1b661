import type { Profile } from '../../model/profile/profile';
import { cpuprofileRows } from './write';

/**
 * What `encodeCpuprofile` leaves out of the samples of `profile`, as `200 CPU samples of other
 * threads`; empty when nothing is lost of them.
 */
export function cpuprofileLosses(profile: Profile): readonly string[] {
  const lost = profile.samples.length - cpuprofileRows(profile).length;
  if (lost === 0) return [];
  return [`${lost} CPU ${lost === 1 ? 'sample' : 'samples'} of other threads`];
}
