import { WAITING_CATEGORY } from '../../model/profile/categories';
import { rowsWhere } from '../../model/profile/columns';
import type { Profile } from '../../model/profile/profile';
import type { Intervals } from './intervals';
import { NO_TIME, unionOf } from './intervals';

/** Rows of the slices in which the thread of `track` waited, in order of start. */
export function waitRows({ slices, tracks, labels, strings }: Profile, track: number): Uint32Array {
  const isWait = tracks.map(({ kind, parent }) => kind === 'waiting' && parent === track);
  return rowsWhere(
    slices.length,
    row =>
      isWait[slices.track[row]] && strings[labels.category[slices.label[row]]] === WAITING_CATEGORY
  );
}

/** Rows of the garbage collections, in order of start. */
export function collectionRows({ slices, tracks }: Profile): Uint32Array {
  const isGc = tracks.map(({ kind }) => kind === 'gc');
  return rowsWhere(slices.length, row => isGc[slices.track[row]]);
}

/** When any of the slices of `rows` ran. */
export function timesOf({ start, duration }: Profile['slices'], rows: Uint32Array): Intervals {
  if (rows.length === 0) return NO_TIME;
  return unionOf(Array.from(rows, row => [start[row], start[row] + duration[row]]));
}
