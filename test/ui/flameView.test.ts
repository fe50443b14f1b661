import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SCREENSHOTS, startBrowser } from './labPage';
import type { FlameContent } from './pages/flame';
import type { ViewPageOptions } from './viewPage';
import { openViewPage } from './viewPage';

describe('flames in a browser', () => {
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

  const open = async (
    kind: FlameContent = 'training',
    options: Partial<ViewPageOptions> = {}
  ): Promise<Page> => {
    const page = await openViewPage(browser, { page: 'flame', height: 760, ...options });
    pages.push(page);
    page.on('pageerror', error => errors.push(String(error)));
    if (kind !== 'training') await page.evaluate(each => window.flamePage.show(each), kind);
    await page.waitForTimeout(100);
    return page;
  };
  const shoot = (page: Page, name: string) =>
    page.screenshot({ path: join(SCREENSHOTS, `flame-${name}.png`) });

  it('shows calls in every theme, width and shape', async () => {
    for (const theme of ['light', 'dark'] as const) {
      for (const width of [600, 1000]) {
        const page = await open('training', { theme, width });
        await shoot(page, `${theme}-${width}`);
      }
      const page = await open('training', { theme });
      await page.getByLabel('As').selectOption('sandwich');
      await shoot(page, `sandwich-${theme}`);
      await page.getByLabel('As').selectOption('icicle');
      await page.getByRole('searchbox').fill('matmul');
      await page.waitForTimeout(300);
      await shoot(page, `search-${theme}`);
    }
  });

  it('looks right with operators, allocations, slices alone and nothing', async () => {
    const page = await open();
    await page.getByLabel('Show').selectOption('operators');
    await shoot(page, 'operators');
    await page.getByLabel('Show').selectOption('allocations');
    await page.getByRole('button', { name: 'Bottom-up' }).click();
    await shoot(page, 'allocations');
    await shoot(await open('slices'), 'slices');
    await shoot(await open('empty', { height: 200 }), 'empty');
    await shoot(await open('crowded'), 'crowded');
  });
});
