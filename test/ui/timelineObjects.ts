import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type {} from './pages/timeline';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import { type PageTheme, openViewPage } from './viewPage';

/** Place of the marker of the whole trace: share of the width, and pixels below the top. */
const GLOBAL_MARKER = { share: 7 / 40, y: 113 };

/** The tests of tasks, frames, markers and counters on the timeline, in a theme. */
export function testObjects(theme: PageTheme): void {
  describe(`tasks, frames, markers and counters in the ${theme} theme`, () => {
    const used = useBrowser();
    let page: Page;
    const shoot = (name: string) => screenshot(page, `timeline-${name}-${theme}`);

    beforeAll(async () => {
      page = await openViewPage(used.browser, { page: 'timeline', theme, height: 560 });
      await page.evaluate(() => window.timelinePage.show('objects'));
    });
    it('finds a run of a frame by its number', async () => {
      await page.getByRole('searchbox').fill('frame1 #2');
      await page.getByText('1 match').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.jp-Kernelscope-timelineDetails').getByText('frame1 #2').waitFor();
      await shoot('frame');
    });

    it('lists the runs of a frame by their numbers, and markers with their scopes', async () => {
      await page.getByRole('searchbox').fill('');
      await page.getByText('The same as a list').click();
      await page.getByRole('row', { name: 'training 2' }).click();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowRight');
      const rows = page.getByRole('treegrid').getByRole('row', { name: /^frame1 #/ });
      await expect.poll(() => rows.count()).toBe(3);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.getByRole('row', { name: /^mark lane · Marker 9.5 µs/ }).waitFor();
      await shoot('list');
      await page.getByText('The same as a list').click();
    });

    it('starts with many counters closed, so that all lanes are visible', async () => {
      await page.evaluate(() => window.timelinePage.show('counters'));
      const group = page.getByRole('button', { name: 'Counters (7)' });
      expect(await group.getAttribute('aria-expanded')).toBe('false');
      expect(await page.locator('.jp-Kernelscope-timelineName').allInnerTexts()).toEqual([
        expect.stringContaining('Counters (7)'),
        expect.stringContaining('process'),
        expect.stringContaining('main thread'),
        'worker 1',
        'training',
        'training 2'
      ]);
      await shoot('counters-closed');
      await group.press('Enter');
      await page.getByText('loaded 7').waitFor();
      expect(await group.getAttribute('aria-expanded')).toBe('true');
      await shoot('counters-open');
      await group.press('Enter');
      await page.getByText('loaded 7').waitFor({ state: 'detached' });
      await page.evaluate(() => window.timelinePage.show('objects'));
      await page.getByRole('button', { name: 'Counters (1)', expanded: false }).press('Enter');
    });

    it('tells the scope of a marker under the pointer', async () => {
      const canvas = page.locator('.jp-Kernelscope-timelineCanvas');
      const tooltip = page.locator('.jp-Kernelscope-tooltip');
      const pointAtMarker = async (): Promise<string> => {
        const box = (await canvas.boundingBox())!;
        const x = box.x + GLOBAL_MARKER.share * box.width;
        await page.mouse.move(x, box.y);
        await page.mouse.move(x, box.y + GLOBAL_MARKER.y);
        return tooltip.innerText();
      };
      await expect.poll(pointAtMarker).toContain('Whole trace');
      expect(await tooltip.innerText()).toMatch(/^mark global\s/);
      await shoot('objects');
    });
  });
}
