import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { encodeBundle } from '../../src/formats/bundle/bundle';
import type { ProfileBundle } from '../../src/model/output/bundle';
import {
  type ComparedDrawing,
  ONCE,
  REPEATED,
  comparedProfile,
  comparisonOf
} from '../support/comparedProfiles';
import { deflate } from '../support/storedBundle';
import { sampleOf } from '../support/tiers';
import { HOSTILE, hostileBundle } from './hostileBundle';
import type { ProfilePage } from './pages/profile';
import type {} from './pages/compare';
import { screenshot } from './screenshot';
import { useViewPages } from './useViewPages';
import type { PageTheme, ViewPageOptions } from './viewPage';

declare const profilePage: ProfilePage;

type Shown = Parameters<Window['comparePage']['show']>[0];

/** The tests of the compare view in a theme. */
export function testCompareView(theme: PageTheme): void {
  describe(`the compare view in the ${theme} theme`, () => {
    const openPage = useViewPages({ page: 'compare', height: 1000, theme });

    const open = async (
      options: Partial<ViewPageOptions> = {},
      shown: Shown = 'repeated'
    ): Promise<Page> => {
      const page = await openPage(options);
      await page.evaluate(name => window.comparePage.show(name), shown);
      return page;
    };
    const shoot = async (page: Page, name: string): Promise<void> => {
      await page.evaluate(() => window.comparePage.view.renderNow());
      await screenshot(page, `compare-${name}-${theme}`, { fullPage: true });
    };
    const verdictOf = (page: Page) => page.locator('.jp-Kernelscope-compareVerdict').textContent();
    const stateOf = (page: Page) => page.evaluate(() => window.comparePage.store.state);
    const times = (page: Page) => page.getByRole('grid', { name: 'Changes of times' });
    const namesOf = async (page: Page): Promise<string[]> =>
      times(page).locator('[role=row] > :first-child').allTextContents();

    it('shows verdict, repetitions, changes, calls and lines in every width', async () => {
      for (const width of sampleOf([900, 1400], 2)) {
        const page = await open({ width });
        await times(page).getByText('render').waitFor();
        await shoot(page, String(width));
        const overflow = await page.evaluate(() => document.body.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      }
    });

    it('says by how much the whole cell changed, and how sure that is', async () => {
      const page = await open();
      expect(await verdictOf(page)).toMatch(
        /^▼35\.7 % faster, 95 % CI 3[2-4]\.\d–3[7-9]\.\d %: 121 ms → 77\.5 ms/
      );
      await page.evaluate(() => window.comparePage.show('slower'));
      expect(await verdictOf(page)).toMatch(/^▲55\.5 % slower, 95 % CI/);
      await page.evaluate(() => window.comparePage.show('chance'));
      expect(await verdictOf(page)).toMatch(/^≈The change may be chance/);
      await shoot(page, 'chance');
      await page.evaluate(() => window.comparePage.show('once'));
      expect(await verdictOf(page)).toContain('A single run cannot tell a change from chance');
      expect(await page.getByText('Time of each repetition').count()).toBe(0);
      await shoot(page, 'once');
    });

    it('has a dot for each repetition, and tells their spread', async () => {
      const page = await open();
      const rows = page.getByRole('img');
      expect(await rows.first().locator('.jp-Kernelscope-repetitionDot').count()).toBe(8);
      expect(await rows.nth(1).getAttribute('aria-label')).toMatch(
        /^After: 8 repetitions between 75 ms and 80 ms, mean 77\.5 ms ± 1\.\d+ ms/
      );
    });

    it('has the greatest change first, with a bar to its side of zero', async () => {
      const page = await open();
      expect(await namesOf(page)).toEqual(['Name', 'count', 'render', 'report', 'sort']);
      const widths = await times(page)
        .locator('.jp-Kernelscope-rowGridBody .jp-mod-change')
        .evaluateAll(cells =>
          cells.map(cell =>
            ['::before', '::after'].map(side => parseFloat(getComputedStyle(cell, side).width))
          )
        );
      expect(widths[0][0]).toBeGreaterThan(60);
      expect(widths[0][1]).toBe(0);
      expect(widths[1][0]).toBe(0);
      expect(widths[1][1]).toBeGreaterThan(10);
    });

    it('sorts and picks by key alone, and tells the other views', async () => {
      const page = await open();
      await times(page).locator('[tabindex="0"]').focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      expect((await namesOf(page)).slice(1)).toEqual(['count', 'render', 'report', 'sort']);
      await page.keyboard.press('Enter');
      expect((await namesOf(page)).slice(1)).toEqual(['sort', 'report', 'render', 'count']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const selection = { type: 'label', category: 'range', name: 'sort' };
      expect((await stateOf(page)).selection).toEqual(selection);
    });

    it('marks calls by sign as well as by colour, and is walked by key', async () => {
      const page = await open();
      const canvas = page.getByRole('application', { name: /^Calls before and after/ });
      await canvas.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const told = page.locator('.jp-Kernelscope-canvasLive');
      expect(await told.textContent()).toBe(
        'count · Total: 96.3 ms → 45 ms (−51.3 ms, −53.2 %) · Self: 18.8 ms → 45 ms (+26.3 ms, +140.0 %) · File: Cell'
      );
      await page.keyboard.press('ArrowRight');
      expect(await told.textContent()).toMatch(/^report /);
      await page.keyboard.press('Enter');
      const all = page.getByRole('button', { name: 'Show all calls' });
      await all.waitFor();
      await shoot(page, 'zoomed');
      await all.click();
      await all.waitFor({ state: 'hidden' });
    });

    it('describes the call under the pointer, and zooms to it with a click', async () => {
      const page = await open();
      await page.evaluate(() => window.comparePage.view.renderNow());
      const box = (await page.locator('.jp-Kernelscope-compareCanvas').boundingBox())!;
      await page.mouse.move(box.x + 60, box.y + 27);
      await page.getByText('96.3 ms → 45 ms (−51.3 ms, −53.2 %)').waitFor();
      await page.mouse.click(box.x + 60, box.y + 27);
      await page.getByRole('button', { name: 'Show all calls' }).waitFor();
      expect(await page.locator('.jp-Kernelscope-canvasLive').textContent()).toMatch(/^count /);
    });

    it('finds calls by name or file, and goes from one to the next', async () => {
      const page = await open();
      const canvas = page.getByRole('application', { name: /^Calls before and after/ });
      await canvas.focus();
      await page.keyboard.press('/');
      const search = page.getByRole('searchbox', { name: 'Find functions by name or file' });
      expect(await search.evaluate(node => node === document.activeElement)).toBe(true);
      await search.fill('NODE_MODULES');
      const found = page.locator('.jp-Kernelscope-searchMatches');
      await page.getByText('2 functions · 68.6 %').waitFor();
      await shoot(page, 'search');
      const told = page.locator('.jp-Kernelscope-canvasLive');
      await page.keyboard.press('Enter');
      expect(await told.textContent()).toMatch(/^filter .*node_modules\/lib\/filter\.js$/);
      await page.keyboard.press('Enter');
      expect(await told.textContent()).toMatch(/^sort /);
      await page.keyboard.press('Shift+Enter');
      expect(await told.textContent()).toMatch(/^filter /);
      await search.fill('nothing of that name');
      await page.getByText('No match').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('No match').waitFor({ state: 'hidden' });
      expect(await found.textContent()).toBe('');
    });

    it('lists the same calls, which are opened, picked and followed by key', async () => {
      const page = await open();
      const list = page.getByRole('treegrid', { name: 'Changes of calls as a list' });
      const rows = list.getByRole('row');
      const cellsOf = (name: RegExp) =>
        list.getByRole('row', { name }).getByRole('gridcell').allTextContents();
      expect(await cellsOf(/^▾?count /)).toEqual([
        '−51.3 ms',
        '−53.2 %',
        '96.3 ms',
        '45 ms',
        'Cell'
      ]);
      expect(await cellsOf(/^filter /)).toEqual([
        ...['−77.5 ms', 'gone', '77.5 ms', '', 'node_modules/lib/filter.js']
      ]);
      const before = await rows.count();
      await list.locator('[tabindex="0"]').focus();
      await page.keyboard.press('ArrowLeft');
      expect(await rows.count()).toBeLessThan(before);
      await page.keyboard.press('ArrowRight');
      expect(await rows.count()).toBe(before);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      expect(await page.locator('.jp-Kernelscope-canvasLive').textContent()).toMatch(/^count /);
      const selected = list.getByRole('row', { selected: true });
      expect(await selected.getByRole('rowheader').textContent()).toContain('count');
      await page.getByRole('application', { name: /^Calls before and after/ }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      expect(await selected.getByRole('rowheader').textContent()).toContain('render');
      expect(await cellsOf(/^render /)).toEqual(['+15 ms', 'new', '', '15 ms', 'render.ts']);
    });

    it('lists the lines that changed since, and leads to one of them', async () => {
      const page = await open();
      const lines = page.getByRole('grid', { name: 'Lines of the cell' });
      await page.getByText('5 lines changed since.').waitFor();
      const gone = lines.getByRole('row', { name: /filter\(each/ });
      expect(await gone.getByRole('gridcell').allTextContents()).toEqual([
        ...['− gone', '5', '', '96.3 ms', '', '−96.3 ms'],
        '  counts[word] = words.filter(each => each === word).length;'
      ]);
      await lines.getByText('report(best);').click();
      const selection = { type: 'line', file: 'Cell [1]', line: 9 };
      expect((await stateOf(page)).selection).toEqual(selection);
    });

    it('has memory last, and says so where nothing was compared', async () => {
      const page = await open();
      const titles = await page.locator('.jp-Kernelscope-partTitle').allTextContents();
      expect(titles.at(-1)).toBe('Changes of memory and counters');
      await page.evaluate(() => window.comparePage.show('nothing'));
      await page.getByText('This profile was not compared with another one.').waitFor();
    });
  });

  describe(`a profile in a notebook in the ${theme} theme`, () => {
    const openPage = useViewPages({ page: 'profile', width: 1000, height: 900, theme });
    const bundleOf = (drawing: ComparedDrawing): ProfileBundle =>
      encodeBundle(comparedProfile(drawing), { deflate });
    const [before, after] = REPEATED;

    it('that was compared opens the comparison first', async () => {
      const page = await openPage();
      const comparison = comparisonOf(before, after);
      const data = encodeBundle(comparedProfile(after), { deflate, comparison });
      await page.evaluate(shown => profilePage.show({ data: shown }), data);
      await page.getByText(/35\.7 % faster/).waitFor();
      const tab = page.getByRole('tab', { name: 'Compare' });
      expect(await tab.getAttribute('aria-selected')).toBe('true');
      await screenshot(page, 'compare-profile');
    });

    it('that was not compared has no such tab, and no menu outside of notebooks', async () => {
      const page = await openPage();
      await page.evaluate(shown => profilePage.show({ data: shown }), bundleOf(after));
      await page.getByRole('tab', { name: 'Table' }).waitFor();
      expect(await page.getByRole('tab', { name: 'Compare' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Compare runs' }).count()).toBe(0);
    });

    it('that was repeated has a dot for each repetition, until a comparison has them', async () => {
      const page = await openPage();
      const [earlier, data] = [bundleOf(before), bundleOf(after)];
      await page.evaluate(shown => profilePage.show(shown), { data, earlier: [earlier] });
      const group = page.getByRole('group', { name: 'Time of each repetition' });
      await group.getByText('8 runs').waitFor();
      expect(await group.locator('.jp-Kernelscope-repetitionDot').count()).toBe(8);
      expect(await group.getByRole('img').getAttribute('aria-label')).toMatch(
        /^8 runs: 8 repetitions between 75 ms and 80 ms, mean 77\.5 ms ± 1\.\d+ ms/
      );
      await screenshot(page, `repetitions-${theme}`);
      await page.getByRole('button', { name: 'Compare runs' }).click();
      await page.getByRole('menuitem', { name: /^Compare with previous run/ }).click();
      await page.getByText(/35\.7 % faster/).waitFor();
      expect(await group.count()).toBe(1);
      expect(await group.locator('.jp-Kernelscope-repetitionDot').count()).toBe(16);
      await page.evaluate(shown => profilePage.show({ data: shown }), bundleOf(ONCE[1]));
      await page.getByRole('tab', { name: 'Table' }).waitFor();
      expect(await page.getByText('Time of each repetition').count()).toBe(0);
    });

    it('is compared with the previous run of its cell, by key alone', async () => {
      const page = await openPage();
      const [earlier, data] = [bundleOf(before), bundleOf(after)];
      await page.evaluate(shown => profilePage.show(shown), { data, earlier: [earlier] });
      await page.getByRole('tab', { name: 'Flame' }).waitFor();
      await page.getByRole('button', { name: 'Compare runs' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: /^Compare with previous run/ }).waitFor();
      await screenshot(page, 'compare-menu');
      await page.keyboard.press('Enter');
      await page.getByText(/35\.7 % faster, 95 % CI 3[2-4]\.\d–3[7-9]\.\d %/).waitFor();
      await page.getByText('5 lines changed since.').waitFor();
      const grid = page.getByRole('grid', { name: 'Changes of times' });
      expect(await grid.getByText('−50.1 ms').count()).toBe(1);
    });

    it('can be pinned, so that later runs are compared with it', async () => {
      const page = await openPage();
      const runs = [{ ...before, name: 'first' }, before, after].map(bundleOf);
      await page.evaluate(shown => profilePage.show(shown), {
        data: runs[2],
        earlier: runs.slice(0, 2)
      });
      const menu = page.getByRole('button', { name: 'Compare runs' });
      await menu.click();
      expect(await page.getByRole('menuitem', { name: /baseline/ }).count()).toBe(1);
      await page.getByRole('menuitem', { name: /^Pin as baseline/ }).click();
      await page.getByText('Later runs of this cell can be compared with this one.').waitFor();
    });

    it('shows names and lines that are markup as text', async () => {
      const page = await openPage();
      const comparison = comparisonOf(before, after);
      const data = hostileBundle(encodeBundle(comparedProfile(after), { deflate, comparison }));
      await page.evaluate(shown => profilePage.show({ data: shown }), data);
      const grid = page.getByRole('grid', { name: 'Changes of times' });
      await grid.getByText(HOSTILE).first().waitFor();
      expect(await page.locator('.jp-Kernelscope-compare img').count()).toBe(0);
      expect(await page.title()).toBe('Kernelscope');
    });
  });
}
