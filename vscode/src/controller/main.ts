import { type ExtensionContext, type NotebookCell, type Uri, commands } from 'vscode';
import { activate as activateHost } from '../host/host';
import { kernelLanguage } from './kernelLanguage';
import { newNotebook } from './notebookFile';
import { NotebookKernels } from './notebookKernels';
import { profileCell, unprofileCell } from './profileCell';
import { STOP_COMMAND } from './progressItems';

/** The extension where there are programs to start: what it is in browsers, and kernels for notebooks. */
export function activate(context: ExtensionContext): void {
  activateHost(context);
  const script = context.asAbsolutePath('dist/kernel_bridge.py');
  const all = new NotebookKernels(script, context.extension.id);
  context.subscriptions.push(
    all,
    ...kernelLanguage((...question) => all.ask(...question)),
    commands.registerCommand('kernelscope.newNotebook', newNotebook),
    commands.registerCommand('kernelscope.installKernel', () => all.install()),
    commands.registerCommand('kernelscope.restartKernel', () => all.restart()),
    commands.registerCommand(STOP_COMMAND, (uri: Uri | undefined) => all.interrupt(uri)),
    commands.registerCommand('kernelscope.profileCell', (cell: NotebookCell | undefined) =>
      profileCell(cell)
    ),
    commands.registerCommand('kernelscope.unprofileCell', (cell: NotebookCell | undefined) =>
      unprofileCell(cell)
    )
  );
}
