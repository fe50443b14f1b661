import type { NotebookCell, NotebookEditor } from 'vscode';
import { lineNow } from '../../../extension/src/shell/heat/editedLines';
import { type CellText, matchCell } from '../../../extension/src/shell/heat/matchCell';
import type { CellLine } from '../messages/messages';

/** A line of a cell of the notebook, zero-based. */
export interface CellPlace {
  readonly cell: NotebookCell;
  readonly line: number;
}

/** `NotebookCellKind.Code`. */
const CODE = 2;

interface FoundCell extends CellText {
  readonly cell: NotebookCell;
}

/**
 * The place of a profiled line in a notebook as it is today: in the cell with the same text, else in the one with the
 * same execution count if it is still much the same. A profile without the text knows cells by their count only.
 * Null if there is no such cell; the first line of the cell if the line is gone.
 */
export function findLine(
  { notebook }: Pick<NotebookEditor, 'notebook'>,
  { executionCount, line, text, isClipped }: CellLine
): CellPlace | null {
  const cells = notebook
    .getCells()
    .filter(({ kind }) => Number(kind) === CODE)
    .map(cellText);
  if (text === null) {
    const counted = cells.filter(each => each.executionCount === executionCount);
    return counted.length === 1 ? placeIn(counted[0], line) : null;
  }
  const source = { file: `Cell [${String(executionCount)}]`, text, isClipped };
  const found = matchCell(source, cells);
  return found && placeIn(found, lineNow(source, found.text, line));
}

function placeIn({ cell }: FoundCell, line: number): CellPlace {
  return { cell, line: Math.min(Math.max(line, 1), cell.document.lineCount) - 1 };
}

/** Profiles have line feeds; an editor may have carriage returns before them. */
function cellText(cell: NotebookCell): FoundCell {
  const text = cell.document.getText().replaceAll('\r\n', '\n');
  return { cell, text, executionCount: cell.executionSummary?.executionOrder ?? null };
}
