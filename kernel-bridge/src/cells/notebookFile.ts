import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Path of the notebook in `folder` that this kernel serves; `notebook.ipynb` when the client does not
 * say. `sessionName` is what Jupyter calls the kernel's session, as a rule the notebook's path.
 */
export function notebookFile(folder: string, sessionName: string | undefined): string {
  const name = path.basename(sessionName ?? '');
  const isHere = name.endsWith('.ipynb') && existsSync(path.join(folder, name));
  return path.join(folder, isHere ? name : 'notebook.ipynb');
}
