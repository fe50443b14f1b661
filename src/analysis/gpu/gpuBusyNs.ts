import type { Profile } from '../../model/profile/profile';
import { lengthOf } from '../slices/intervals';
import { busyTimes } from './busyTimes';
import { gpuWork } from './gpuWork';

/** Busy time of GPUs in nanoseconds, the mean over those that worked; null if none did. */
export function gpuBusyNs(profile: Profile): number | null {
  const work = gpuWork(profile);
  if (work.rows.length === 0) return null;
  const lengths = busyTimes(profile, work).map(({ all }) => lengthOf(all));
  return lengths.reduce((sum, each) => sum + each, 0) / lengths.length;
}
