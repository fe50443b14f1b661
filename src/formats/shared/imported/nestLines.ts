import { groupRows, rowsOf } from '../rows/rowGroups';
import { IMPORT_LIMITS } from './importLimits';
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
 * Puts slices that partly overlap others of their line on lines beside it. If that takes more lines
 * than allowed, the last one takes them, cut off: `slices.end` is changed.
 */
export function nestLines(
  { lines, lineOf }: Lines,
  slices: PlacedSlices,
  notes: ImportNotes
): NestedLines {
  const nested: NestedLine[] = [];
  const nestedOf = lineOf.slice();
  const byLine = groupRows(lineOf, lines.length);
  lines.forEach((line, index) => {
    const numbers: number[] = [];
    const open: OpenEnds[] = [];
    for (const at of rowsOf(byLine, index)) {
      const overlap = place(open, slices, slices.order[at], notes);
      numbers[overlap] ??= nested.push({ ...line, overlap }) - 1;
      nestedOf[at] = numbers[overlap];
    }
  });
  return { lines: nested, lineOf: nestedOf };
}

function place(
  open: OpenEnds[],
  { start, end }: PlacedSlices,
  slice: number,
  notes: ImportNotes
): number {
  for (let lane = 0; lane < IMPORT_LIMITS.overlapLanes; lane++) {
    const ends = (open[lane] ??= new OpenEnds());
    if (!ends.enter(start[slice], end[slice])) continue;
    if (lane > 0) notes.add('overlapping');
    return lane;
  }
  const last = IMPORT_LIMITS.overlapLanes - 1;
  end[slice] = open[last].innermost;
  open[last].enter(start[slice], end[slice]);
  notes.add('shortened');
  return last;
}

/** The ends of the slices that are open on one line. */
class OpenEnds {
  private readonly ends: number[] = [];

  /** End of the innermost one; infinite if none is open. */
  get innermost(): number {
    return this.ends.at(-1) ?? Infinity;
  }

  // hot
  /** Opens a slice; false, and nothing happens, when it outlasts the one it begins in. */
  enter(begin: number, end: number): boolean {
    const { ends } = this;
    while (ends.length > 0 && ends[ends.length - 1] <= begin) ends.pop();
    if (ends.length > 0 && end > ends[ends.length - 1]) return false;
    ends.push(end);
    return true;
  }
}
