import type { OutputItem, RendererApi, RendererContext } from 'vscode-notebook-renderer';
import type { EditorTheme } from './themes';

/** An item of an output, as a notebook has it. */
export interface SavedItem {
  readonly id: string;
  readonly mime: string;
  readonly text: string;
}

/** The facts about its window that VS Code gives a renderer. */
export interface HostOptions {
  readonly isTrusted: boolean;
  /** False where the extension host cannot be reached. */
  readonly hasMessaging: boolean;
}

/** The page of a notebook in VS Code, as far as renderers see it. */
export interface HostPage {
  activate(entry: string, options: HostOptions): Promise<void>;
  /** Has an item rendered; returns what `renderOutputItem` threw, or null. */
  render(item: SavedItem): Promise<string | null>;
  /** Lets go of one item, or of all; its node goes first where `isGone`. */
  dispose(id?: string, isGone?: boolean): string | null;
  /** Hands a message of the extension host to the renderer. */
  receive(message: unknown): void;
  /** The number of listeners to messages. */
  listeners(): number;
  setTheme(theme: EditorTheme): void;
}

declare global {
  interface Window {
    hostPage: HostPage;
    /** Sends a message to the extension host. */
    toExtensionHost(message: unknown): Promise<void>;
  }
}

const listeners = new Set<(message: unknown) => void>();
const container = document.createElement('div');
container.id = 'container';
document.body.append(container);
let renderer: RendererApi;

function contextOf({ isTrusted, hasMessaging }: HostOptions): RendererContext<unknown> {
  const messaging = {
    postMessage: (message: unknown) => void window.toExtensionHost(message),
    onDidReceiveMessage: (listener: (message: unknown) => void) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    }
  };
  return {
    setState: () => undefined,
    getState: () => undefined,
    getRenderer: () => Promise.resolve(undefined),
    workspace: { isTrusted },
    ...(hasMessaging ? messaging : {})
  };
}

function itemOf({ id, mime, text }: SavedItem): OutputItem {
  const bytes = new TextEncoder().encode(text);
  return Object.freeze({
    id,
    mime,
    metadata: {},
    data: () => bytes,
    text: () => text,
    json: () => JSON.parse(text) as unknown,
    blob: () => new Blob([bytes], { type: mime })
  });
}

function placeOf(id: string): HTMLElement {
  const known = document.getElementById(id);
  if (known !== null) return known;
  const place = document.createElement('div');
  place.id = id;
  place.className = 'output';
  const cell = document.createElement('div');
  cell.append(document.createElement('div'));
  cell.firstElementChild!.append(place);
  container.append(cell);
  return place;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'no error');

window.hostPage = {
  async activate(entry, options) {
    const { activate } = (await import(entry)) as {
      activate: (context: RendererContext<unknown>) => RendererApi;
    };
    renderer = activate(contextOf(options));
  },
  async render(item) {
    try {
      await renderer.renderOutputItem(itemOf(item), placeOf(item.id), new AbortController().signal);
      return null;
    } catch (error) {
      return messageOf(error);
    }
  },
  dispose(id, isGone = false) {
    const places = id === undefined ? [...container.querySelectorAll('.output')] : [placeOf(id)];
    if (isGone) for (const place of places) place.remove();
    try {
      renderer.disposeOutputItem?.(id);
      return null;
    } catch (error) {
      return messageOf(error);
    }
  },
  receive(message) {
    for (const listener of [...listeners]) listener(message);
  },
  listeners: () => listeners.size,
  setTheme({ classes, colors }) {
    document.body.className = classes;
    const { style } = document.documentElement;
    style.cssText = '';
    for (const [name, value] of Object.entries(colors)) {
      style.setProperty(`--vscode-${name}`, value);
    }
  }
};
