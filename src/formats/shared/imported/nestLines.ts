import { NestedLanes } from '../../../base/lanes/nestedLanes';
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
