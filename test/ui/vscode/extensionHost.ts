import { readFileSync } from 'node:fs';
import { lstat, readFile, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { compileFunction } from 'node:vm';

/** The address of a file; VS Code's has more. */
interface Address {
  readonly path: string;
}

/** The address of the text of a cell. */
interface CellAddress {
  readonly cell: number;
}

interface OpenOptions {
  /** The line, and one past its last character. */
  readonly selection: Span;
  readonly viewColumn: number;
}

interface SaveOptions {
  readonly defaultUri: Address;
}

/** A cell of code, as VS Code has it in its notebook. */
export interface CodeCell {
  readonly text: string;
  /** Absent for a cell that has not been run. */
  readonly executionOrder?: number;
}

/** The notebook that the extension finds in its editor. */
export interface HostNotebook {
  readonly path: string;
  readonly cells: readonly CodeCell[];
}

/** A line of a cell on show, all zero-based. */
export interface ShownLine {
  readonly cell: number;
  readonly line: number;
  /** One past the last character that is selected. */
  readonly until: number;
}

type Listener = (event: { readonly editor: object; readonly message: unknown }) => void;

/** A range of cells, or of one line of text. */
class Span {
  constructor(
    readonly start: number,
    readonly end: number
  ) {}
}

/** An extension host that runs the built part of the extension, on the files of this machine. */
export class ExtensionHost {
  isTrusted = true;
  /** The paths of which something was read or asked. */
  readonly touched: string[] = [];
  /** The lines that were shown and selected. */
  readonly shown: ShownLine[] = [];
  /** The sentences that were shown, and the addresses that were opened in a browser. */
  readonly said: string[] = [];
  readonly opened: string[] = [];
  /** Called with the path that a dialog proposes; the path to save at, or nothing where the user wants none. */
  onChoose: (proposal: string) => string | undefined = () => undefined;
  readonly #listeners: Listener[] = [];
  readonly #editor: { selections: readonly Span[]; readonly revealed: Span[] };

  /** Runs the extension in `script`; its messages go to `onMessage`, as JSON made them. */
  constructor(
    script: string,
    { path, cells }: HostNotebook,
    onMessage: (message: unknown) => Promise<void>
  ) {
    const revealed: Span[] = [];
    this.#editor = {
      selections: [],
      revealed,
      ...{ viewColumn: 2, revealRange: (span: Span) => revealed.push(span) },
      ...{ notebook: { uri: { path }, isUntitled: false, getCells: () => cells.map(cellOf) } }
    };
    const exports: { activate?: (context: object) => void } = {};
    const run = compileFunction(readFileSync(script, 'utf8'), [
      ...['require', 'module', 'exports']
    ]) as (require: (name: string) => object, module: object, exports: object) => void;
    const module = { exports };
    run((name: string) => this.#required(name, onMessage), module, exports);
    module.exports.activate?.({ subscriptions: [], extensionUri: { path: '/' } });
  }

  /** Hands a message of the renderer to the extension. */
  receive(message: unknown): void {
    for (const listener of this.#listeners) listener({ editor: this.#editor, message });
  }

  #required(name: string, onMessage: (message: unknown) => Promise<void>): object {
    if (name !== 'vscode') throw new Error(`the extension asks for ${name}`);
    const isTrusted = (): boolean => this.isTrusted;
    return {
      NotebookRange: Span,
      NotebookEditorRevealType: { InCenterIfOutsideViewport: 2 },
      l10n: { t: (text: string, ...values: string[]) => text.replace('{0}', values[0]) },
      ...EDITORS,
      commands: {
        registerCommand: registered,
        executeCommand: (name: string, address: CellAddress, options: OpenOptions) =>
          this.#execute(name, address, options)
      },
      env: { openExternal: async (address: Address) => void this.opened.push(address.path) },
      window: {
        ...{ visibleTextEditors: [], onDidChangeVisibleTextEditors: registered },
        onDidChangeTextEditorVisibleRanges: registered,
        ...{ createTextEditorDecorationType: registered, registerCustomEditorProvider: registered },
        showInformationMessage: async (text: string) => void this.said.push(text),
        showSaveDialog: async (options: SaveOptions) => this.#choose(options)
      },
      Uri: {
        parse: (path: string) => ({ path }),
        joinPath: ({ path }: Address, ...parts: string[]) => ({ path: posix.join(path, ...parts) })
      },
      workspace: {
        get isTrusted() {
          return isTrusted();
        },
        onDidChangeConfiguration: registered,
        fs: {
          stat: ({ path }: Address) => this.#stat(path),
          readFile: ({ path }: Address) => readFile(path),
          writeFile: ({ path }: Address, bytes: Uint8Array) => writeFile(path, bytes)
        }
      },
      notebooks: {
        createRendererMessaging: () => ({
          onDidReceiveMessage: (listener: Listener) => this.#listeners.push(listener),
          postMessage: (message: unknown) => onMessage(JSON.parse(JSON.stringify(message)))
        })
      }
    };
  }

  /** VS Code scrolls to the cell and puts the selection into its editor. */
  #execute(name: string, { cell }: CellAddress, { selection, viewColumn }: OpenOptions): void {
    const { selections, revealed } = this.#editor;
    const [selected, seen] = [selections[0].start, revealed.at(-1)?.start];
    if (name !== 'vscode.open' || viewColumn !== 2 || selected !== cell || seen !== cell) {
      throw new Error(`the extension opens a cell by ${name}`);
    }
    this.shown.push({ cell, line: selection.start, until: selection.end });
  }

  #choose({ defaultUri }: SaveOptions): Address | undefined {
    const path = this.onChoose(defaultUri.path);
    return path === undefined ? undefined : { path };
  }

  async #stat(path: string): Promise<{ type: number; size: number }> {
    this.touched.push(path);
    const found = await lstat(path);
    const link = found.isSymbolicLink() ? 64 : 0;
    return { type: link + (found.isDirectory() ? 2 : 1), size: found.size };
  }
}

/** The answer to whatever is registered: nothing of it happens here. */
const registered = (): object => ({ dispose: () => undefined });

/** What the extension names of editors of text when it starts. */
const EDITORS = {
  DecorationRangeBehavior: { ClosedClosed: 1 },
  OverviewRulerLane: { Left: 1 },
  ThemeColor: class {
    constructor(readonly id: string) {}
  }
};

/** A cell as VS Code gives it to extensions. */
function cellOf({ text, executionOrder }: CodeCell, index: number): object {
  const lines = text.split('\n');
  const lineAt = (line: number) => ({ range: new Span(line, lines[line].length) });
  const document = { uri: { cell: index }, getText: () => text, lineCount: lines.length, lineAt };
  return { index, kind: 2, document, executionSummary: { executionOrder } };
}
