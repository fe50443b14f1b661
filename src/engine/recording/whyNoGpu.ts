import type { Profile } from '../../model/profile/profile';

/**
 * Why a profile has nothing of GPUs that was to have it, and what to do, in whole sentences; null where
 * GPUs were recorded, though nothing may have run on them, and where they were not to be.
 */
export function whyNoGpu({ sources }: Pick<Profile, 'sources'>): string | null {
  const reports = sources.filter(({ source }) => source === 'cuda');
  const isRecorded = reports.some(({ status }) => status === 'ok' || status === 'partial');
  return isRecorded ? null : (reports.at(0)?.message ?? null);
}
