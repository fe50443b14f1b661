import type { CodeCell } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';

/** Puts a new cell below `cell`, brings it into sight, and has the keys in its editor. It is not run. */
export async function insertBelow(
  { content }: NotebookPanel,
  cell: CodeCell,
  code: string
): Promise<void> {
  const index = content.widgets.indexOf(cell) + 1;
  content.model?.sharedModel.insertCell(index, { cell_type: 'code', source: code });
  content.deselectAll();
  content.activeCellIndex = index;
  await content.scrollToItem(index, 'center').catch(() => undefined);
  await content.widgets[index]?.ready;
  content.mode = 'edit';
}
