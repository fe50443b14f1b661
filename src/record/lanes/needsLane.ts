import type { WindowSlices } from './windowSlices';

/** Marks a row in the result of {@link needsLane}. */
export const NEEDS_LANE = 1;

/**
 * For each row {@link NEEDS_LANE} if it needs an async lane: slices recorded on one, and slices of the thread that end
 * after the slice in which they began. The remaining slices are nested or disjoint.
 */
export function needsLane({ table, isAsync }: WindowSlices): Uint8Array {
  const needs = isAsync.slice();
  const { length, start, duration } = table;
  const openEnds: number[] = [];
  for (let row = 0; row < length; row++) {
    if (isAsync[row] === 1) continue;
    const begin = start[row];
    const end = begin + duration[row];
    while (openEnds.length > 0 && openEnds[openEnds.length - 1] <= begin) openEnds.pop();
    if (openEnds.length > 0 && end > openEnds[openEnds.length - 1]) needs[row] = NEEDS_LANE;
    else openEnds.push(end);
  }
  return needs;
}
