import { formatBytes } from '../../base/text';
import type { Profile } from '../../model/profile/profile';
import { OUT_OF_MEMORY } from '../../model/profile/sourceReport';

/**
 * A profile with the reason why its thread or process ended, where V8 or Node ended that because its heap had reached
 * its limit, bytes; the profile itself where that is null.
 */
export function withFullHeap(profile: Profile, what: string, limitBytes: number | null): Profile {
  if (limitBytes === null) return profile;
  const message = `${what} ${OUT_OF_MEMORY}: its heap of ${formatBytes(limitBytes)} was full.`;
  const report = { source: 'memory', status: 'partial', message, records: 0 } as const;
  return { ...profile, sources: [...profile.sources, report] };
}
