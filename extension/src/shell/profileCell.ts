import { Notification } from '@jupyterlab/apputils';
import { NotebookActions } from '@jupyterlab/notebook';
import { type TranslationBundle, ON_THE_PAGE } from '../shared/content/application';
import { type ActiveCell, type Cell, sourceOf } from './application/activeCell';
import { type SourceEdit, addProfileLine, magicStateOf, removeProfileLine } from './magicLine';
import { clipText } from 'kernelscope/web';

/** Tells the person why nothing is profiled. */
export function refuse(reason: string): void {
  Notification.warning(clipText(reason), ON_THE_PAGE);
}

/**
 * Puts `%%profile` with `options` above the cell, unless it has one, and runs that cell alone. A
 * cell with another magic is left as it is, and a notification says why. Never rejects: when the
 * cell cannot be run, a notification says that too.
 */
export async function profileCell(
  { panel, cell }: ActiveCell,
  options: string,
  trans: TranslationBundle
): Promise<void> {
  const state = magicStateOf(sourceOf(cell));
  if (state.type === 'otherMagic') {
    refuse(trans.__('This cell already has the magic %1; a cell can have only one.', state.name));
    return;
  }
  applyEdit(cell, addProfileLine(sourceOf(cell), options));
  panel.content.deselectAll();
  try {
    await NotebookActions.run(panel.content, panel.sessionContext);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    refuse(trans.__('The cell could not be run: %1', detail));
  }
}

/** Takes the `%%profile` line off the cell, if it has one. */
export function unprofileCell({ cell }: ActiveCell): void {
  applyEdit(cell, removeProfileLine(sourceOf(cell)));
}

/** One step of the cell's undo history. */
function applyEdit(cell: Cell, edit: SourceEdit | null): void {
  if (edit) cell.model.sharedModel.updateSource(edit.start, edit.end, edit.text);
}
