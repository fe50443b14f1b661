import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { PATIENCE_MS } from './labPage';
import type {} from './pages/mounted';
import { keepContext } from './useBrowser';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (...parts: string[]): string => join(root, ...parts);
const ADDRESS = 'http://kernelscope.test/';
const SCRIPT_ADDRESS = `${ADDRESS}page.js`;

/** A theme of JupyterLab. */
export type PageTheme = 'light' | 'dark' | 'dark-high-contrast';

/** What {@link openViewPage} opens. */
export interface ViewPageOptions {
  /** Name of a file in `test/ui/pages`, without its ending. */
  readonly page: string;
  readonly theme?: PageTheme;
  readonly width?: number;
  readonly height?: number;
}

/** What is on a page of {@link openViewPage}, so that the same page need not be loaded again. */
const shownOn = new WeakMap<Page, string>();

/** Pages whose clock tests drive. */
const driven = new WeakSet<Page>();

/** Pages that were left. */
let spare: Page[] = [];

/**
 * Opens a page that has parts of the extension and JupyterLab's theme, but no JupyterLab: every
 * state of a view is there within a second. The page's script runs when this returns. Where a test has left the same
 * page, its view is a new one, but what that test has changed in the language or in the browser's objects stays.
 */
export async function openViewPage(browser: Browser, options: ViewPageOptions): Promise<Page> {
  const { page: name, theme = 'light', width = 1000, height = 700 } = options;
  const shown = `${name} ${theme}`;
  const page = await tabOf(browser, { width, height }, shown);
  if (shownOn.get(page) === shown && (await page.evaluate(mountAgain))) return page;
  const script = await once(name, () => bundlePage(at('test', 'ui', 'pages', `${name}.ts`)));
  const styles = [themeStyles(theme), await once('styles', bundleStyles)].join('\n');
  await page.route(ADDRESS, route =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html(theme, styles) })
  );
  await page.route(SCRIPT_ADDRESS, route =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script })
  );
  await page.goto(ADDRESS);
  shownOn.set(page, shown);
  return page;
}

/** Lets a test drive the clock of a page. */
export async function driveClock(page: Page): Promise<void> {
  if (driven.has(page)) return;
  driven.add(page);
  await page.clock.install();
}

/** Leaves a page of {@link openViewPage} to the next one, which finds nothing of it. */
export async function closeViewPage(page: Page): Promise<void> {
  if (page.isClosed()) return;
  page.removeAllListeners('pageerror');
  await page.unrouteAll();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null, forcedColors: null });
  await page.mouse.move(-1, -1);
  await page.evaluate(() => localStorage.clear());
  spare.push(page);
  if (!driven.has(page)) keepContext('views', page.context());
}

/** Runs in the page: has a view made anew there. False where the page knows no way to. */
function mountAgain(): boolean {
  window.mountAgain?.();
  return window.mountAgain !== undefined;
}

/**
 * A tab that was left, if there is one: that which has `shown`, or else one where the scripts of pages may be compiled
 * already.
 */
async function tabOf(
  browser: Browser,
  viewport: { readonly width: number; readonly height: number },
  shown: string
): Promise<Page> {
  spare = spare.filter(page => !page.isClosed());
  const left = spare.find(page => shownOn.get(page) === shown) ?? spare.at(-1);
  if (left === undefined) {
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  }
  spare = spare.filter(page => page !== left);
  await left.setViewportSize(viewport);
  return left;
}

/** Bundles that this process has made, or is making, by name. */
const bundles = new Map<string, Promise<string>>();

/** Sources do not change while tests run, and most tests of a file open the same page. */
function once(name: string, bundle: () => Promise<string>): Promise<string> {
  const known = bundles.get(name) ?? bundle();
  bundles.set(name, known);
  return known;
}

/** The script of a page with all that it imports, straight from the sources. */
export async function bundlePage(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    loader: { '.svg': 'text', '.css': 'empty' },
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    alias: Object.fromEntries(
      ['analysis', 'formats', 'layout', 'model', 'settings', 'report', 'web'].map(part => [
        `kernelscope/${part}`,
        at('src', part, 'index.ts')
      ])
    )
  });
  return outputFiles[0].text;
}

async function bundleStyles(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [at('style', 'index.css')],
    bundle: true,
    write: false
  });
  return outputFiles[0].text;
}

/** The variables that the views take their colours from, as the installed JupyterLab has them. */
function themeStyles(theme: PageTheme): string {
  const name = `theme-${theme}-extension`;
  const folder = at('.venv', 'share', 'jupyter', 'lab', 'themes', '@jupyterlab', name);
  return readFileSync(join(folder, 'index.css'), 'utf8');
}

function html(theme: PageTheme, styles: string): string {
  return `<!doctype html>
<html lang="en"><head><title>Kernelscope</title><link rel="icon" href="data:,">
<style>${styles}</style>
<style>body { margin: 0; padding: 8px; background: var(--jp-layout-color0); }</style>
</head>
<body data-jp-theme-light="${String(theme === 'light')}" data-jp-theme-name="JupyterLab">
<script src="${SCRIPT_ADDRESS}"></script></body></html>`;
}
