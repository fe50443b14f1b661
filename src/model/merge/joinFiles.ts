import type { Profile, Track } from '../profile/profile';
import { mergeProfiles } from './mergeProfiles';

/** A profile among others on one timeline. */
export interface JoinedFile {
  readonly profile: Profile;
  /** Whether it says when it was recorded, by the wall clock. */
  readonly hasWallClock: boolean;
  /** Milliseconds by which it is moved in addition, to later. */
  readonly offsetMs: number;
}

/** Wall clocks are read to a millisecond: two origins of one machine that differ by no more go by its monotonic clock. */
const SAME_CLOCK_MS = 50;

/** Process ids of Linux are below this. */
const FIRST_FREE_PID = 2 ** 23;

/**
 * Profiles of several files on one timeline, each with processes of its own: at the wall clock's times if all of them
 * say when they were recorded, else all from the beginning. Those of one machine, since it was started, go by its
 * monotonic clock, which is more exact. Numbers and times of what was recorded are those of each.
 *
 * @throws ProfileError as {@link mergeProfiles} does.
 */
export function joinFiles(files: readonly JoinedFile[]): Profile {
  if (files.length === 1) return moved(files[0].profile, 0n);
  const first = files[0].profile.meta;
  const isKnown = files.every(({ hasWallClock }) => hasWallClock);
  const startsNs = files.map(({ profile: { meta }, offsetMs }) => {
    const sinceFirst = isKnown ? sinceNs(first, meta) : 0n;
    return sinceFirst + BigInt(Math.round(offsetMs * 1e6));
  });
  const earliest = startsNs.reduce((least, each) => (each < least ? each : least));
  const taken = new Set<number>();
  const parts = files.map(({ profile }, at) =>
    moved(withOwnProcesses(profile, taken), startsNs[at] - earliest)
  );
  const merged = mergeProfiles(parts);
  const begun = files[startsNs.indexOf(earliest)].profile.meta;
  const name = files.map(({ profile }) => profile.meta.name).join(' + ');
  return { ...merged, meta: { ...merged.meta, name, startedAtMs: begun.startedAtMs } };
}

function sinceNs(first: Profile['meta'], meta: Profile['meta']): bigint {
  const wallMs = meta.startedAtMs - first.startedAtMs;
  const monotonic = BigInt(meta.originNs) - BigInt(first.originNs);
  const isSame = meta.host === first.host && Math.abs(Number(monotonic) / 1e6 - wallMs);
  return isSame !== false && isSame <= SAME_CLOCK_MS ? monotonic : BigInt(Math.round(wallMs * 1e6));
}

function moved(profile: Profile, originNs: bigint): Profile {
  return { ...profile, meta: { ...profile.meta, originNs: originNs.toString() } };
}

/** The profile with other ids for processes that files before it have, too, in `taken`, where its own are added. */
function withOwnProcesses(profile: Profile, taken: Set<number>): Profile {
  const pids = new Set([profile.meta.pid, ...profile.tracks.map(({ pid }) => pid)]);
  const renumbered = new Map<number, number>();
  for (const pid of pids) {
    if (!taken.has(pid)) continue;
    let free = FIRST_FREE_PID;
    while (taken.has(free) || pids.has(free)) free++;
    renumbered.set(pid, free);
    taken.add(free);
  }
  for (const pid of pids) taken.add(renumbered.get(pid) ?? pid);
  if (renumbered.size === 0) return profile;
  const pidOf = (pid: number): number => renumbered.get(pid) ?? pid;
  const tracks = profile.tracks.map((track): Track => {
    const tid = track.kind === 'thread' && track.tid === track.pid ? pidOf(track.pid) : track.tid;
    return { ...track, pid: pidOf(track.pid), tid };
  });
  const { startUp } = profile.meta;
  const runs = startUp?.runs.map(run => ({ ...run, pid: pidOf(run.pid) }));
  const meta = {
    ...profile.meta,
    pid: pidOf(profile.meta.pid),
    ...(startUp && runs && { startUp: { ...startUp, runs } })
  };
  return { ...profile, tracks, meta };
}
