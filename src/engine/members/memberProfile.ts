import { deflateRawSync } from 'node:zlib';
import { KernelscopeError } from '../../base/errors';
import { formatBytes } from '../../base/text';
import { decodeKscope } from '../../formats/kscope/read';
import { encodeKscope } from '../../formats/kscope/write';
import type { Profile } from '../../model/profile/profile';
import { validateProfile } from '../../model/validate/validate';
import { inflateBounded } from '../results/readWithin';
import { type CollectedThread, completeThread } from '../results/collectedThread';
import { packPlain, unpackPlain } from '../../base/plainData';

/** Bytes that a profile may have on its way between processes. */
export const MAX_PROFILE_BYTES = 64 << 20;

/** Maximum size of its tables on arrival, bytes. */
const MAX_RAW_BYTES = 512 << 20;

/** The fastest level: both sides of the channel wait for it. */
const FAST = { level: 1 };

/** A profile of an attached thread or process cannot be sent, or what arrived is none. */
export class MemberProfileError extends KernelscopeError {}

/**
 * The bytes of a profile for another process.
 *
 * @throws MemberProfileError when there are more than {@link MAX_PROFILE_BYTES}
 */
export function packProfile(profile: Profile): Uint8Array {
  const bytes = encodeKscope(profile, { deflate: raw => deflateRawSync(raw, FAST) });
  if (bytes.length <= MAX_PROFILE_BYTES) return bytes;
  const size = `${formatBytes(bytes.length)}, more than ${formatBytes(MAX_PROFILE_BYTES)}`;
  throw new MemberProfileError(`its profile has ${size}: keep fewer slices, or record less`);
}

/** Bytes up to which a profile is not compressed. */
const PLAIN_BYTES = 8 << 20;

/**
 * The bytes of a profile for another process, of a process that is about to end: it ends the sooner if a small
 * one is not compressed.
 *
 * @throws MemberProfileError as {@link packProfile}
 */
export function packQuickly(profile: Profile): Uint8Array {
  return plainProfile(profile) ?? packProfile(profile);
}

/** The bytes of a profile without compression; null for a large one. */
export function plainProfile(profile: Profile): Uint8Array | null {
  const plain = encodeKscope(profile);
  return plain.length <= PLAIN_BYTES ? plain : null;
}

/**
 * The profile in bytes from another process: validated like one from a stranger.
 *
 * @throws MemberProfileError for too many bytes, or an incomplete profile
 */
export function unpackProfile(bytes: Uint8Array): Profile {
  if (bytes.length > MAX_PROFILE_BYTES) {
    throw new MemberProfileError(`its profile has ${formatBytes(bytes.length)}, which is too much`);
  }
  const profile = decodeKscope(bytes, { inflate: inflateBounded, maxBytes: MAX_RAW_BYTES });
  if (profile.meta.truncated) throw new MemberProfileError('its profile arrived incomplete');
  return profile;
}

/** Packs the data collected from a thread or process that is about to end. */
export function packCollected(thread: CollectedThread): Uint8Array {
  return packPlain(thread);
}

/**
 * Completes the profile of a thread or process with the data collected from it, and validates it.
 *
 * @throws Error where it is damaged
 */
export function completeMember(profile: Profile, collected: Uint8Array): Profile {
  return validateProfile(completeThread(profile, unpackPlain(collected) as CollectedThread));
}

/**
 * The profile of a thread, for merging with those of other threads: its counters belong to the thread,
 * not to the process, where counters of another thread may have the same names.
 */
export function asProfileOfThread(profile: Profile): Profile {
  const thread = profile.tracks.findIndex(({ kind }) => kind === 'worker');
  if (thread < 0) return profile;
  const counters = profile.counters.map(series => ({
    ...series,
    track: series.track === 0 ? thread : series.track
  }));
  return { ...profile, counters };
}
