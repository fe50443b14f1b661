import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type {} from './pages/timeline';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import { type PageTheme, openViewPage } from './viewPage';

/** The tests of asynchronous operators on the timeline, in a theme. */
export function testAsynchronousOperators(theme: PageTheme): void {
  describe(`asynchronous operators in the ${theme} theme`, () => {
    const used = useBrowser();
    let page: Page;
    const details = () => page.locator('.jp-Kernelscope-timelineDetails');

    beforeAll(async () => {
      page = await openViewPage(used.browser, { page: 'timeline', theme, height: 560 });
      await page.evaluate(() => window.timelinePage.show('engine'));
    });
    it('stand on lanes below the thread that called them', async () => {
      await page.getByText('The same as a list').click();
      const rows = page.getByRole('treegrid').getByRole('row');
      await expect
        .poll(async () => (await rows.allInnerTexts()).join(' '))
        .toMatch(/main thread.*operators.*operators 2.*async/s);
      await page.getByText('The same as a list').click();
    });

    it('say what a call does when it is selected, and under the pointer', async () => {
      await page.getByRole('searchbox').fill('waitAll');
      await page.getByText('1 match').waitFor();
      await page.keyboard.press('Enter');
      await details()
        .getByText(/^Waits for all asynchronous operators/)
        .waitFor();
      const box = (await page.locator('.jp-Kernelscope-timelineCanvas').boundingBox())!;
      const tooltip = page.locator('.jp-Kernelscope-tooltip');
      const told: string[] = [];
      for (let y = 10; y < box.height; y += 8) {
        await page.mouse.move(box.x + 0.06 * box.width, box.y + y);
        if (await tooltip.isVisible()) told.push(await tooltip.innerText());
        if (told.at(-1)?.startsWith('tensor')) break;
      }
      expect(told[0]).toContain('How many calls into libraries are under way');
      expect(told.at(-1)).toContain('Creates a tensor from values outside');
      await screenshot(page, `timeline-engine-${theme}`);
    });
  });
}
