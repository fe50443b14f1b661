import {
  CancellationTokenSource,
  type Disposable,
  type NotebookCell,
  type NotebookCellOutput,
  type NotebookController,
  NotebookControllerAffinity,
  type NotebookDocument,
  type NotebookDocumentChangeEvent,
  ProgressLocation,
  type Uri,
  type WorkspaceFolder,
  commands,
  extensions,
  l10n,
  notebooks,
  window,
  workspace
} from 'vscode';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Content } from './bridgeMessages';
import {
  type FoundPython,
  findPython,
  findWheel,
  foldersUpTo,
  installCommands
} from './findPython';
import { KernelProcess } from './kernelProcess';
import { KernelSession, type StartFailure, StartRefused } from './kernelSession';
import {
  type InstallContext,
  type Installation,
  explainFailure,
  installKernel
} from './missingKernel';
import {
  KERNEL_TITLE,
  LANGUAGE,
  NOTEBOOK_TYPE,
  isForKernel,
  nameKernel,
  newNotebook
} from './notebookFile';
import { runCells } from './profileCell';
import { ProgressItems } from './progressItems';
import { SECTION, setting } from './settings';
import { ShownCell } from './shownCell';

/** The id of the controller, within this extension. */
const CONTROLLER_ID = 'kernelscope';

/** The extension that runs kernels of every kind, beside which ours is a second entry. */
const JUPYTER = 'ms-toolsai.jupyter';

/** While it is a number, cells of the notebook at hand can be profiled; menus ask for it. */
const CONTEXT = 'kernelscope.canProfile';

const isWindows = process.platform === 'win32';

type Session = KernelSession<NotebookCellOutput>;

/** Whether there is no other extension that runs our kernel. */
const isAlone = (): boolean => extensions.getExtension(JUPYTER) === undefined;

/** The names of cells: those in the file, which also JupyterLab uses, else their addresses. */
function cellIdOf({ metadata, document }: NotebookCell): string {
  const id: unknown = metadata['id'];
  return typeof id === 'string' && id !== '' ? id : document.uri.toString();
}

/** Runs the cells of notebooks, each in a kernel of its own, and offers to do so as `TypeScript (Kernelscope)`. */
export class NotebookKernels implements Disposable {
  readonly #script: string;
  readonly #extension: string;
  readonly #controller: NotebookController;
  readonly #progress = new ProgressItems(cellIdOf);
  readonly #sessions = new Map<NotebookDocument, Session>();
  readonly #selected = new WeakSet<NotebookDocument>();
  /** Notebooks for which it was chosen already, so that another choice stays. */
  readonly #chosen = new WeakSet<NotebookDocument>();
  /** The cells that were last to run in each notebook. */
  readonly #asked = new WeakMap<NotebookDocument, readonly NotebookCell[]>();
  readonly #subscriptions: Disposable[];
  readonly #written = new WeakSet<NotebookCell>();
  #updates = 0;

