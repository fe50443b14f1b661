import { EditorView } from '@codemirror/view';
import type { ICodeCellModel } from '@jupyterlab/cells';
import { CodeMirrorEditor } from '@jupyterlab/codemirror';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { Cell } from '../application/activeCell';

/** A line of a cell, by the offset of its beginning. */
export interface CellPlace {
  readonly cell: ICodeCellModel;
  readonly offset: number;
}

/**
 * Brings a cell into sight, with its editor, which notebooks make and drop while they are scrolled.
 * Null if the cell is in the notebook no longer.
 */
export async function revealCell(
  { content }: NotebookPanel,
  cell: ICodeCellModel
): Promise<Cell | null> {
  const index = content.widgets.findIndex(({ model }) => model === cell);
  if (index < 0) return null;
  const widget = content.widgets[index];
  content.deselectAll();
  content.activeCellIndex = index;
  await content.scrollToItem(index).catch(() => undefined);
  await widget.ready;
  return widget.isDisposed ? null : widget;
}

/**
 * Puts the cursor at a line of a cell, in the middle of the page, and has screen readers read
 * `announcement`. False if the cell is in the notebook no longer.
 */
export async function revealLine(
  panel: NotebookPanel,
  { cell, offset }: CellPlace,
  announcement: string
): Promise<boolean> {
  const widget = await revealCell(panel, cell);
  if (!widget) return false;
  widget.inputHidden = false;
  panel.content.mode = 'edit';
  const { editor } = widget;
  if (!(editor instanceof CodeMirrorEditor)) return false;
  const view = editor.editor;
  const { from } = view.state.doc.lineAt(Math.min(offset, view.state.doc.length));
  view.focus();
  view.dispatch({
    selection: { anchor: from },
    effects: [
      EditorView.scrollIntoView(from, { y: 'center' }),
      EditorView.announce.of(announcement)
    ]
  });
  return true;
}
