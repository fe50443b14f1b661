import { sumHelperCpu } from '../../../model/profile/helperCpu';
import { messageOf } from '../../../base/errors';
import { linkMessages } from '../../../model/merge/linkMessages';
import { mergeProfiles } from '../../../model/merge/mergeProfiles';
import type { Profile } from '../../../model/profile/profile';
import type { MemberProfiles } from './memberRecordings';
import { profileWithin } from './profileWithin';

/**
 * The profile of a recording together with those of attached threads and processes, cut to its window
 * and behind its own tracks, with arrows between what was posted and what was handled. What is known
 * of the run is that of the own profile, with the CPU time of other processes. Where they do not fit
 * into one profile, it is the own one that says so.
 */
export function joinMembers(
  own: Profile,
  { profiles, report, soundChannels }: Omit<MemberProfiles, 'titles'>
): Profile {
  if (report === null) return own;
  const reported = { ...own, sources: [...own.sources, report] };
  try {
    const { originNs, durationNs } = own.meta;
    const members = profiles.map(each => profileWithin(each, BigInt(originNs), durationNs));
    const { meta, ...tables } = linkMessages(mergeProfiles([reported, ...members]), soundChannels);
    const { overheadNs, truncated, dropped } = meta;
    const cpuTimeNs = cpuTimeOfAll(own, members);
    const sums = { cpuTimeNs, overheadNs, ...sumHelperCpu([meta]) };
    return { ...tables, meta: { ...own.meta, ...sums, truncated, dropped } };
  } catch (error) {
    const message = `Attached threads and processes are missing: ${messageOf(error)}`;
    return { ...own, sources: [...own.sources, { ...report, status: 'failed', message }] };
  }
}

/** The CPU time of threads is that of their process, which the own profile has already. */
function cpuTimeOfAll(own: Profile, members: readonly Profile[]): number {
  const others = members.filter(({ meta }) => meta.pid !== own.meta.pid);
  return others.reduce((sum, { meta }) => sum + meta.cpuTimeNs, own.meta.cpuTimeNs);
}
