import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BarPage } from './barPage';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import type { PageTheme } from './viewPage';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The tests of how the action bar looks, in a theme and at a width. */
export function testActionBarLooks(theme: PageTheme, width: number): void {
  describe(`the action bar in the ${theme} theme at ${width} pixels`, () => {
    const used = useBrowser();

    it('is at ease in each of its states, and accessible', async () => {
      const whole = 'missing';
      const bar = await BarPage.open(used.browser, {
        perfettoUrl: 'https://ui.perfetto.dev',
        theme,
        width,
        height: 420,
        whole
      });
      const picture = (state: string) => screenshot(bar.page, `actions-${state}-${theme}-${width}`);

      await bar.button('Open in Perfetto').click();
      await picture('consent');
      expect(await accessibilityProblems(bar.page)).toEqual([]);
      await bar.page.evaluate(() => (window.open = () => null));
      await bar.button('Open').click();
      await picture('blocked');
      expect(await accessibilityProblems(bar.page)).toEqual([]);
      await bar.button('Download the trace instead').click();
      await bar.waitForText('is gone');
      await picture('missing');
      await bar.button('Download that').click();
      await bar.waitForText('Saved as');
      await bar.button('Download').click();
      await bar.item('Chrome trace').hover();
      await picture('menu');
      expect(await accessibilityProblems(bar.page)).toEqual([]);
      expect(bar.errors).toEqual([]);
    });
  });
}

/** What axe finds wrong with the bar and its menu. */
async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const parts = ['.jp-Kernelscope', '.jp-Kernelscope-menu'];
    const include = parts.filter(part => document.querySelector(part) !== null);
    const { violations } = await axe.run({ include }, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

interface Axe {
  run(
    context: object,
    options: object
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}
