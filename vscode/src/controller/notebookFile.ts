import {
  NotebookCellData,
  NotebookCellKind,
  NotebookData,
  type NotebookDocument,
  NotebookEdit,
  WorkspaceEdit,
  window,
  workspace
} from 'vscode';
import { fieldsOf } from '../messages/messages';

/** The type of notebooks in `.ipynb` files. */
export const NOTEBOOK_TYPE = 'jupyter-notebook';

/** The language of cells. */
export const LANGUAGE = 'typescript';

/** The name of the kernel, as notebooks and Jupyter have it. */
const KERNEL_NAME = 'kernelscope';

/** What people call the kernel. */
export const KERNEL_TITLE = 'TypeScript (Kernelscope)';

/** What a notebook of this kernel says of it. */
const KERNEL_METADATA = {
  kernelspec: { name: KERNEL_NAME, display_name: KERNEL_TITLE, language: LANGUAGE },
  language_info: { name: LANGUAGE, file_extension: '.ts', mimetype: 'text/x-typescript' }
};

/** The metadata of the file; VS Code 1.90 has them at another place than later ones. */
function fileMetadata({ metadata }: NotebookDocument): Readonly<Record<string, unknown>> {
  const custom = fieldsOf(metadata['custom']);
  return fieldsOf(metadata['metadata'] ?? custom['metadata']);
}

/** Whether a notebook says that it is for this kernel. */
export function isForKernel(notebook: NotebookDocument): boolean {
  if (notebook.notebookType !== NOTEBOOK_TYPE) return false;
  return fieldsOf(fileMetadata(notebook)['kernelspec'])['name'] === KERNEL_NAME;
}

/** Has the notebook say that it is for this kernel, so that JupyterLab opens it with the same. */
export async function nameKernel(notebook: NotebookDocument): Promise<void> {
  if (isForKernel(notebook)) return;
  const edit = new WorkspaceEdit();
  const file = { ...fileMetadata(notebook), ...KERNEL_METADATA };
  const metadata = { ...notebook.metadata, metadata: file };
  edit.set(notebook.uri, [NotebookEdit.updateNotebookMetadata(metadata)]);
  await workspace.applyEdit(edit);
}

/** Opens a notebook with one empty cell, which has no file until it is saved. */
export async function newNotebook(): Promise<void> {
  const data = new NotebookData([new NotebookCellData(NotebookCellKind.Code, '', LANGUAGE)]);
  data.metadata = { nbformat: 4, nbformat_minor: 5, metadata: KERNEL_METADATA };
  const notebook = await workspace.openNotebookDocument(NOTEBOOK_TYPE, data);
  await window.showNotebookDocument(notebook);
}
