import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from './labPage';

let shared: Browser | undefined;

/** The browser of this process; a new one where it has ended. */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await startBrowser();
  return shared;
}

/** What {@link closePages} leaves open. */
let kept: BrowserContext | undefined;

/** Leaves `context` open for the tests of later files, and no other. */
export function keepContext(context: BrowserContext | undefined): void {
  kept = context;
}

/** Closes all pages, with their cookies, caches and downloads. */
export async function closePages(): Promise<void> {
  for (const context of shared?.contexts() ?? []) if (context !== kept) await context.close();
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
