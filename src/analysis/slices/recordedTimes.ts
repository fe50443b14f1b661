import { LOOP_TURN_CATEGORY, WAITING_CATEGORY } from '../../model/profile/categories';
import { growing } from '../../model/profile/columns';
import type { Profile } from '../../model/profile/profile';
import { coreWaits } from './coreWaits';
import { type Intervals, NO_TIME, joined, unionOf, without } from './intervals';

/** Rows of the slices in which the thread of `track` waited, in order of start. */
export function waitRows(profile: Profile, track: number): Uint32Array {
  return rowsBeside(profile, track, [WAITING_CATEGORY]);
}

/** The same with the turns of its event loop in which it did not wait: between any two of them code ran without a pause. */
export function turnRows(profile: Profile, track: number): Uint32Array {
  return rowsBeside(profile, track, [WAITING_CATEGORY, LOOP_TURN_CATEGORY]);
}

function rowsBeside(
  { slices, tracks, labels, strings }: Profile,
  track: number,
  categories: readonly string[]
): Uint32Array {
  const isWait = tracks.map(({ kind, parent }) => kind === 'waiting' && parent === track);
  return rowsOnTracks(slices, isWait).filter(row =>
    categories.includes(strings[labels.category[slices.label[row]]])
  );
}

/**
 * Rows of the garbage collections of the thread of `track`, in order of start; null where it is not known
 * whose they are: recordings of old versions have those of a process and of its workers on one track.
 */
export function collectionRows({ slices, tracks }: Profile, track: number): Uint32Array | null {
  const owners = tracks.map(({ kind, pid, parent }) => {
    if (kind !== 'gc') return NOBODYS;
    const above = parent < 0 ? undefined : tracks[parent].kind;
    if (above === 'thread' || above === 'worker') return parent === track ? OURS : NOBODYS;
    if (track < 0) return OURS;
    if (pid !== tracks[track].pid) return NOBODYS;
    return tracks.some(each => each.kind === 'worker' && each.pid === pid) ? ANYBODYS : OURS;
  });
  if (owners.includes(ANYBODYS)) return null;
  return rowsOnTracks(
    slices,
    owners.map(owner => owner === OURS)
  );
}

const [NOBODYS, OURS, ANYBODYS] = [0, 1, 2];

/** The garbage collections of the profiled thread. */
export interface CollectionTimes {
  readonly count: number;
  readonly times: Intervals;
}

/**
 * When the thread of `track` collected garbage, without the times for which it waited for a core meanwhile; null where it
 * is not known whose collections they are. It is more than its samples show, as it also waits for threads that help it.
 */
export function collectingTimes(profile: Profile, track: number): Intervals | null {
  const rows = collectionRows(profile, track);
  return rows && without(timesOf(profile.slices, rows), coreWaits(profile, track) ?? NO_TIME);
}

/** Those of the profiled thread, of `profiledTracks`; null where it is not known whose they are. */
export function collectionTimes(
  profile: Profile,
  threads: readonly number[]
): CollectionTimes | null {
  const times = threads.map(track => collectingTimes(profile, track));
  const known = times.filter(each => each !== null);
  if (known.length < times.length) return null;
  const counts = threads.map(track => collectionRows(profile, track)?.length ?? 0);
  return {
    count: counts.reduce((sum, each) => sum + each, 0),
    times: known.reduce(joined, NO_TIME)
  };
}

/** When the profiled thread waited, of `profiledTracks`. */
export function waitTimes(profile: Profile, threads: readonly number[]): Intervals {
  return threads
    .map(track => timesOf(profile.slices, waitRows(profile, track)))
    .reduce(joined, NO_TIME);
}

/** Rows of the slices on the wanted tracks: of a few among very many, as a rule. */
function rowsOnTracks(
  { length, track }: Profile['slices'],
  isWanted: readonly boolean[]
): Uint32Array {
  const rows = growing.uint32();
  if (!isWanted.includes(true)) return rows.toColumn();
  const wanted = Uint8Array.from(isWanted, Number);
  for (let row = 0; row < length; row++) if (wanted[track[row]] === 1) rows.push(row);
  return rows.toColumn();
}

/** When any of the slices of `rows` ran. */
export function timesOf({ start, duration }: Profile['slices'], rows: Uint32Array): Intervals {
  if (rows.length === 0) return NO_TIME;
  return unionOf(Array.from(rows, row => [start[row], start[row] + duration[row]]));
}
