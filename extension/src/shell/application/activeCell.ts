import type { Notebook, NotebookPanel } from '@jupyterlab/notebook';

/** A cell of an open notebook, as JupyterLab draws it. */
export type Cell = NonNullable<Notebook['activeCell']>;

/** The code cell that commands act on. */
export interface ActiveCell {
  readonly panel: NotebookPanel;
  readonly cell: Cell;
}

/** The kernelspec whose cells know `%%profile`. */
const KERNEL_NAME = 'kernelscope';

/** True when the notebook runs our kernel, or is made for it and runs none. */
export function isForOurKernel({ sessionContext }: NotebookPanel): boolean {
  const { session, kernelPreference } = sessionContext;
  return (session?.kernel?.name ?? kernelPreference.name) === KERNEL_NAME;
}

/** The active cell of a notebook, or null when there is none or it has no code. */
export function activeCellOf(panel: NotebookPanel | null): ActiveCell | null {
  const cell = panel?.content.activeCell;
  return panel && cell?.model.type === 'code' ? { panel, cell } : null;
}

/** The text of a cell. */
export const sourceOf = (cell: Cell): string => cell.model.sharedModel.getSource();
