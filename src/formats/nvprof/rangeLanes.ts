import type { TraceInterval } from './cudaTrace';

/** Lanes that are tried for one interval; beyond that the last one takes it. */
const MAX_LANES = 64;

/**
 * The lane of each interval, so that those of one lane nest or are apart: 0 for as many as possible.
 *
 * @param intervals by start; of equal starts the longer first
 */
export function nestingLanes(intervals: readonly TraceInterval[]): Uint8Array {
  const lanes = new Uint8Array(intervals.length);
  const open: TraceInterval[][] = [];
  intervals.forEach((interval, row) => {
    let lane = 0;
    while (lane < MAX_LANES - 1 && !takes((open[lane] ??= []), interval)) lane++;
    (open[lane] ??= []).push(interval);
    lanes[row] = lane;
  });
  return lanes;
}

/** Whether the innermost open interval, once those that ended are gone, holds all of the new one. */
function takes(open: TraceInterval[], { start, end }: TraceInterval): boolean {
  while (open.length > 0 && open[open.length - 1].end <= start) open.pop();
  return open.length === 0 || end <= open[open.length - 1].end;
}
