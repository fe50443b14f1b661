import { selectRank } from '../../base/stats';
import { consecutiveRows } from '../../model/profile/columns';
import type { SliceTable, Profile, TrackKind } from '../../model/profile/profile';
import type { TimeWindow } from './window';

/**
 * Rows of the `limit` longest slices, in order of time; among equally long ones at the limit the
 * earlier. All rows if there are no more than that.
 */
export function longestSlices(
  { length, duration }: Pick<SliceTable, 'length' | 'duration'>,
  limit: number
): Uint32Array {
  if (length <= limit) return consecutiveRows(length);
  if (limit <= 0) return new Uint32Array(0);
  const shortest = selectRank(duration.slice(), 0, length, length - limit);
  let tied = limit;
  for (let row = 0; row < length; row++) if (duration[row] > shortest) tied--;
  const rows = new Uint32Array(limit);
  let used = 0;
  for (let row = 0; row < length && used < limit; row++) {
    const isTied = duration[row] === shortest;
    if (duration[row] < shortest || (isTied && tied === 0)) continue;
    if (isTied) tied--;
    rows[used++] = row;
  }
  return rows;
}

/** The slices that {@link longestOfKind} searches for. */
export interface LongestOfKindOptions {
  readonly kind: TrackKind;
  readonly window: TimeWindow;
  /** Most rows to return. */
  readonly limit: number;
}

/** Rows of the longest slices on tracks of one kind that touch the window, in order of start. */
export function longestOfKind(profile: Profile, options: LongestOfKindOptions): number[] {
  const { slices, tracks } = profile;
  const { kind, window, limit } = options;
  const wanted = tracks.map(track => track.kind === kind);
  const rows: number[] = [];
  for (let row = 0; row < slices.length && slices.start[row] <= window.toNs; row++) {
    if (!wanted[slices.track[row]]) continue;
    if (slices.start[row] + slices.duration[row] >= window.fromNs) rows.push(row);
  }
  if (rows.length <= limit) return rows;
  return rows
    .sort((a, b) => slices.duration[b] - slices.duration[a] || a - b)
    .slice(0, limit)
    .sort((a, b) => a - b);
}
