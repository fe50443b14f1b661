import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core';
import { isNight } from '../support/tiers';

/** Where tests leave pictures for people to look at; not under version control. */
export const SCREENSHOTS = fileURLToPath(new URL('screenshots', import.meta.url));

/** Pictures take a fifth of the time of some files, so they are left on request, and by the run that has every test. */
const areWanted = process.env['KERNELSCOPE_SCREENSHOTS'] === '1' || isNight;

/** Leaves a picture of a page, or of a part of it, in `test/ui/screenshots` where pictures are wanted. */
export async function screenshot(
  shown: Page | Locator,
  name: string,
  options: Pick<PageScreenshotOptions, 'fullPage'> = {}
): Promise<void> {
  if (!areWanted) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await shown.screenshot({ ...options, path: `${SCREENSHOTS}/${name}.png` });
}
