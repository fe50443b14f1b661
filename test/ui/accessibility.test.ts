import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from './labPage';
import { openViewPage } from './viewPage';

const AXE = fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url));

/** What a page is brought to before it is looked at. */
interface PageState {
  readonly page: string;
  readonly state: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const STATES: readonly PageState[] = [
  { page: 'tableView', state: 'with a selected row', prepare: selectRow },
  { page: 'tableView', state: 'with help and a wrong filter', prepare: askForHelp },
  { page: 'tableView', state: 'with the copy menu', prepare: openMenu },
  { page: 'tableView', state: 'without rows', prepare: showNothing }
];

/** Rules about the page as a whole, which is JupyterLab's. */
const PAGE_RULES = ['landmark-one-main', 'page-has-heading-one', 'region'];

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => browser?.close());

describe.each(['light', 'dark'] as const)('in the %s theme, axe finds nothing', theme => {
  it.each(STATES)('on $page $state', async ({ page: name, prepare }) => {
    const page = await openViewPage(browser, { page: name, theme });
    await prepare?.(page);
    expect(await violationsOn(page)).toEqual([]);
    await page.close();
  });
});

/** One line for each node that breaks a rule. */
async function violationsOn(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  const rules = Object.fromEntries(PAGE_RULES.map(rule => [rule, { enabled: false }]));
  const { violations } = await page.evaluate(options => axe.run(options), { rules });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`)
  );
}

async function selectRow(page: Page): Promise<void> {
  await page.locator('.jp-Kernelscope-row').nth(2).click();
}

async function askForHelp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'How to filter' }).click();
  await page.getByRole('searchbox').fill('totl>1ms');
  await page.keyboard.press('Enter');
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy' }).click();
}

async function showNothing(page: Page): Promise<void> {
  await page.evaluate(() => window.tablePage.show('empty'));
}
