import {
  type CancellationToken,
  type CustomDocument,
  type CustomReadonlyEditorProvider,
  type Disposable,
  type ExtensionContext,
  Uri,
  ViewColumn,
  type Webview,
  type WebviewPanel,
  env,
  l10n,
  window,
  workspace
} from 'vscode';
import {
  type EditorAnswer,
  type EditorRequest,
  type ProfileLines,
  editorRequest
} from '../messages/editorMessages';
import { FileSender } from './fileSender';
import type { HeatMarks } from './heatMarks';
import { convertFile } from './profileRun';
import { TraceWriter } from './traceWriter';
import { WorkspaceFiles } from './workspaceFiles';

/** Opens the page of Perfetto, into which a person drags a trace. */
export const openPerfetto = (): Thenable<boolean> =>
  env.openExternal(Uri.parse('https://ui.perfetto.dev'));

/** Shows files with profiles, which it never changes. Reading and drawing is done by the page, in a process of its own. */
export class ProfileEditor implements CustomReadonlyEditorProvider {
  readonly #dist: Uri;
  readonly #heat: HeatMarks;
  readonly #places = new WorkspaceFiles({
    folders: () => (workspace.workspaceFolders ?? []).map(({ uri }) => uri),
    stat: file => workspace.fs.stat(file)
  });

  constructor({ extensionUri }: ExtensionContext, heat: HeatMarks) {
    this.#dist = Uri.joinPath(extensionUri, 'dist');
    this.#heat = heat;
  }

  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => {} };
  }

  resolveCustomEditor(
    { uri }: CustomDocument,
    panel: WebviewPanel,
    _token: CancellationToken
  ): void {
    const { webview } = panel;
    const load = (attempt: number): void => {
      webview.html = pageHtml(webview, this.#dist, attempt);
    };
    const page = new EditorPage({ uri, webview, places: this.#places, heat: this.#heat, load });
    panel.onDidDispose(() => page.dispose());
    webview.options = { enableScripts: true, localResourceRoots: [this.#dist] };
    page.load();
  }
}

interface EditorPageOptions {
  readonly uri: Uri;
  readonly webview: Webview;
  readonly places: WorkspaceFiles;
  readonly heat: HeatMarks;
  /** Has the page loaded, for the first time with 0. */
  readonly load: (attempt: number) => void;
}

/** How long a page may take to be there before it is loaded again, milliseconds, for each time. */
const PATIENCE_MS = [15_000, 30_000];

/** What answers the page of one file. */
class EditorPage {
  readonly #options: EditorPageOptions;
  readonly #sender: FileSender;
  readonly #writer: TraceWriter;
  readonly #subscription: Disposable;
  /** The files of the workspace by the names that the profile has for them. */
  readonly #files = new Map<string, Uri>();
  #patience: NodeJS.Timeout | undefined;

  constructor(options: EditorPageOptions) {
    const { uri, webview } = options;
    this.#options = options;
    const post = (message: EditorAnswer): Thenable<boolean> => webview.postMessage(message);
    this.#sender = new FileSender(uri, {
      stat: file => workspace.fs.stat(file),
      read: file => workspace.fs.readFile(file),
      post
    });
    this.#writer = new TraceWriter({
      // A person chooses the place of each file, here as in any other editor.
      isTrusted: () => true,
      choose: name => window.showSaveDialog({ defaultUri: Uri.joinPath(uri, '..', name) }),
      write: (place, bytes) => workspace.fs.writeFile(place, bytes),
      post: message => post(message as EditorAnswer)
    });
    this.#subscription = webview.onDidReceiveMessage(message => {
      const asked = editorRequest(message);
      if (asked !== null) void this.#answer(asked);
    });
  }

  /** Loads the page, and again where it does not come: VS Code now and then has not all files of a script. */
  load(attempt = 0): void {
    this.#options.load(attempt);
    const patienceMs = PATIENCE_MS[attempt];
    if (patienceMs === undefined) return;
    this.#patience = setTimeout(() => this.load(attempt + 1), patienceMs);
  }

  dispose(): void {
    clearTimeout(this.#patience);
    this.#sender.stop();
    this.#subscription.dispose();
    this.#options.heat.forget(this.#options.uri);
  }

  async #answer(asked: EditorRequest): Promise<void> {
    switch (asked.type) {
      case 'ready':
        clearTimeout(this.#patience);
        await this.#sender.begin();
        break;
      case 'consent':
        await this.#sender.consent();
        break;
      case 'convert':
        await convertFile(this.#options.uri);
        break;
      case 'lines':
        await this.#findFiles(asked.lines);
        break;
      case 'line':
        await this.#showLine(asked.file, asked.line);
        break;
      case 'save':
        await this.#writer.begin(asked);
        break;
      case 'piece':
        await this.#writer.add(asked.id, asked.base64);
        break;
      case 'openPerfetto':
        await openPerfetto();
        break;
    }
  }

  async #findFiles(lines: ProfileLines): Promise<void> {
    const { uri, webview, places, heat } = this.#options;
    await Promise.all(
      lines.files.map(async ({ file }) => {
        const place = await places.find(file, uri);
        if (place !== null) this.#files.set(file, place);
      })
    );
    heat.show(uri, lines, this.#files);
    await webview.postMessage({ type: 'places', files: [...this.#files.keys()] });
  }

  async #showLine(file: string, line: number): Promise<void> {
    const place = this.#files.get(file);
    if (place === undefined) return;
    try {
      const document = await workspace.openTextDocument(place);
      const selection = document.lineAt(Math.min(line, document.lineCount) - 1).range;
      await window.showTextDocument(document, { selection, viewColumn: ViewColumn.Beside });
    } catch {
      await window.showInformationMessage(l10n.t('{0} cannot be shown.', file));
    }
  }
}

/**
 * A page of nothing but the script that builds it, which loads nothing from elsewhere and runs no code of a file. VS Code
 * loads a page anew only where its text is another, as that of each attempt is.
 */
function pageHtml(webview: Webview, dist: Uri, attempt: number): string {
  const address = (...path: string[]): string =>
    webview.asWebviewUri(Uri.joinPath(dist, ...path)).toString();
  const own = webview.cspSource;
  const policy = [
    "default-src 'none'",
    `script-src ${own}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    `connect-src ${own}`,
    'worker-src blob:'
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Kernelscope</title>
</head>
<body data-reader="${address('reader.js')}" data-attempt="${String(attempt)}">
<script type="module" src="${address('renderer', 'editor.js')}"></script>
</body>
</html>`;
}
