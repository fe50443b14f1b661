import { expect, test } from 'vitest';
import { useBrowser } from './useBrowser';
import { openViewPage } from './viewPage';

const used = useBrowser();

test.each(['view', 'sampledView', 'flameChart'] as const)(
  'the page that measures timelines has a picture of the slices: %s',
  async name => {
    const page = await openViewPage(used.browser, { page: 'timelineBench', width: 1220 });
    await page.evaluate(one => window.timelineBench.prepare(one, 20_000), name);
    const blank = await page.evaluate(() => window.timelineBench.inkShare());
    expect(await page.evaluate(() => window.timelineBench.paint())).toBeGreaterThan(0);
    const painted = await page.evaluate(() => window.timelineBench.inkShare());
    expect(painted).toBeGreaterThan(blank + 0.1);
    const whole = await page.screenshot();
    await page.evaluate(() => window.timelineBench.step(window.timelineBench.steps / 2));
    expect(await page.evaluate(() => window.timelineBench.inkShare())).toBeGreaterThan(0.1);
    expect((await page.screenshot()).equals(whole)).toBe(false);
    await page.close();
  }
);
