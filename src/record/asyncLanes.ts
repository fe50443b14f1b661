import type { SliceTable } from '../model/profile';

/** Lanes at most; what is in flight beyond them at one time is counted, but gets no lane. */
export const MAX_ASYNC_LANES = 4096;

interface Lane {
  /** Ends of the open slices, outermost first, and their rows. */
  readonly ends: number[];
  readonly rows: number[];
}

/**
 * Puts each async slice on a lane so that slices of one lane nest or are disjoint: inside its
 * parent where that fits, else on the lane that has been free the longest, else on a new one.
 *
 * @returns for each row its lane (−1 for slices that are not async), the number of lanes, and the
 *   rows for which no lane was left.
 */
export function assignAsyncLanes(
  slices: SliceTable,
  isAsync: Uint8Array
): { readonly lane: Int32Array; readonly lanes: number; readonly homeless: ReadonlySet<number> } {
  const lane = new Int32Array(slices.length).fill(-1);
  const homeless = new Set<number>();
  const lanes: Lane[] = [];
  for (let row = 0; row < slices.length; row++) {
    if (isAsync[row] === 0) continue;
    const end = slices.start[row] + slices.duration[row];
    const parent = slices.parent[row];
    const parentLane = parent >= 0 ? lane[parent] : -1;
    const chosen = fitsInParent(lanes[parentLane], slices, row, end)
      ? parentLane
      : firstFree(lanes, slices.start[row]);
    if (chosen < 0) {
      homeless.add(row);
      continue;
    }
    lanes[chosen] ??= { ends: [], rows: [] };
    lanes[chosen].ends.push(end);
    lanes[chosen].rows.push(row);
    lane[row] = chosen;
  }
  return { lane, lanes: lanes.length, homeless };
}

function fitsInParent(
  lane: Lane | undefined,
  slices: SliceTable,
  row: number,
  end: number
): boolean {
  if (!lane) return false;
  releaseUntil(lane, slices.start[row]);
  const innermost = lane.rows.length - 1;
  return (
    innermost >= 0 && lane.rows[innermost] === slices.parent[row] && end <= lane.ends[innermost]
  );
}

function firstFree(lanes: readonly Lane[], time: number): number {
  for (let index = 0; index < lanes.length; index++) {
    releaseUntil(lanes[index], time);
    if (lanes[index].ends.length === 0) return index;
  }
  return lanes.length < MAX_ASYNC_LANES ? lanes.length : -1;
}

function releaseUntil(lane: Lane, time: number): void {
  while (lane.ends.length > 0 && lane.ends[lane.ends.length - 1] <= time) {
    lane.ends.pop();
    lane.rows.pop();
  }
}
