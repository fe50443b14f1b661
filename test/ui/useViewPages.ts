import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startBrowser } from './labPage';
import type { ViewPageOptions } from './viewPage';
import { openViewPage } from './viewPage';

/**
 * Lets the tests of a file open pages of a view in one browser, by what is returned. They are closed
 * after the test, which fails when one of them has thrown.
 */
export function useViewPages(
  usual: ViewPageOptions
): (options?: Partial<ViewPageOptions>) => Promise<Page> {
  let browser: Browser;
  const pages: Page[] = [];
  const errors: string[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
    expect(errors.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());
  return async (options = {}) => {
    const page = await openViewPage(browser, { ...usual, ...options });
    pages.push(page);
    page.on('pageerror', error => errors.push(String(error)));
    return page;
  };
}
