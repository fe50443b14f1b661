import type { Profile } from '../../model/profile/profile';
import { cpuprofileRows } from './write';

/**
 * The samples of `profile` that `encodeCpuprofile` leaves out, such as
 * `200 CPU samples of other threads`; empty if none are lost.
 */
export function cpuprofileLosses(profile: Profile): readonly string[] {
  const lost = profile.samples.length - cpuprofileRows(profile).length;
  if (lost === 0) return [];
  return [`${lost} CPU ${lost === 1 ? 'sample' : 'samples'} of other threads`];
}
