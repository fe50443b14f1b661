import { WAITING_CATEGORY } from '../../model/profile/categories';
import { growing } from '../../model/profile/columns';
import type { Profile } from '../../model/profile/profile';
import type { Intervals } from './intervals';
import { NO_TIME, unionOf } from './intervals';

/** Rows of the slices in which the thread of `track` waited, in order of start. */
export function waitRows({ slices, tracks, labels, strings }: Profile, track: number): Uint32Array {
  const isWait = tracks.map(({ kind, parent }) => kind === 'waiting' && parent === track);
  return rowsOnTracks(slices, isWait).filter(
    row => strings[labels.category[slices.label[row]]] === WAITING_CATEGORY
  );
}

/** Rows of the garbage collections, in order of start. */
export function collectionRows({ slices, tracks }: Profile): Uint32Array {
  return rowsOnTracks(
    slices,
    tracks.map(({ kind }) => kind === 'gc')
  );
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
