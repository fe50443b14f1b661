import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { useBrowser } from './useBrowser';
import { type ViewPageOptions, closeViewPage, openViewPage } from './viewPage';

/**
 * Lets the tests of a file open pages of a view in one used.browser, by what is returned. They are closed
 * after the test, which fails when one of them has thrown.
 */
export function useViewPages(
  usual: ViewPageOptions
): (options?: Partial<ViewPageOptions>) => Promise<Page> {
  const used = useBrowser();
  const pages: Page[] = [];
  const errors: string[] = [];
  afterEach(async () => {
    for (const page of pages.splice(0)) await closeViewPage(page);
    expect(errors.splice(0)).toEqual([]);
  });
  return async (options = {}) => {
    const page = await openViewPage(used.browser, { ...usual, ...options });
    pages.push(page);
    page.on('pageerror', error => errors.push(String(error)));
    return page;
  };
}
