import { describe, expect, it } from 'vitest';
import { aggregate } from '../../src/analysis/statistics/aggregate';
import { profileDocument } from '../../src/formats/html/write';
import { comparedProfile, comparisonOf, REPEATED } from '../support/comparedProfiles';
import { drawProfile } from '../support/drawProfile';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';

const NAMES = ['centre', 'Conv2DBackpropFilter'];

/** The test of the names in an HTML export at a width. */
export function testNames(width: number): void {
  describe('an HTML export in a browser', () => {
    const used = useBrowser();

    it(`breaks no name that has room at ${width} pixels`, async () => {
      const profile = drawProfile('main |[op/centre][operator/Conv2DBackpropFilter]');
      const repeated = aggregate(profile).map(section => ({
        ...section,
        rows: section.rows.map(row => ({
          ...row,
          total: 12_533_266_123,
          gpu: 12_533_266_123,
          perRun: { mean: 12_533_266_123, halfWidth: 12_533_266_123 }
        }))
      }));
      const page = await used.browser.newPage({
        viewport: { width, height: 700 },
        colorScheme: 'dark'
      });
      await page.setContent(profileDocument(profile, { sections: repeated }));
      await screenshot(page, `html-${width}`);
      for (const name of NAMES) {
        const cell = page.getByRole('rowheader', { name });
        expect((await cell.boundingBox())!.height).toBeLessThan(32);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.close();
    });
  });
}

/** The test of a comparison in an HTML export at a width, with the colours that the system asks for. */
export function testComparison(width: number, colorScheme: 'light' | 'dark'): void {
  describe('a comparison in an HTML export in a browser', () => {
    const used = useBrowser();

    it(`shows what changed within ${width} pixels, ${colorScheme}`, async () => {
      const [before, after] = REPEATED;
      const page = await used.browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const comparison = comparisonOf(before, after);
      await page.setContent(profileDocument(comparedProfile(after), { comparison }));
      await screenshot(page, `html-compare-${width}`, { fullPage: true });
      const top = async (text: string | RegExp): Promise<number> =>
        (await page.getByText(text).first().boundingBox())!.y;
      const parts = [/36 % faster/, 'Time of each repetition', 'Change of the time of a run'];
      const tops = await Promise.all(
        [...parts, /^Change of calls/, 'Lines changed since'].map(top)
      );
      expect(tops).toEqual([...tops].sort((a, b) => a - b));
      const calls = page.getByRole('img', { name: /^Calls before and after/ });
      expect((await calls.boundingBox())!.width).toBeGreaterThan(width * 0.6);
      expect(await page.locator('circle').count()).toBe(16);
      const isCut = await page.evaluate(() =>
        [...document.querySelectorAll('.kernelscope-comparison table')].some(
          ({ parentElement }) => parentElement!.scrollWidth > parentElement!.clientWidth
        )
      );
      expect(isCut).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.close();
    });
  });
}
