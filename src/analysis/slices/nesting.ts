import { oncePer } from '../../base/oncePer';
import type { Profile, SliceTable } from '../../model/profile/profile';

/** The columns of a slice table that {@link enclosingSlices} reads. */
export type SlicePlaces = Pick<SliceTable, 'length' | 'start' | 'duration' | 'track'>;

/** {@link enclosingSlices} of all slices of a profile. */
export const enclosingOf = oncePer(({ slices, tracks }: Pick<Profile, 'slices' | 'tracks'>) =>
  enclosingSlices(slices, tracks.length)
);

/**
 * For each slice the innermost slice of the same track that encloses it, or -1. It depends only on
 * times, so it also works for imported profiles without parents. If slices partly overlap (which a
 * valid profile does not have), the earlier one encloses nothing that ends after it. A slice never
 * encloses one that starts where it ends.
 */
export function enclosingSlices(slices: SlicePlaces, trackCount: number): Int32Array {
  const { length, start, duration, track } = slices;
  const innermost = new Int32Array(trackCount).fill(-1);
  const innermostEnd = new Float64Array(trackCount);
  const enclosing = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const begin = start[row];
    const end = begin + duration[row];
    const lane = track[row];
    let outer = innermost[lane];
    let outerEnd = innermostEnd[lane];
    while (outer >= 0 && (outerEnd <= begin || outerEnd < end)) {
      outer = enclosing[outer];
      outerEnd = outer < 0 ? 0 : start[outer] + duration[outer];
    }
    enclosing[row] = outer;
    innermost[lane] = row;
    innermostEnd[lane] = end;
  }
  return enclosing;
}

/** The deepest level that {@link sliceDepths} distinguishes. */
const MAX_DEPTH = 65_535;

/**
 * How many slices of its track are around each, up to 65,535, as `enclosingSlices` tells: in one
 * pass that keeps only the ends of the slices that are open on each track.
 */
// hot
export function sliceDepths(slices: SlicePlaces, trackCount: number): Uint16Array {
  const { length, start, duration, track } = slices;
  const depths = new Uint16Array(length);
  const openEnds = Array.from({ length: trackCount }, (): number[] => []);
  const openCount = new Uint32Array(trackCount);
  for (let row = 0; row < length; row++) {
    const lane = track[row];
    const begin = start[row];
    const end = begin + duration[row];
    const ends = openEnds[lane];
    let depth = openCount[lane];
    while (depth > 0 && (ends[depth - 1] <= begin || ends[depth - 1] < end)) depth--;
    ends[depth] = end;
    openCount[lane] = depth + 1;
    depths[row] = Math.min(depth, MAX_DEPTH);
  }
  return depths;
}
