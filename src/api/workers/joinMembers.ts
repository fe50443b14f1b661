import { messageOf } from '../../base/errors';
import { linkMessages } from '../../model/merge/linkMessages';
import { mergeProfiles } from '../../model/merge/mergeProfiles';
import type { Profile } from '../../model/profile';
import type { MemberProfiles } from './memberRecordings';

/**
 * The profile of a recording together with those of attached threads and processes, on its clock and
 * as long as it, with arrows between what was posted and what was handled. Where they do not fit into
 * one profile, it is the own one that says so.
 */
export function joinMembers(
  own: Profile,
  { profiles, report, soundChannels }: MemberProfiles
): Profile {
  if (report === null) return own;
  const reported = { ...own, sources: [...own.sources, report] };
  try {
    const merged = mergeProfiles([reported, ...profiles]);
    const { meta, ...tables } = linkMessages(merged, soundChannels);
    const { id, name, durationNs } = own.meta;
    return { ...tables, meta: { ...meta, id, name, durationNs } };
  } catch (error) {
    const message = `Attached threads and processes are missing: ${messageOf(error)}`;
    return { ...own, sources: [...own.sources, { ...report, status: 'failed', message }] };
  }
}
