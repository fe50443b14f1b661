import { selectRank } from '../../base/stats';
import { consecutiveRows } from '../../model/profile/columns';
import type { SliceTable } from '../../model/profile/profile';

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
