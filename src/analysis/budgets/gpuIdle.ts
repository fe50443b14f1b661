import type { Profile } from '../../model/profile/profile';
import { gpuBusyNs } from '../gpu/gpuBusyNs';

/**
 * The share of the recorded window in which nothing ran on a GPU, per cent: no slice of work on any of
 * its streams. The mean over the GPUs on which anything ran; null when there is none.
 */
export function gpuIdlePercent(profile: Profile): number | null {
  const { durationNs } = profile.meta;
  const busyNs = gpuBusyNs(profile);
  return busyNs === null || !(durationNs > 0) ? null : 100 * (1 - busyNs / durationNs);
}
