import type { Profile, TrackKind } from '../../model/profile/profile';
import type { TimeWindow } from './window';

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
