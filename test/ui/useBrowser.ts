import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from './labPage';

let shared: Browser | undefined;

/** The browser of this process; a new one where it has ended. */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await startBrowser();
  return shared;
}

/** What {@link closePages} leaves open: a page of JupyterLab, and one of views. */
const kept = new Map<'lab' | 'views', BrowserContext | undefined>();

/** Leaves `context` open for the tests of later files, and no other of its kind. */
export function keepContext(kind: 'lab' | 'views', context: BrowserContext | undefined): void {
  kept.set(kind, context);
}

/** Closes all pages, with their cookies, caches and downloads. */
export async function closePages(): Promise<void> {
  const open = [...kept.values()];
  for (const context of shared?.contexts() ?? []) {
    if (!open.includes(context)) await context.close();
  }
}

/** A browser from before the tests of a file until after them. */
export interface UsedBrowser {
  readonly browser: Browser;
}

/** Lets the tests of a file open pages in the browser of this process, which are closed after the tests. */
export function useBrowser(): UsedBrowser {
  const used = {} as { browser: Browser };
  beforeAll(async () => {
    used.browser = await sharedBrowser();
  });
  afterAll(closePages);
  return used;
}
