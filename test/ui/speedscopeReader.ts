import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type Page, chromium } from 'playwright-core';

/** A frame as speedscope exports it. */
export interface SpeedscopeFrame {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
}

/** A profile as speedscope exports it, whatever it has read. */
export interface SpeedscopeProfile {
  readonly type: 'evented';
  readonly name: string;
  readonly unit: string;
  readonly startValue: number;
  readonly endValue: number;
  readonly events: readonly SpeedscopeEvent[];
}

/** A frame that opens or closes. */
export interface SpeedscopeEvent {
  readonly type: 'O' | 'C';
  readonly frame: number;
  readonly at: number;
}

/** What speedscope holds after it has read a file. */
export interface SpeedscopeFile {
  readonly shared: { readonly frames: readonly SpeedscopeFrame[] };
  readonly profiles: readonly SpeedscopeProfile[];
}

const READ_LIMIT_MS = 60_000;

/** Enough for what is read, not looked at. */
const SMALL = { width: 640, height: 400 };

/** speedscope draws with WebGL, here by software. */
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

const PAGE = path.join(
  path.dirname(createRequire(import.meta.url).resolve('speedscope/package.json')),
  ...['dist', 'release', 'index.html']
);

interface SpeedscopeWindow {
  readonly speedscope: { loadFileFromBase64(name: string, base64: string): void };
  exported?: Promise<string>;
}

/** Starts a browser in which speedscope works. */
export async function startSpeedscope(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/** Opens a file in speedscope as a person would, and returns the page on which it is drawn. */
export async function openInSpeedscope(
  browser: Browser,
  name: string,
  file: Uint8Array,
  viewport = { width: 1200, height: 800 }
): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.goto(`${pathToFileURL(PAGE).href}#localProfilePath=none.js`);
  await page.waitForFunction(() => 'speedscope' in globalThis);
  await page.evaluate(
    ([title, base64]) => {
      const { speedscope } = globalThis as unknown as SpeedscopeWindow;
      speedscope.loadFileFromBase64(title, base64);
    },
    [name, Buffer.from(file).toString('base64')] as const
  );
  const settled = page.getByText(/Export|Something went wrong/).first();
  await settled.waitFor({ timeout: READ_LIMIT_MS });
  return page;
}

/** Reads a file with speedscope and returns what its own export then writes. */
export async function readWithSpeedscope(
  browser: Browser,
  name: string,
  file: Uint8Array
): Promise<SpeedscopeFile> {
  const page = await openInSpeedscope(browser, name, file, SMALL);
  try {
    await page.evaluate(() => {
      URL.createObjectURL = blob => {
        const shared = globalThis as unknown as SpeedscopeWindow;
        shared.exported = (blob as Blob).text();
        return '#';
      };
    });
    await page.getByText('Export', { exact: false }).last().click();
    const text = await page.evaluate(() => (globalThis as unknown as SpeedscopeWindow).exported);
    if (text === undefined) throw new Error(`speedscope did not read ${name}.`);
    return JSON.parse(text) as SpeedscopeFile;
  } finally {
    await page.close();
  }
}
