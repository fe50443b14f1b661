import type { Profile } from '../../model/profile';
import { busyTimes } from '../gpu/busyTimes';
import { gpuWork } from '../gpu/gpuWork';
import { lengthOf } from '../steps/intervals';

/**
 * The share of the recorded window in which nothing ran on a GPU, per cent: no slice of work on any of
 * its streams. The mean over the GPUs on which anything ran; null when there is none.
 */
export function gpuIdlePercent(profile: Profile): number | null {
  const { durationNs } = profile.meta;
  const devices = busyTimes(profile, gpuWork(profile));
  if (devices.length === 0 || !(durationNs > 0)) return null;
  const shares = devices.map(({ all }) => lengthOf(all) / durationNs);
  return 100 * (1 - shares.reduce((sum, share) => sum + share, 0) / shares.length);
}
