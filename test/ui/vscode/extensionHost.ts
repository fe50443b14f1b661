import { readFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { compileFunction } from 'node:vm';

/** The address of a file; VS Code's has more. */
interface Address {
  readonly path: string;
}

type Listener = (event: { readonly editor: object; readonly message: unknown }) => void;

/** An extension host that runs the built part of the extension, on the files of this machine. */
export class ExtensionHost {
  isTrusted = true;
  /** The paths of which something was read or asked. */
  readonly touched: string[] = [];
  readonly #listeners: Listener[] = [];
  readonly #editor: object;

  /** Runs the extension in `script`; its messages go to `onMessage`, as JSON made them. */
  constructor(script: string, notebook: string, onMessage: (message: unknown) => Promise<void>) {
    this.#editor = { notebook: { uri: { path: notebook } } };
    const exports: { activate?: (context: object) => void } = {};
    const run = compileFunction(readFileSync(script, 'utf8'), [
      ...['require', 'module', 'exports']
    ]) as (require: (name: string) => object, module: object, exports: object) => void;
    const module = { exports };
    run((name: string) => this.#required(name, onMessage), module, exports);
    module.exports.activate?.({ subscriptions: [] });
  }

  /** Hands a message of the renderer to the extension. */
  receive(message: unknown): void {
    for (const listener of this.#listeners) listener({ editor: this.#editor, message });
  }

  #required(name: string, onMessage: (message: unknown) => Promise<void>): object {
    if (name !== 'vscode') throw new Error(`the extension asks for ${name}`);
    const isTrusted = (): boolean => this.isTrusted;
    return {
      Uri: {
        joinPath: ({ path }: Address, ...parts: string[]) => ({ path: posix.join(path, ...parts) })
      },
      workspace: {
        get isTrusted() {
          return isTrusted();
        },
        fs: {
          stat: ({ path }: Address) => this.#stat(path),
          readFile: ({ path }: Address) => readFile(path)
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

  async #stat(path: string): Promise<{ type: number; size: number }> {
    this.touched.push(path);
    const found = await lstat(path);
    const link = found.isSymbolicLink() ? 64 : 0;
    return { type: link + (found.isDirectory() ? 2 : 1), size: found.size };
  }
}
