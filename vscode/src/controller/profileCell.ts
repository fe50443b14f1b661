import {
  type NotebookCell,
  NotebookCellKind,
  type NotebookDocument,
  Range,
  WorkspaceEdit,
  commands,
  l10n,
  window,
  workspace
} from 'vscode';
import {
  type SourceEdit,
  addProfileLine,
  magicStateOf,
  removeProfileLine
} from '../../../extension/src/shell/magicLine';
import { SECTION, setting } from './settings';

/** Puts `%%profile` above a cell, unless it has it, and runs that cell alone; says why where it cannot. */
export async function profileCell(cell: NotebookCell | undefined): Promise<void> {
  const target = cell ?? activeCell();
  if (target === null) {
    await window.showInformationMessage(l10n.t('Pick a code cell to profile it.'));
    return;
  }
  const source = target.document.getText();
  const state = magicStateOf(source);
  if (state.type === 'otherMagic') {
    const text = 'This cell already has the magic {0}; a cell can have only one.';
    await window.showWarningMessage(l10n.t(text, state.name));
    return;
  }
  const section = workspace.getConfiguration(SECTION, target.notebook.uri);
  await apply(target, addProfileLine(source, setting(section, 'profileCellOptions')));
  await runCells(target.notebook, [target]);
}

/** Runs those of some cells that are still in their notebook. */
export async function runCells(
  notebook: NotebookDocument,
  cells: readonly NotebookCell[]
): Promise<void> {
  const left = notebook.isClosed ? [] : cells.filter(({ index }) => index >= 0);
  if (left.length === 0) return;
  const ranges = left.map(({ index }) => ({ start: index, end: index + 1 }));
  await commands.executeCommand('notebook.cell.execute', { ranges, document: notebook.uri });
}

/** Takes the line of `%%profile` off a cell, if it has one. */
export async function unprofileCell(cell: NotebookCell | undefined): Promise<void> {
  const target = cell ?? activeCell();
  if (target !== null) await apply(target, removeProfileLine(target.document.getText()));
}

/** The cell of code that is selected in the notebook at hand. */
function activeCell(): NotebookCell | null {
  const editor = window.activeNotebookEditor;
  const [range] = editor?.selections ?? [];
  if (!editor || range === undefined || range.isEmpty) return null;
  const cell = editor.notebook.cellAt(range.start);
  return cell.kind === NotebookCellKind.Code ? cell : null;
}

/** One step of what can be undone in the cell. */
async function apply({ document }: NotebookCell, change: SourceEdit | null): Promise<void> {
  if (change === null) return;
  const { start, end, text } = change;
  const edit = new WorkspaceEdit();
  const range = new Range(document.positionAt(start), document.positionAt(end));
  edit.replace(document.uri, range, text);
  await workspace.applyEdit(edit);
}