  /** `script` is the path of `kernel_bridge.py`, `extension` the id of the extension. */
  constructor(script: string, extension: string) {
    this.#script = script;
    this.#extension = extension;
    this.#controller = notebooks.createNotebookController(
      CONTROLLER_ID,
      NOTEBOOK_TYPE,
      KERNEL_TITLE
    );
    this.#controller.supportedLanguages = [LANGUAGE];
    this.#controller.supportsExecutionOrder = true;
    this.#controller.description = l10n.t('runs without another extension');
    this.#controller.executeHandler = (cells, notebook) => this.#execute(cells, notebook);
    this.#controller.interruptHandler = notebook => this.#sessions.get(notebook)?.interrupt();
    this.#subscriptions = [
      this.#controller,
      this.#progress,
      this.#controller.onDidChangeSelectedNotebooks(({ notebook, selected }) => {
        if (selected) this.#selected.add(notebook);
        else this.#leave(notebook);
        this.#updateContext();
      }),
      workspace.onDidOpenNotebookDocument(notebook => this.#prefer(notebook)),
      workspace.onDidCloseNotebookDocument(notebook => void this.#close(notebook)),
      window.onDidChangeActiveNotebookEditor(() => this.#meet()),
      window.onDidChangeNotebookEditorVisibleRanges(() => this.#updateContext()),
      window.onDidChangeActiveTextEditor(() => this.#updateContext()),
      workspace.onDidChangeNotebookDocument(event => this.#lookAgain(event))
    ];
    workspace.notebookDocuments.forEach(notebook => this.#prefer(notebook));
    this.#meet();
  }

  /** Asks the kernel of a notebook about code; null where none runs. */
  async ask(
    notebook: NotebookDocument,
    command: 'complete' | 'inspect',
    code: string,
    cursor: number
  ): Promise<Content | null> {
    return (await this.#sessions.get(notebook)?.question(command, code, cursor)) ?? null;
  }

  /** Interrupts the cells of a notebook; of the one at hand without an address. */
  interrupt(uri: Uri | undefined): void {
    const notebook = this.#notebookOf(uri);
    if (notebook) this.#sessions.get(notebook)?.interrupt();
  }

  /** Ends the kernel of the notebook at hand and starts another one. */
  async restart(): Promise<void> {
    const notebook = this.#notebookOf(undefined);
    if (!notebook || !this.#selected.has(notebook)) {
      const text = 'Open a notebook with the kernel {0} to restart it.';
      await window.showInformationMessage(l10n.t(text, KERNEL_TITLE));
      return;
    }
    await this.#sessionOf(notebook).restart();
  }

  /** Shows what installs the kernel, for the notebook at hand or the folder that is open, and runs it if a person agrees. */
  async install(): Promise<void> {
    const uri = this.#notebookOf(undefined)?.uri ?? workspace.workspaceFolders?.[0]?.uri;
    if (uri === undefined) {
      const open = l10n.t('Open Folder');
      const text = l10n.t('Open the folder that is to get the TypeScript kernel.');
      const isChosen = (await window.showInformationMessage(text, open)) === open;
      if (isChosen) await commands.executeCommand('vscode.openFolder');
      return;
    }
    const next = { title: l10n.t('New TypeScript Notebook'), act: newNotebook };
    await installKernel({ ...installationFor(uri), next });
  }

  /** Ends all kernels; resolves when they are gone. */
  async end(): Promise<void> {
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(all.map(session => session.dispose()));
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    void this.end();
  }

  async #execute(cells: readonly NotebookCell[], notebook: NotebookDocument): Promise<void> {
    const wanted = cells.map(cell => ({
      code: cell.document.getText(),
      cellId: cellIdOf(cell),
      execution: new ShownCell(this.#controller, cell)
    }));
    await nameKernel(notebook);
    this.#asked.set(notebook, cells);
    this.#sessionOf(notebook).run(wanted);
  }

  #sessionOf(notebook: NotebookDocument): Session {
    const known = this.#sessions.get(notebook);
    if (known) return known;
    const session: Session = new KernelSession({
      start: listener => {
        if (!workspace.isTrusted) throw new StartRefused({ reason: 'untrusted', detail: '' });
        const { command } = pythonFor(notebook.uri);
        const [folder] = foldersOf(notebook.uri);
        const start = { python: command, script: this.#script, folder, env: environment() };
        return new KernelProcess(start, listener);
      },
      ask: (prompt, isPassword, ended) => askUser(notebook, { prompt, isPassword, ended }),
      onProgress: (cellId, progress) => this.#progress.set(notebook, cellId, progress),
      onStart: started => void showStart(started),
      onFailure: failure => void this.#explain(notebook, failure),
      onDeath: sentence => void offerRestart(notebook, sentence, () => session.restart())
    });
    this.#sessions.set(notebook, session);
    return session;
  }

  #explain(notebook: NotebookDocument, failure: StartFailure): Promise<void> {
    const act = (): Promise<void> => runCells(notebook, this.#asked.get(notebook) ?? []);
    const next = { title: l10n.t('Run Again'), act };
    return explainFailure({ failure, ...installationFor(notebook.uri), next });
  }

  /** Notebooks that are made for the kernel get it, unless there is another extension that has it too. */
  #prefer(notebook: NotebookDocument): void {
    if (!isForKernel(notebook)) return;
    const { Preferred, Default } = NotebookControllerAffinity;
    this.#controller.updateNotebookAffinity(notebook, isAlone() ? Preferred : Default);
  }

  /** Another kernel was chosen for a notebook. */
  #leave(notebook: NotebookDocument): void {
    this.#selected.delete(notebook);
    void this.#close(notebook);
  }

  async #close(notebook: NotebookDocument): Promise<void> {
    const session = this.#sessions.get(notebook);
    this.#sessions.delete(notebook);
    await session?.dispose();
    this.#updateContext();
  }

  #notebookOf(uri: Uri | undefined): NotebookDocument | undefined {
    if (uri === undefined) return window.activeNotebookEditor?.notebook;
    return workspace.notebookDocuments.find(each => each.uri.toString() === uri.toString());
  }

  /**
   * Looks at the notebook at hand. One that is made for the kernel has it chosen: before that, VS Code does not offer to
   * run or restart it everywhere where it could.
   */
  #meet(): void {
    this.#updateContext();
    const notebook = window.activeNotebookEditor?.notebook;
    if (!notebook || this.#chosen.has(notebook) || !isForKernel(notebook) || !isAlone()) return;
    this.#chosen.add(notebook);
    const choice = { id: CONTROLLER_ID, extension: this.#extension, skipIfAlreadySelected: true };
    void commands.executeCommand('notebook.selectKernel', choice);
  }

  /** Looks at toolbars of cells that were added, and once more at that of a cell when it is first written in. */
  #lookAgain({ contentChanges, cellChanges }: NotebookDocumentChangeEvent): void {
    const written = cellChanges
      .filter(({ cell, document }) => document !== undefined && !this.#written.has(cell))
      .map(({ cell }) => cell);
    written.forEach(cell => this.#written.add(cell));
    if (contentChanges.length + written.length > 0) this.#updateContext();
  }

  /**
   * Says whether cells of the notebook at hand can be profiled: by another number each time where they can. VS Code 1.139
   * shows toolbars of new cells as they were before it knew their type, without most of their buttons, unless what menus
   * ask for changes after the frame in which they appear.
   */
  #updateContext(): void {
    const notebook = window.activeNotebookEditor?.notebook;
    const can = notebook !== undefined && (this.#selected.has(notebook) || isForKernel(notebook));
    void commands.executeCommand('setContext', CONTEXT, can && ++this.#updates);
  }
}

/** Where a kernel for a notebook, or for a folder of the workspace, is installed, and from what. */
function installationFor(uri: Uri): Pick<InstallContext, 'folder' | 'find'> {
  const folder = workspaceFolderOf(uri);
  const find = (named?: string): Installation => {
    const python = pythonFor(uri);
    const places = foldersOf(uri);
    const wheel = findWheel(places, filesIn);
    const source =
      named ??
      (setting(workspace.getConfiguration(SECTION, uri), 'installSource') ||
        (wheel === null ? null : `${wheel}[node]`));
    const place = { folder: folder?.uri.fsPath ?? places[0], isWindows };
    const install = source === null ? [] : installCommands(python, { ...place, source });
    return { python, commands: install };
  };
  return { folder, find };
}

/** The names of the files in a folder; none where there is no such folder. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const pythonFor = (uri: Uri): FoundPython =>
  findPython({
    setting: pythonSetting(uri),
    folders: foldersOf(uri),
    isWindows,
    exists: existsSync
  });

const workspaceFolderOf = (uri: Uri): WorkspaceFolder | undefined =>
  workspace.getWorkspaceFolder(uri) ?? workspace.workspaceFolders?.[0];

/** The folders where a notebook is, the nearest first: its own, in which its cells run, up to that of the workspace. */
function foldersOf(uri: Uri): readonly string[] {
  const root = workspaceFolderOf(uri)?.uri.fsPath;
  const isNotebook = uri.scheme === 'file' && uri.fsPath !== root;
  return isNotebook ? foldersUpTo(root, path.dirname(uri.fsPath)) : [root ?? homedir()];
}

/** The setting; a path that is relative is so to the folder of the workspace. */
function pythonSetting(uri: Uri): string {
  const python = setting(workspace.getConfiguration(SECTION, uri), 'python');
  const folder = workspaceFolderOf(uri);
  const isPath = /[\\/]/.test(python) && !path.isAbsolute(python);
  return isPath && folder ? path.join(folder.uri.fsPath, python) : python;
}

/** What kernels see of the variables of this process: not those by which VS Code runs itself. */
function environment(): Readonly<Record<string, string | undefined>> {
  const own = Object.entries(process.env).filter(([name]) => !/^(VSCODE|ELECTRON)_/.test(name));
  return Object.fromEntries(own);
}

interface Question {
  readonly prompt: string;
  readonly isPassword: boolean;
  readonly ended: AbortSignal;
}

async function askUser(
  { uri }: NotebookDocument,
  { prompt, isPassword, ended }: Question
): Promise<string | null> {
  const source = new CancellationTokenSource();
  ended.addEventListener('abort', () => source.cancel(), { once: true });
  const title = l10n.t('{0} asks', path.basename(uri.fsPath));
  const options = { title, prompt, password: isPassword, ignoreFocusOut: true };
  const answer = await window.showInputBox(options, source.token);
  source.dispose();
  return answer ?? null;
}

async function showStart(started: Promise<boolean>): Promise<void> {
  const title = l10n.t('Starting the TypeScript kernel…');
  await window.withProgress({ location: ProgressLocation.Window, title }, () => started);
}

async function offerRestart(
  { uri }: NotebookDocument,
  sentence: string,
  restart: () => Promise<void>
): Promise<void> {
  const button = l10n.t('Restart Kernel');
  const text = `${path.basename(uri.fsPath)}: ${sentence}`;
  if ((await window.showErrorMessage(text, button)) === button) await restart();
}
