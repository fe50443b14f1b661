/** Lanes in order of the end of what is on each, to find the one that a slice just outlasts. */
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

  /** The first place with an end of at least `end`. */
  #firstFrom(end: number): number {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle] < end) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
