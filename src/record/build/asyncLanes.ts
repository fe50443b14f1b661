import type { SliceTable } from '../../model/profile/profile';
import { MinHeap } from '../../base/lanes/minHeap';
import { partitionPoint } from '../../base/partitionPoint';

/** Lanes of all groups from which on slices in flight share lanes where they can. */
export const UNSHARED_LANES = 4096;

/** Maximum number of lanes of all groups. */
export const MAX_ASYNC_LANES = 16_384;

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
 * one. Beyond {@link UNSHARED_LANES} a slice goes on a lane whose slices it outlasts, with which it
 * overlaps: no slice is ever around one that it did not start. Without such a lane it gets a new
 * one, up to {@link MAX_ASYNC_LANES}. Rows are in order of start. Takes O(log lanes) a row while no
 * lanes are shared.
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
    lane[row] = own.place(slices, row, parentLane, total);
    total += own.length - before;
    if (lane[row] < 0) homeless.add(row);
  }
  return { lane, lanes: laneGroups.map(({ length }) => length), homeless };
}

/** The lanes of one group while slices are put on them, in order of start. */
class LaneGroup {
  readonly #lanes: OpenSlices[] = [];
  readonly #free = new MinHeap();
  /** Lanes with open slices by the end of the outermost one, or of an earlier one that it overlaps. */
  readonly #busy = new MinHeap();
  /** The end of the last outermost slice of each lane. */
  readonly #lastEnds: number[] = [];
  /** The same in order, as soon as lanes are shared. */
  #byEnd: LanesByEnd | null = null;

  get length(): number {
    return this.#lanes.length;
  }

  /** The lane of a slice, or −1 when it needs one more than the `total` of all groups, and that is too many. */
  place(slices: SliceTable, row: number, parentLane: number, total: number): number {
    const start = slices.start[row];
    const end = start + slices.duration[row];
    if (parentLane >= 0 && this.#fits(parentLane, { start, end, parent: slices.parent[row] })) {
      this.#open(parentLane, row, end);
      return parentLane;
    }
    this.#giveBack(start);
    if (this.#free.length === 0 && total >= UNSHARED_LANES) {
      const shared = this.#outlasted(end);
      if (shared >= 0) return this.#begin(shared, row, end);
      if (total >= MAX_ASYNC_LANES) return -1;
    }
    const chosen = this.#free.length > 0 ? this.#free.pop() : this.#lanes.length;
    this.#busy.push(chosen, end);
    return this.#begin(chosen, row, end);
  }

  /** Frees the lanes on which everything has ended. */
  #giveBack(start: number): void {
    while (this.#busy.length > 0 && this.#busy.leastKey <= start) {
      const lane = this.#busy.pop();
      const end = this.#lastEnds[lane];
      if (end <= start) this.#free.push(lane, lane);
      else this.#busy.push(lane, end);
    }
  }

  /** The lane whose slices end last before `end`, or −1. */
  #outlasted(end: number): number {
    if (this.#byEnd === null) {
      this.#byEnd = new LanesByEnd();
      for (const [lane, lastEnd] of this.#lastEnds.entries()) this.#byEnd.set(lane, lastEnd);
    }
    return this.#byEnd.latestBefore(end);
  }

  /** Puts an outermost slice on a lane. */
  #begin(lane: number, row: number, end: number): number {
    this.#lanes[lane] = { ends: [], rows: [] };
    this.#lastEnds[lane] = end;
    this.#byEnd?.set(lane, end);
    this.#open(lane, row, end);
    return lane;
  }

  #fits(
    lane: number,
    slice: { readonly start: number; readonly end: number; readonly parent: number }
  ): boolean {
    const { ends, rows } = this.#lanes[lane];
    while (ends.length > 0 && ends[ends.length - 1] <= slice.start) {
      ends.pop();
      rows.pop();
    }
    const innermost = rows.length - 1;
    return innermost >= 0 && rows[innermost] === slice.parent && slice.end <= ends[innermost];
  }

  #open(lane: number, row: number, end: number): void {
    this.#lanes[lane].ends.push(end);
    this.#lanes[lane].rows.push(row);
  }
}

/** Lanes sorted by when their last slice ends, to find the one that ends just before another slice does. */
export class LanesByEnd {
  /** Ascending. */
  readonly #ends: number[] = [];
  readonly #lanes: number[] = [];
  readonly #endOf: number[] = [];

  /** Notes that what is on `lane` ends at `end`. Takes O(lanes) of copying, and O(log lanes) otherwise. */
  set(lane: number, end: number): void {
    const before = this.#endOf[lane] as number | undefined;
    if (before === end) return;
    if (before !== undefined) this.#remove(lane, before);
    this.#endOf[lane] = end;
    const at = this.#firstFrom(end);
    this.#ends.splice(at, 0, end);
    this.#lanes.splice(at, 0, lane);
  }

  /** The lane with the latest end before `end`, or −1. */
  latestBefore(end: number): number {
    const at = this.#firstFrom(end);
    return at === 0 ? -1 : this.#lanes[at - 1];
  }

  #remove(lane: number, end: number): void {
    const at = this.#lanes.indexOf(lane, this.#firstFrom(end));
    this.#ends.splice(at, 1);
    this.#lanes.splice(at, 1);
  }

  /** The index of the first lane that ends at `end` or later. */
  #firstFrom(end: number): number {
    return partitionPoint(0, this.#ends.length, at => this.#ends[at] < end);
  }
}
