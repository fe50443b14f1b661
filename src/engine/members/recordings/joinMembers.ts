import { messageOf } from '../../../base/errors';
import { factsWithMembers } from '../../../model/merge/mergeFacts';
import { linkMessages } from '../../../model/merge/linkMessages';
import { mergeProfiles } from '../../../model/merge/mergeProfiles';
import type { Profile } from '../../../model/profile/profile';
import type { MemberProfiles } from './memberRecordings';
import { profileWithin } from './profileWithin';

/**
 * The profile of a recording merged with those of attached threads and processes, cut to its window and
 * after its own tracks, with arrows between the posting and the handling of messages. The facts about
 * the run are those of the recording's own profile, plus the CPU time and such facts of other processes. If they do
 * not fit into one profile, the own profile is returned with a note.
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
    const sums = { cpuTimeNs: cpuTimeOfAll(own, members), overheadNs, truncated, dropped };
    return { ...tables, meta: { ...own.meta, ...sums, ...factsWithMembers(meta) } };
  } catch (error) {
    const message = `Attached threads and processes are missing: ${messageOf(error)}`;
    return { ...own, sources: [...own.sources, { ...report, status: 'failed', message }] };
  }
}

/** The CPU time of threads is that of their process, which the own profile already includes. */
function cpuTimeOfAll(own: Profile, members: readonly Profile[]): number {
  const others = members.filter(({ meta }) => meta.pid !== own.meta.pid);
  return others.reduce((sum, { meta }) => sum + meta.cpuTimeNs, own.meta.cpuTimeNs);
}
