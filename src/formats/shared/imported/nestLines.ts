import { FirstFit } from '../../../base/lanes/firstFit';
import { MinHeap } from '../../../base/lanes/minHeap';
import { groupRows, rowsOf } from '../rows/rowGroups';
import type { PlacedSlices } from './importedSlices';
import type { ImportNotes } from './importNotes';
import type { Line, Lines } from './sharedLanes';

/** A line whose slices nest: a line, or one of those beside it for partly overlapping slices. */
export interface NestedLine extends Line {
  /** 0 for the line itself. */
  readonly overlap: number;
}

/** The nested line of each slice, in the order of the slices. */
export interface NestedLines {
  readonly lines: readonly NestedLine[];
  readonly lineOf: Uint32Array;
}

/**
 * Puts slices that partly overlap others of their line on lines beside it, `room` of them at most for
 * the whole trace: from then on, slices stay on the last line beside theirs and overlap there. No slice
 * is changed.
 */
export function nestLines(
  { lines, lineOf }: Lines,
  slices: PlacedSlices,
  notes: ImportNotes,
  room: number
): NestedLines {
  const nested: NestedLine[] = [];
  const nestedOf = lineOf.slice();
  const byLine = groupRows(lineOf, lines.length);
  let left = room;
  lines.forEach((line, index) => {
    const numbers: number[] = [];
    const beside = new NestedLanes();
    for (const at of rowsOf(byLine, index)) {
      const slice = slices.order[at];
      const [start, end] = [slices.start[slice], slices.end[slice]];
      const fitting = beside.find(start, end);
      const isCrowded = fitting === beside.length && fitting > 0 && left <= 0;
      const overlap = isCrowded ? beside.length - 1 : fitting;
      if (overlap === beside.length && overlap > 0) left--;
      beside.open(overlap, end);
      if (isCrowded) notes.add('crowded');
      else if (overlap > 0) notes.add('overlapping');
      numbers[overlap] ??= nested.push({ ...line, overlap }) - 1;
      nestedOf[at] = numbers[overlap];
    }
  });
  return { lines: nested, lineOf: nestedOf };
}

/** Lanes on which slices nest or are apart, while slices are put on them in the order of their starts. */
class NestedLanes {
  /** By lane, the ends of its open slices, innermost last. */
  readonly #open: number[][] = [];
  /** By lane, the end of the innermost one; infinite if none is open. */
  readonly #innermost = new FirstFit();
  /** Lanes with something open, by the end of the innermost one at the time. */
  readonly #ending = new MinHeap();

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
