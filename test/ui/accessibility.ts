import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { encodeBundle } from '../../src/formats/bundle/bundle';
import { richProfile } from '../support/richProfile';
import { EXAMPLE_FINDING, exampleBundle, exampleSummary } from '../unit/extension/exampleBundle';
import type { BarRequest } from './pages/actionBar';
import type { ProfilePage } from './pages/profile';
import type {} from './pages/compare';
import type {} from './pages/gpu';
import type {} from './pages/memory';
import type {} from './pages/rankBench';
import type {} from './pages/source';
import type {} from './pages/tableView';
import type {} from './pages/timeline';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import { type PageTheme, closeViewPage, openViewPage } from './viewPage';

const AXE = fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url));

/** What a page is brought to before it is looked at. */
interface PageState {
  readonly page: string;
  readonly state: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const STATES = [
  { page: 'tableView', state: 'with a selected row', prepare: selectRow },
  { page: 'tableView', state: 'with help and a wrong filter', prepare: askForHelp },
  { page: 'tableView', state: 'with the copy menu', prepare: openMenu },
  { page: 'tableView', state: 'with the columns to choose', prepare: openColumns },
  { page: 'tableView', state: 'without rows', prepare: showNothing },
  { page: 'memory', state: 'with curves', prepare: waitFor('.jp-Kernelscope-chart .trace') },
  { page: 'memory', state: 'with the growth of the heap', prepare: showGrowth },
  { page: 'source', state: 'with a cell', prepare: waitFor('.jp-mod-code span') },
  { page: 'timeline', state: 'with a training', prepare: showTraining },
  { page: 'source', state: 'with GPU time', prepare: showGpuLines },
  { page: 'gpu', state: 'with kernels', prepare: waitFor('.jp-Kernelscope-rowGridRow') },
  { page: 'gpu', state: 'with a gap on show', prepare: showGap },
  { page: 'gpu', state: 'with eight devices', prepare: showDevices },
  { page: 'gpu', state: 'with counters', prepare: showCounters },
  { page: 'gpu', state: 'without a recording', prepare: showUnrecorded },
  { page: 'flame', state: 'with a training', prepare: waitFor('.jp-Kernelscope-treeGridRow') },
  { page: 'flame', state: 'with a function in the middle', prepare: showSandwich },
  { page: 'compare', state: 'with repetitions', prepare: waitFor('.jp-Kernelscope-repetitionDot') },
  { page: 'compare', state: 'with a search', prepare: searchCalls },
  { page: 'rankBench', state: 'with a picked rank', prepare: showRanks },
  { page: 'actionBar', state: 'with the downloads', prepare: openDownloads },
  { page: 'profile', state: 'with findings', prepare: showFindings },
  { page: 'profile', state: 'of a cell that failed', prepare: showFailed },
  { page: 'profile', state: 'whose output has a part', prepare: showPart },
  { page: 'profile', state: 'that is damaged', prepare: showDamage }
] as const satisfies readonly PageState[];

/** Some of every use of the time. */
const SHARES = {
  userNs: 80e6,
  libraryNs: 60e6,
  nativeNs: 10e6,
  gcNs: 5e6,
  waitingNs: 25e6,
  gpuNs: 20e6
};

/** Rules about the page as a whole, which is JupyterLab's. */
const PAGE_RULES = ['landmark-one-main', 'page-has-heading-one', 'region'];

declare const profilePage: ProfilePage;
declare const showBar: (request: BarRequest) => void;
declare const axe: { run(options: RunOptions): Promise<AxeResults> };

/** The name of a page of {@link STATES}. */
type PageName = (typeof STATES)[number]['page'];

/** Of these states, all of them or the first of each page. */
function statesOf<T extends PageState>(states: readonly T[], isWhole: boolean): readonly T[] {
  if (isWhole) return states;
  return states.filter(({ page }, at) => states.findIndex(each => each.page === page) === at);
}

/** Has axe look at every page in a theme, in all of its states where `isWhole`. */
export function testAccessibility(
  theme: PageTheme,
  { isWhole }: { readonly isWhole: boolean }
): void {
  describe(`in the ${theme} theme, axe finds nothing`, () => {
    const used = useBrowser();

    it.each(statesOf(STATES, isWhole))('on $page $state', async ({ page: name, prepare }) => {
      const page = await openViewPage(used.browser, { page: name, theme });
      await prepare?.(page);
      expect(await violationsOn(page)).toEqual([]);
      await closeViewPage(page);
    });
  });
}

/** Has axe look at a page in high contrast, in all of its states, with the colours of the theme and of the system. */
export function testHighContrast(name: PageName): void {
  describe('in high contrast, axe finds nothing', () => {
    const used = useBrowser();
    const states = (STATES as readonly PageState[]).filter(({ page }) => page === name);

    it.each(states)('on $page $state', async ({ state, prepare }) => {
      const page = await openViewPage(used.browser, { page: name, theme: 'dark-high-contrast' });
      await prepare?.(page);
      expect(await violationsOn(page)).toEqual([]);
      await screenshot(page, `contrast-${name}-${state}`);
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await violationsOn(page)).toEqual([]);
      await screenshot(page, `forced-${name}-${state}`);
      await closeViewPage(page);
    });
  });
}

