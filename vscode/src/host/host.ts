import type { ExtensionContext, NotebookEditor } from 'vscode';
import { Uri, notebooks, workspace } from 'vscode';
import { RENDERER_ID, hostMessage } from '../messages/messages';
import { SidecarReader } from './sidecarReader';

/** The extension host's part: it sends files beside notebooks to the renderer, and does nothing else. */
export function activate(context: ExtensionContext): void {
  const messaging = notebooks.createRendererMessaging(RENDERER_ID);
  const readers = new WeakMap<NotebookEditor, SidecarReader>();
  const readerOf = (editor: NotebookEditor): SidecarReader => {
    const reader =
      readers.get(editor) ??
      new SidecarReader({
        isTrusted: () => workspace.isTrusted,
        files: workspace.fs,
        join: (folder, ...parts) => Uri.joinPath(folder, ...parts),
        post: message => messaging.postMessage(message, editor)
      });
    readers.set(editor, reader);
    return reader;
  };
  context.subscriptions.push(
    messaging.onDidReceiveMessage(({ editor, message }) => {
      const asked = hostMessage(message);
      if (asked === null) return;
      if (asked.type === 'stop') readerOf(editor).stop(asked.id);
      else void readerOf(editor).send({ ...asked, notebook: editor.notebook.uri });
    })
  );
}
