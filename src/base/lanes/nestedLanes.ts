import { FirstFit } from './firstFit';
import { MinHeap } from './minHeap';

/** Lanes on which slices nest or are apart, while slices are put on them in the order of their starts. */
export class NestedLanes {
  /** By lane, the ends of its open slices, innermost last. */
  readonly #open: number[][] = [];
  /** By lane, the end of the innermost one; infinite if none is open. */
  readonly #innermost = new FirstFit();
  /** Lanes with something open, by the end of the innermost one at the time. */
  readonly #ending = new MinHeap();

  /** Lanes so far. */
  get length(): number {
    return this.#open.length;
  }

  /** The first lane on which a slice is within another or apart from all; {@link length} for none. */
  find(start: number, end: number): number {
    while (this.#ending.length > 0 && this.#ending.leastKey <= start) {
      this.#close(this.#ending.pop(), start);
    }
    const lane = this.#innermost.first(end);
    return lane < 0 ? this.length : lane;
  }

  /** Opens a slice on a lane, or on a new one. */
  open(lane: number, end: number): void {
    if (lane === this.length) {
      this.#open.push([]);
      this.#innermost.push(Infinity);
    }
    this.#open[lane].push(end);
    this.#innermost.set(lane, end);
    this.#ending.push(lane, end);
  }

  #close(lane: number, time: number): void {
    const ends = this.#open[lane];
    while (ends.length > 0 && ends[ends.length - 1] <= time) ends.pop();
    this.#innermost.set(lane, ends.at(-1) ?? Infinity);
  }
}
