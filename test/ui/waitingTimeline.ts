import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { ContentKind } from './pages/timeline';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import { type PageTheme, closeViewPage, driveClock, openViewPage } from './viewPage';

const REST_MS = 600;

/** The tests of waiting and call stacks on the timeline, in a theme. */
export function testWaiting(theme: PageTheme): void {
  describe(`waiting and call stacks on the timeline in the ${theme} theme`, () => {
    const used = useBrowser();
    let page: Page;

    afterEach(() => closeViewPage(page));
    const open = async (kind: ContentKind, width = 1400) => {
      page = await openViewPage(used.browser, { page: 'timeline', height: 900, theme, width });
      await driveClock(page);
      await page.evaluate(each => window.timelinePage.show(each), kind);
      await page.clock.runFor(REST_MS);
    };
    const shoot = (name: string) => screenshot(page, `timeline-${name}-${theme}`);
    const search = async (text: string): Promise<string> => {
      const input = page
        .locator(
          '.jp-Kernelscope-timeline input[type="search"], .jp-Kernelscope-timeline .jp-Kernelscope-search input'
        )
        .first();
      await input.fill(text);
      await page.clock.runFor(REST_MS);
      await input.press('Enter');
      return page.locator('.jp-Kernelscope-timelineDetails').innerText();
    };
    /** Names in the gutter that are cut. */
    const cutNames = () =>
      page
        .locator('.jp-Kernelscope-timelineName > span, .jp-Kernelscope-timelineToggle > span')
        .evaluateAll(nodes =>
          nodes.filter(node => node.scrollWidth > node.clientWidth).map(node => node.textContent)
        );

    it('tells which line waits, and for what', async () => {
      await open('waiting');
      const details = await search('await fetch');
      expect(details).toContain('await fetch(address); · Cell [1]:2');
      expect(details).toMatch(/Ended by\s+the network/);
      expect(details).toMatch(/Share of the run\s+46\.2/);
      await shoot('waiting');
      expect(await search('blocked')).toMatch(/event loop blocked[^]*200 ms/);
      expect(await search('page')).toMatch(/Running\s+100 ms, 20\.0 % of its time; waiting 400 ms/);
    });

    it('lists how long lanes and threads waited', async () => {
      await open('waiting');
      await page.locator('.jp-Kernelscope-timelineOutline > summary').click();
      const text = () => page.locator('.jp-Kernelscope-timelineOutline').innerText();
      await expect.poll(text).toContain('waiting 560 ms of 865 ms, 64.7 %');
      expect(await text()).toContain('waiting 400 ms of 500 ms, 80.0 %');
      const titles = () =>
        page
          .locator('.jp-Kernelscope-timelineName')
          .evaluateAll(nodes => nodes.map(node => node.getAttribute('title')));
      await expect.poll(titles).toContain('async 2 · waiting 300 ms of 400 ms, 75.0 %');
      await page.locator('.jp-Kernelscope-timelineOutline').scrollIntoViewIfNeeded();
      await shoot('waiting-outline');
    });

    it('folds what is not the own code, until that is to be seen', async () => {
      await open('stacks');
      expect(await search('library')).toMatch(/library · \d frames/);
      await shoot('stacks-folded');
      const fold = page.getByLabel('Fold libraries and Node.js');
      expect(await fold.isChecked()).toBe(true);
      await fold.focus();
      await page.keyboard.press('Space');
      await page.clock.runFor(REST_MS);
      expect(await fold.isChecked()).toBe(false);
      expect(await search('runKernel')).toContain('runKernel');
      await shoot('stacks');
    });

    it.each(['training', 'counters', 'objects', 'waiting'] as const)(
      'cuts no name of a row at 900 pixels: %s',
      async kind => {
        await open(kind, 900);
        await shoot(`names-${kind}-900`);
        expect(await cutNames()).toEqual([]);
      }
    );

    it('shades where slices are left out', async () => {
      await open('partial');
      await shoot('partial-shading');
    });
  });
}
