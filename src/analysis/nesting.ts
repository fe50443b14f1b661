import type { SliceTable } from '../model/profile';

/** What {@link enclosingSlices} reads of a slice table. */
export type SlicePlaces = Pick<SliceTable, 'length' | 'start' | 'duration' | 'track'>;

/**
 * For each slice the innermost slice of the same track that encloses it, or -1. It is read from the
 * times alone, so it also holds for imported profiles without parents. Where slices overlap in part
 * (which a valid profile has not), the earlier one encloses nothing that outlasts it. A slice never
 * encloses one that starts where it ends.
 */
export function enclosingSlices(slices: SlicePlaces, trackCount: number): Int32Array {
  const { length, start, duration, track } = slices;
  const encloses = (outer: number, begin: number, end: number) => {
    const outerEnd = start[outer] + duration[outer];
    return outerEnd > begin && outerEnd >= end;
  };
  const innermost = new Int32Array(trackCount).fill(-1);
  const enclosing = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const begin = start[row];
    const end = begin + duration[row];
    const lane = track[row];
    let outer = innermost[lane];
    while (outer >= 0 && !encloses(outer, begin, end)) outer = enclosing[outer];
    enclosing[row] = outer;
    innermost[lane] = row;
  }
  return enclosing;
}
