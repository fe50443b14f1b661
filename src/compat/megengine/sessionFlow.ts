import { NS_PER_MS } from '../../base/time';
import { type FlowMark, memoryFlowSvg } from '../../formats/memoryFlow/write';
import { mergeProfiles } from '../../model/merge/mergeProfiles';
import type { Profile } from '../../model/profile/profile';
import { ProfileBuilder } from '../../model/build/profileBuilder';

/** Time between two sessions in the picture, as a share of all. */
const GAP_SHARE = 0.01;

/** The allocations of one session. */
export interface FlowSession {
  readonly name: string;
  readonly profile: Profile;
}

/** The part of a session that is kept for the common picture: its allocations. */
export function flowSession(profile: Profile, name: string): FlowSession {
  const { meta, strings, allocations } = profile;
  return { name, profile: { ...new ProfileBuilder().build(meta), strings, allocations } };
}

/**
 * The allocations of all sessions in one picture: one session after another, without the time that
 * passed between them, each with a mark at its beginning.
 */
export function sessionsFlow(sessions: readonly FlowSession[]): string {
  if (sessions.length === 1) return memoryFlowSvg(sessions[0].profile);
  const totalNs = sessions.reduce((sum, { profile }) => sum + profile.meta.durationNs, 0);
  const gapNs = Math.max(
    1,
    Math.round((GAP_SHARE * Math.max(totalNs, NS_PER_MS)) / sessions.length)
  );
  const marks: FlowMark[] = [];
  const moved: Profile[] = [];
  let timeNs = 0;
  for (const { name, profile } of sessions) {
    marks.push({ timeNs, text: name });
    const meta = { ...profile.meta, originNs: String(timeNs) };
    moved.push({ ...profile, meta });
    timeNs += Math.ceil(profile.meta.durationNs) + gapNs;
  }
  return memoryFlowSvg(mergeProfiles(moved), marks);
}
