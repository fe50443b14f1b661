import { expect, test } from 'vitest';
import { useBrowser } from './useBrowser';
import { openViewPage } from './viewPage';

const used = useBrowser();

test('the page that measures the heat map has a picture, which its steps change', async () => {
  const page = await openViewPage(used.browser, { page: 'rankBench', width: 1220 });
  await page.evaluate(() => window.rankBench.prepare(512, 200));
  expect(await page.evaluate(() => window.rankBench.paint())).toBeGreaterThan(0);
  expect(await page.evaluate(() => window.rankBench.colors())).toBeGreaterThan(10);
  const pictures: string[] = [];
  for (let step = 0; step < (await page.evaluate(() => window.rankBench.steps)); step += 6) {
    await page.evaluate(one => window.rankBench.step(one), step);
    pictures.push((await page.screenshot()).toString('base64'));
  }
  expect(new Set(pictures).size).toBeGreaterThan(pictures.length / 2);
  await page.close();
});