/** One line for each node that breaks a rule. */
async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: AXE });
  const rules = Object.fromEntries(PAGE_RULES.map(rule => [rule, { enabled: false }]));
  const { violations } = await page.evaluate(options => axe.run(options), {
    rules,
    resultTypes: ['violations']
  } satisfies RunOptions);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`)
  );
}

/** A map with the keyboard's cell, the figures of a rank, and all that folds open. */
async function showRanks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.rankBench.prepare(8, 40);
    window.rankBench.paint();
  });
  const map = page.getByRole('application');
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await map.press(key);
  await page.getByText('All keys').click();
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

async function openColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Share' }).click();
}

async function showFindings(page: Page): Promise<void> {
  const data = exampleBundle({ findings: [EXAMPLE_FINDING], shares: SHARES });
  await page.evaluate(shown => profilePage.show({ data: shown }), data as unknown);
  await page.locator('.jp-Kernelscope-row').first().waitFor();
  await page.getByRole('region', { name: 'Findings' }).getByRole('button').focus();
}

async function showFailed(page: Page): Promise<void> {
  const data = exampleBundle({
    summary: exampleSummary({ status: 'error' }),
    findings: [EXAMPLE_FINDING],
    shares: SHARES
  });
  await page.evaluate(shown => profilePage.show({ data: shown }), data as unknown);
  await page.getByText('The cell ended with an error.').waitFor();
}

async function showNothing(page: Page): Promise<void> {
  await page.evaluate(() => window.tablePage.show('empty'));
}

async function showGpuLines(page: Page): Promise<void> {
  await page.evaluate(() => window.sourcePage.show('gpu'));
  await page.getByRole('columnheader', { name: 'GPU' }).waitFor();
}

async function showGrowth(page: Page): Promise<void> {
  await page.evaluate(() => window.memoryPage.show('growth'));
  await page.getByRole('table', { name: 'Heap growth by constructor' }).waitFor();
}

async function showGap(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Idle gaps/ }).click();
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await page.getByRole('row', { selected: true }).waitFor();
}

async function showDevices(page: Page): Promise<void> {
  await page.evaluate(() => window.gpuPage.show('eight'));
  await page.locator('details summary').nth(3).click();
}

async function showCounters(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Counters/ }).click();
  await page.locator('.jp-Kernelscope-chart .trace').first().waitFor();
}

async function showUnrecorded(page: Page): Promise<void> {
  await page.evaluate(() => window.gpuPage.show('unrecorded'));
  await page.getByText('Only administrators').waitFor();
}

async function showTraining(page: Page): Promise<void> {
  await page.evaluate(() => window.timelinePage.show('training'));
  await page.locator('.jp-Kernelscope canvas').first().waitFor();
}

async function searchCalls(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('render');
  await page.getByRole('button', { name: 'Next match' }).click();
}

async function showSandwich(page: Page): Promise<void> {
  await page.locator('canvas').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 's']) await page.keyboard.press(key);
}

async function openDownloads(page: Page): Promise<void> {
  await page.evaluate(() => showBar({ perfettoUrl: 'http://perfetto.test/' }));
  await page.getByRole('button', { name: 'Download' }).click();
}

async function showPart(page: Page): Promise<void> {
  const data: unknown = encodeBundle(richProfile(2000), {
    deflate: bytes => deflateRawSync(bytes),
    maxBytes: 60_000,
    sidecar: {
      path: 'train.kscope/a.kscope',
      sha256: '0'.repeat(64),
      sizeBytes: 12_345_678,
      slices: 2000
    }
  });
  await page.evaluate(shown => profilePage.show({ data: shown }), data);
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.locator('.jp-Kernelscope-row').first().waitFor();
}

async function showDamage(page: Page): Promise<void> {
  await page.evaluate(() => profilePage.show({ data: { version: 1 } }));
  await page.getByRole('alert').waitFor();
}

function waitFor(selector: string): (page: Page) => Promise<void> {
  return page => page.locator(selector).first().waitFor();
}
