import type { Profile } from '../../model/profile/profile';

/**
 * Why a profile that should have GPU data has none, and what to do, in full sentences; null if GPUs
 * were recorded, even if nothing ran on them, and if they were not requested.
 */
export function whyNoGpu({ sources }: Pick<Profile, 'sources'>): string | null {
  const reports = sources.filter(({ source }) => source === 'cuda');
  const isRecorded = reports.some(({ status }) => status === 'ok' || status === 'partial');
  return isRecorded ? null : (reports.at(0)?.message ?? null);
}
