import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type {} from './pages/timeline';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import { type PageTheme, openViewPage } from './viewPage';

/** The tests of forward and backward operators on the timeline, in a theme. */
export function testGradients(theme: PageTheme): void {
  describe(`forward and backward operators in the ${theme} theme`, () => {
    const used = useBrowser();
    let page: Page;

    beforeAll(async () => {
      page = await openViewPage(used.browser, { page: 'timeline', theme, height: 520 });
      await page.evaluate(() => window.timelinePage.show('gradients'));
    });
    async function find(name: string): Promise<string> {
      await page.getByRole('searchbox').fill(name);
      await page.keyboard.press('Enter');
      const details = page.locator('.jp-Kernelscope-timelineDetails');
      await details.getByText(name, { exact: true }).first().waitFor();
      return (await details.innerText()).replace(/\s+/g, ' ');
    }

    it('tell of a backward function its number and its operator, with an arrow', async () => {
      const told = await find('Conv2DBackward');
      expect(told).toContain('Sequence number of its operator 1');
      expect(told).toContain('Forward operator Conv2D, at 100 µs');
      await screenshot(page, `timeline-gradients-${theme}`);
    });

    it('tell of an operator what it computes, how fast, and its backward function', async () => {
      const told = await find('BatchMatMul');
      expect(told).toContain('Floating-point operations 2.1 MFLOP (5.24 GFLOP/s)');
      expect(told).toContain('Backward function BatchMatMulBackward, at');
      await screenshot(page, `timeline-flops-${theme}`);
    });
  });
}
