import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { builtVscode } from '../../support/builtVscode';
import { PATIENCE_MS } from '../labPage';
import { bundlePage } from '../viewPage';
import { useBrowser } from '../useBrowser';
import { type CodeCell, ExtensionHost } from './extensionHost';
import type { HostOptions, SavedItem } from './hostPage';
import { EDITOR_THEMES } from './themes';

const ADDRESS = 'http://kernelscope.test/';
const HOST_PAGE = fileURLToPath(new URL('hostPage.ts', import.meta.url));

/** The content security policy and the style of tables of VS Code's own page. */
const HTML = `<!doctype html><html lang="en"><head><title>Notebook</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src https:;
 script-src ${ADDRESS} 'unsafe-inline' 'unsafe-eval'; style-src ${ADDRESS} 'unsafe-inline';
 img-src ${ADDRESS} https: http: data:; font-src ${ADDRESS} https:; child-src https: data:">
<style>
body { margin: 0; background: var(--vscode-editor-background); color: var(--vscode-editor-foreground); }
#container > div > div { overflow-x: auto; }
.output { padding: 8px; font-size: 14px; box-sizing: border-box; }
table, thead, tr, th, td, tbody { border: none !important; border-collapse: collapse; border-spacing: 0; }
table, th, tr { vertical-align: middle; text-align: right; }
thead { font-weight: bold; background-color: rgba(130, 130, 130, 0.16); }
th, td { padding: 4px 8px; }
tr:nth-child(even) { background-color: rgba(130, 130, 130, 0.08); }
tbody th { font-weight: normal; }
</style></head><body><script src="${ADDRESS}page.js"></script></body></html>`;

/** The name of a theme of {@link EDITOR_THEMES}. */
export type ThemeName = keyof typeof EDITOR_THEMES;

/** How a window is opened. */
export interface WindowOptions extends Partial<HostOptions> {
  readonly theme?: ThemeName;
  /** Path of the notebook on this machine. */
  readonly notebook?: string;
  /** Its cells of code. */
  readonly cells?: readonly CodeCell[];
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A notebook in a window: its page, and the extension host that the renderer talks to. */
export interface HostWindow {
  readonly page: Page;
  readonly host: ExtensionHost;
  /** Messages that the renderer sent. */
  readonly sent: unknown[];
  /** Renders an item and returns what was thrown, or null. */
  readonly render: (item: SavedItem) => Promise<string | null>;
  /** The number of the renderer's listeners to messages. */
  readonly listeners: () => Promise<number>;
}

/** The extension as it is built, and the script of the page around it; made once in this process. */
let built: Promise<{ readonly folder: string; readonly script: string }> | undefined;

async function buildOnce(): Promise<{ readonly folder: string; readonly script: string }> {
  return { folder: await builtVscode(), script: await bundlePage(HOST_PAGE) };
}

/**
 * Lets the tests of a file open windows, one at a time. They are pages of one tab,
 * which has compiled the scripts already.
 */
export function useHostWindows(): (options?: WindowOptions) => Promise<HostWindow> {
  const used = useBrowser();
  let folder = '';
  let page: Page;
  let current: HostWindow | undefined;
  const errors: string[] = [];
  beforeAll(async () => {
    const { script, ...made } = await (built ??= buildOnce());
    ({ folder } = made);
    page = await used.browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', error => errors.push(String(error.stack)));
    await page.exposeFunction('toExtensionHost', (message: unknown) => {
      current?.sent.push(message);
      current?.host.receive(message);
    });
    await page.route(`${ADDRESS}**`, route => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: HTML });
      const body =
        pathname === '/page.js' ? script : readFileSync(join(folder, normalize(pathname)));
      return route.fulfill({ contentType: 'text/javascript', body });
    });
  });
  afterEach(() => {
    current = undefined;
    expect(errors.splice(0)).toEqual([]);
  });
  return async (options = {}) => {
    const { viewport = { width: 900, height: 900 } } = options;
    await page.setViewportSize(viewport);
    await page.goto(ADDRESS);
    const window = hostWindow(page, folder, options, host => host === current?.host);
    current = window;
    await startRenderer(page, options);
    return window;
  };
}

function hostWindow(
  page: Page,
  folder: string,
  options: WindowOptions,
  isOpen: (host: ExtensionHost) => boolean
): HostWindow {
  const { notebook: path = '/nowhere.ipynb', cells = [], isTrusted = true } = options;
  /** Answers to a window that is gone reach nobody, as in VS Code. */
  const post = async (message: unknown): Promise<void> => {
    if (!isOpen(host)) return;
    try {
      await page.evaluate(each => window.hostPage.receive(each), message);
    } catch (error) {
      if (isOpen(host)) throw error;
    }
  };
  const host = new ExtensionHost(join(folder, 'host.js'), { path, cells }, post);
  host.isTrusted = isTrusted;
  const render = (item: SavedItem): Promise<string | null> =>
    page.evaluate(each => window.hostPage.render(each), item);
  const listeners = (): Promise<number> => page.evaluate(() => window.hostPage.listeners());
  return { page, host, sent: [], render, listeners };
}

async function startRenderer(page: Page, options: WindowOptions): Promise<void> {
  const { theme = 'light', isTrusted = true, hasMessaging = true } = options;
  await page.evaluate(each => window.hostPage.setTheme(each), EDITOR_THEMES[theme]);
  const entry = `${ADDRESS}renderer/renderer.js`;
  const told = { isTrusted, hasMessaging };
  await page.evaluate(([from, each]) => window.hostPage.activate(from, each), [
    entry,
    told
  ] as const);
}
