import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregate } from '../../src/analysis/statistics/aggregate';
import { profileDocument } from '../../src/formats/html/write';
import { drawProfile } from '../support/drawProfile';
import { SCREENSHOTS, startBrowser } from './labPage';

const NAMES = ['centre', 'Conv2DBackpropFilter'];

describe('an HTML export in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it.each([1400, 900, 600])('breaks no name that has room at %i pixels', async width => {
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
    const page = await browser.newPage({ viewport: { width, height: 700 }, colorScheme: 'dark' });
    await page.setContent(profileDocument(profile, { sections: repeated }));
    await page.screenshot({ path: `${SCREENSHOTS}/html-${width}.png` });
    for (const name of NAMES) {
      const cell = page.getByRole('rowheader', { name });
      expect((await cell.boundingBox())!.height).toBeLessThan(32);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.close();
  });
});
