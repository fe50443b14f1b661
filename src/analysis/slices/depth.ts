import type { SlicePlaces } from './nesting';

/** The deepest level that {@link sliceDepths} distinguishes. */
const MAX_DEPTH = 65_535;

/** Nesting level of each slice on its own track, 0 for an outermost one, capped at 65,535. */
export function sliceDepths(enclosing: Int32Array): Uint16Array {
  const depth = new Uint16Array(enclosing.length);
  for (let row = 0; row < enclosing.length; row++) {
    const outer = enclosing[row];
    if (outer >= 0) depth[row] = Math.min(depth[outer] + 1, MAX_DEPTH);
  }
  return depth;
}

/**
 * The same as {@link sliceDepths} of `enclosingSlices`, in one pass that keeps only the ends of the slices
 * that are open on each track.
 */
// hot
export function nestingDepths(slices: SlicePlaces, trackCount: number): Uint16Array {
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
