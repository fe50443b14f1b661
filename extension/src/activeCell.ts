import type { INotebookTracker, Notebook, NotebookPanel } from '@jupyterlab/notebook';

/** A cell of an open notebook, as JupyterLab draws it. */
export type Cell = NonNullable<Notebook['activeCell']>;

/** The code cell that commands act on, in a notebook whose kernel is ours. */
export interface ActiveCell {
  readonly panel: NotebookPanel;
  readonly cell: Cell;
}

/** The kernelspec whose cells know `%%profile`. */
const KERNEL_NAME = 'kernelscope';

/** True when the notebook runs our kernel. */
export function hasOurKernel(panel: NotebookPanel | null): panel is NotebookPanel {
  return panel?.sessionContext.session?.kernel?.name === KERNEL_NAME;
}

/** The active code cell of the current notebook, or null when there is none of ours. */
export function activeCellOf({ currentWidget }: INotebookTracker): ActiveCell | null {
  if (!hasOurKernel(currentWidget)) return null;
  const cell = currentWidget.content.activeCell;
  return cell?.model.type === 'code' ? { panel: currentWidget, cell } : null;
}

/** The text of a cell. */
export const sourceOf = (cell: Cell): string => cell.model.sharedModel.getSource();
