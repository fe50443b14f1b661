import {
  type ExtensionContext,
  NotebookCellData,
  NotebookCellKind,
  NotebookEdit,
  type NotebookEditor,
  NotebookEditorRevealType,
  NotebookRange,
  Uri,
  WorkspaceEdit,
  commands,
  l10n,
  notebooks,
  window,
  workspace
} from 'vscode';
import { EDITOR_TYPES } from '../messages/editorMessages';
import {
  type CellLine,
  type HostMessage,
  RENDERER_ID,
  type RendererMessage,
  hostMessage
} from '../messages/messages';
import { type CellPlace, findLine } from './cellFinder';
import { HeatMarks } from './heatMarks';
import { ProfileEditor, openPerfetto } from './profileEditor';
import { registerRuns } from './profileRun';
import { SidecarReader } from './sidecarReader';
import { TraceWriter } from './traceWriter';

/** The parts that answer the renderer of one editor. */
interface Answerers {
  readonly reader: SidecarReader;
  readonly writer: TraceWriter;
}

/**
 * The extension host's part: it sends files beside notebooks to the renderer, shows lines of cells, saves traces where
 * the user says, and opens Perfetto, each when the renderer asks for it.
 */
export function activate(context: ExtensionContext): void {
  const messaging = notebooks.createRendererMessaging(RENDERER_ID);
  const all = new WeakMap<NotebookEditor, Answerers>();
  const answerersOf = (editor: NotebookEditor): Answerers => {
    const post = (message: RendererMessage) => messaging.postMessage(message, editor);
    const answerers = all.get(editor) ?? newAnswerers(editor, post);
    all.set(editor, answerers);
    return answerers;
  };
  const heat = new HeatMarks();
  const profiles = new ProfileEditor(context, heat);
  const options = { webviewOptions: { retainContextWhenHidden: true } };
  context.subscriptions.push(
    heat,
    ...registerRuns(),
    ...EDITOR_TYPES.map(type => window.registerCustomEditorProvider(type, profiles, options)),
    messaging.onDidReceiveMessage(({ editor, message }) => {
      const asked = hostMessage(message);
      if (asked !== null) void answer(asked, editor, answerersOf(editor));
    })
  );
}

function newAnswerers(
  editor: NotebookEditor,
  post: (message: RendererMessage) => PromiseLike<unknown>
): Answerers {
  const isTrusted = (): boolean => workspace.isTrusted;
  return {
    reader: new SidecarReader({
      isTrusted,
      files: workspace.fs,
      join: (folder, ...parts) => Uri.joinPath(folder, ...parts),
      post
    }),
    writer: new TraceWriter({
      isTrusted,
      choose: name => chooseTrace(editor, name),
      write: (place, bytes) => workspace.fs.writeFile(place, bytes),
      post
    })
  };
}

async function answer(
  asked: HostMessage,
  editor: NotebookEditor,
  { reader, writer }: Answerers
): Promise<void> {
  switch (asked.type) {
    case 'read':
      await reader.send({ ...asked, notebook: editor.notebook.uri });
      break;
    case 'stop':
      reader.stop(asked.id);
      break;
    case 'show':
      await showLine(editor, await findOrSay(editor, asked));
      break;
    case 'showAgain':
      await showLine(editor, findLine(editor, asked));
      break;
    case 'insert':
      await insertBelow(editor, asked);
      break;
    case 'save':
      await writer.begin(asked);
      break;
    case 'piece':
      await writer.add(asked.id, asked.base64);
      break;
    case 'openPerfetto':
      await openPerfetto();
      break;
  }
}

function chooseTrace({ notebook }: NotebookEditor, name: string): Thenable<Uri | undefined> {
  return window.showSaveDialog({
    ...(notebook.isUntitled ? {} : { defaultUri: Uri.joinPath(notebook.uri, '..', name) }),
    filters: { [l10n.t('Perfetto trace')]: ['perfetto-trace'] }
  });
}

/** The place of a line; null where it is in no cell, which a message says. */
async function findOrSay(editor: NotebookEditor, asked: CellLine): Promise<CellPlace | null> {
  const place = findLine(editor, asked);
  if (place !== null) return place;
  const name = `Cell [${String(asked.executionCount)}]`;
  await window.showInformationMessage(
    l10n.t('{0} is not in this notebook any more, or was rewritten since.', name)
  );
  return null;
}

/** Puts a new cell below the one of a line, and has the keys in its editor. It is not run. */
async function insertBelow(
  editor: NotebookEditor,
  asked: CellLine & { readonly code: string }
): Promise<void> {
  const place = await findOrSay(editor, asked);
  if (place === null) return;
  const { notebook } = editor;
  const index = place.cell.index + 1;
  const { languageId } = place.cell.document;
  const cell = new NotebookCellData(NotebookCellKind.Code, asked.code, languageId);
  const edit = new WorkspaceEdit();
  edit.set(notebook.uri, [NotebookEdit.insertCells(index, [cell])]);
  if (!(await workspace.applyEdit(edit))) return;
  const range = new NotebookRange(index, index + 1);
  editor.selections = [range];
  editor.revealRange(range, NotebookEditorRevealType.InCenterIfOutsideViewport);
  const { document } = notebook.cellAt(index);
  await commands.executeCommand('vscode.open', document.uri, { viewColumn: editor.viewColumn });
}

/**
 * Shows a cell, and selects a line of it. `vscode.open` is how VS Code itself leads to lines of cells; it shows a text
 * document in an editor of its own where the address is not that of a cell.
 */
async function showLine(editor: NotebookEditor, place: CellPlace | null): Promise<void> {
  if (place === null) return;
  const { index, document } = place.cell;
  const range = new NotebookRange(index, index + 1);
  editor.selections = [range];
  editor.revealRange(range, NotebookEditorRevealType.InCenterIfOutsideViewport);
  const selection = document.lineAt(place.line).range;
  const options = { selection, viewColumn: editor.viewColumn };
  await commands.executeCommand('vscode.open', document.uri, options);
}
