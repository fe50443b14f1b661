import { mergeProfiles } from '../../../model/merge/mergeProfiles';
import type { Profile, ProfileMeta } from '../../../model/profile/profile';
import { ProfileBuilder } from '../../../model/build/profileBuilder';

/** Category of the slices that span a session. */
const SESSION_CATEGORY = 'session';

/** MegEngine's name for the thread of the program. */
const MAIN_TRACK = 'channel';

/**
 * The profile of a session as it goes into a file with others: a slice with its name spans it, on a
 * track above the others, and the main thread is called `channel`.
 */
export function sessionProfile(profile: Profile, name: string): Profile {
  const { meta } = profile;
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'sessions', kind: 'thread', pid: meta.pid, tid: 0 });
  builder.addSlice({
    name,
    category: SESSION_CATEGORY,
    start: 0,
    duration: meta.durationNs,
    track
  });
  const tracks = profile.tracks.map(each =>
    each.kind === 'thread' && each.pid === meta.pid && each.tid === meta.pid
      ? { ...each, name: MAIN_TRACK }
      : each
  );
  return mergeProfiles([builder.build(withoutCosts(meta)), { ...profile, tracks }]);
}

/** Nothing that is summed over the profiles that are merged. */
function withoutCosts(meta: ProfileMeta): ProfileMeta {
  const dropped = { slices: 0, instants: 0, counterValues: 0, args: 0, flows: 0 };
  return { ...meta, overheadNs: 0, cpuTimeNs: 0, dropped };
}
