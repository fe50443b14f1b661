import type { SlicePlaces } from './nesting';

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
