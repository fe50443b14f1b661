import { partitionPoint } from '../partitionPoint';

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
