import type { SliceTable } from '../../model/profile/profile';
import { MinHeap } from '../../base/lanes/minHeap';

/** Maximum number of lanes of all groups; slices in flight beyond it get no lane. */
export const MAX_ASYNC_LANES = 4096;

/** The group of slices that belong to no async lane. */
export const NOT_ASYNC = 0;

/** The placement of async slices. */
export interface AsyncLanes {
  /** For each row its lane within its group; −1 for slices without one. */
  readonly lane: Int32Array;
  /** Number of lanes by group. */
  readonly lanes: readonly number[];
  /** Async rows for which no lane was left. */
  readonly homeless: ReadonlySet<number>;
}

/** The slices of a lane that are open, outermost first: their ends and their rows. */
interface OpenSlices {
  readonly ends: number[];
  readonly rows: number[];
}

/**
 * Puts each async slice on a lane of its group so that slices of one lane nest or are disjoint:
 * inside its parent where that fits, else on the free lane with the lowest number, else on a new
 * one. Rows are in order of start. Takes O(log lanes) a row.
 *
 * @param group for each row its group, from 1 to `groups`, or {@link NOT_ASYNC}
 */
export function assignAsyncLanes(
  slices: SliceTable,
  group: Uint8Array,
  groups: number
): AsyncLanes {
  const lane = new Int32Array(slices.length).fill(-1);
  const homeless = new Set<number>();
  const laneGroups = Array.from({ length: groups + 1 }, () => new LaneGroup());
  let total = 0;
  for (let row = 0; row < slices.length; row++) {
    if (group[row] === NOT_ASYNC) continue;
    const own = laneGroups[group[row]];
    const parent = slices.parent[row];
    const parentLane = parent >= 0 && group[parent] === group[row] ? lane[parent] : -1;
    const before = own.length;
    lane[row] = own.place(slices, row, parentLane, total < MAX_ASYNC_LANES);
    total += own.length - before;
    if (lane[row] < 0) homeless.add(row);
  }
  return { lane, lanes: laneGroups.map(({ length }) => length), homeless };
}

/** The lanes of one group while slices are put on them, in order of start. */
class LaneGroup {
  private readonly lanes: OpenSlices[] = [];
  private readonly free = new MinHeap();
  /** Lanes with open slices by the end of the outermost one. */
  private readonly busy = new MinHeap();

  get length(): number {
    return this.lanes.length;
  }

  /** The lane of a slice, or −1 when it needs one more and there may be none. */
  place(slices: SliceTable, row: number, parentLane: number, mayGrow: boolean): number {
    const start = slices.start[row];
    const end = start + slices.duration[row];
    if (parentLane >= 0 && this.fits(parentLane, { start, end, parent: slices.parent[row] })) {
      this.open(parentLane, row, end);
      return parentLane;
    }
    while (this.busy.length > 0 && this.busy.leastKey <= start) {
      const freed = this.busy.pop();
      this.free.push(freed, freed);
    }
    const chosen = this.free.length > 0 ? this.free.pop() : mayGrow ? this.lanes.length : -1;
    if (chosen < 0) return -1;
    this.lanes[chosen] = { ends: [], rows: [] };
    this.open(chosen, row, end);
    this.busy.push(chosen, end);
    return chosen;
  }

  private fits(
    lane: number,
    slice: { readonly start: number; readonly end: number; readonly parent: number }
  ): boolean {
    const { ends, rows } = this.lanes[lane];
    while (ends.length > 0 && ends[ends.length - 1] <= slice.start) {
      ends.pop();
      rows.pop();
    }
    const innermost = rows.length - 1;
    return innermost >= 0 && rows[innermost] === slice.parent && slice.end <= ends[innermost];
  }

  private open(lane: number, row: number, end: number): void {
    this.lanes[lane].ends.push(end);
    this.lanes[lane].rows.push(row);
  }
}
