import { sourceLines } from 'kernelscope/model';
import { type ProfiledText, isEdited, isSameAtHeart } from './editedLines';

/** The facts by which a cell of a notebook is recognised. */
export interface CellText {
  readonly text: string;
  /** Null for a cell that has not been run. */
  readonly executionCount: number | null;
}

/** The execution count in the name that a cell has in a profile, such as `Cell [5]`; else null. */
export function executionCountOf(file: string): number | null {
  const [, count] = /^Cell \[(\d{1,9})\]$/.exec(file) ?? [];
  return count === undefined ? null : Number(count);
}

/**
 * The cell of a notebook that a profile calls `file`: one with the same text, best the one with the
 * same execution count; else the one with that count, if it has been edited only in part since.
 */
export function matchCell<C extends CellText>(
  source: ProfiledText & { readonly file: string },
  cells: readonly C[]
): C | null {
  const count = executionCountOf(source.file);
  const isCounted = (cell: CellText): boolean => count !== null && cell.executionCount === count;
  const same = cells.filter(({ text }) => !isEdited(source, text));
  const counted = cells.filter(isCounted);
  const before = sourceLines(source.text);
  return (
    same.find(isCounted) ??
    same[0] ??
    counted.find(({ text }) => isSameAtHeart(before, sourceLines(text))) ??
    null
  );
}
