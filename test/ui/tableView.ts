import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import { type PageTheme, type ViewPageOptions, closeViewPage, openViewPage } from './viewPage';

/** The tests of the table in a theme, in further widths where `isWhole`. */
export function testTableView(theme: PageTheme, { isWhole }: { readonly isWhole: boolean }): void {
  const used = useBrowser();
  let page: Page;
  const errors: Error[] = [];

  afterEach(async () => {
    await closeViewPage(page);
    expect(errors.splice(0)).toEqual([]);
  });
  async function open(options: Partial<ViewPageOptions> = {}): Promise<void> {
    page = await openViewPage(used.browser, { page: 'tableView', height: 640, theme, ...options });
    page.on('pageerror', error => errors.push(error));
  }

  const shoot = (name: string): Promise<void> => screenshot(page, `table-${name}-${theme}`);
  const part = (name: string): Locator => page.locator(`.jp-Kernelscope-${name}`);
  const nameWidth = async (): Promise<number> =>
    (await part('columnHeader').first().boundingBox())!.width;
  const sortedColumns = (): Promise<string[]> =>
    page
      .locator('[aria-sort=descending]')
      .first()
      .locator('.jp-Kernelscope-columnLabel')
      .allTextContents();
  const filter = async (text: string): Promise<void> => {
    await page.getByRole('searchbox').fill(text);
    await page.keyboard.press('Enter');
  };

  describe(`the table in the ${theme} theme`, () => {
    for (const width of isWhole ? [560, 1000, 1400] : [560]) {
      it(`stays within ${width} pixels`, async () => {
        await open({ width });
        await part('row').nth(2).click();
        await shoot(String(width));
        const reach = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(reach).toBeLessThanOrEqual(width);
      });
    }

    it('leaves out what says least in a narrow output, until that is wanted', async () => {
      await open({ width: 740 });
      const grid = page.getByRole('grid').first();
      const hiddenPx = (): Promise<number> =>
        grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      const labels = (): Promise<string[]> =>
        grid.locator('.jp-Kernelscope-columnLabel').allTextContents();
      await expect.poll(labels).toContain('p99 (ms)');
      expect(await labels()).not.toContain('Min (ms)');
      expect(await hiddenPx()).toBe(0);
      await shoot('narrow');
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Min (ms)' }).click();
      await expect.poll(labels).toContain('Min (ms)');
      await page.setViewportSize({ width: 1500, height: 640 });
      await expect.poll(async () => (await labels()).length).toBe(11);
    });

    it('has counters below times of the same columns', async () => {
      const known: Readonly<Record<number, number>> = { 1400: 9, 900: 6, 560: 2 };
      for (const width of isWhole ? [1400, 900, 560] : [1400, 560]) {
        await open({ width });
        const edges = (grid: number): Promise<Record<string, number>> =>
          page
            .getByRole('grid')
            .nth(grid)
            .evaluate(node => {
              const headings = [...node.querySelectorAll('[role=columnheader]')];
              const edge = (each: Element): number => each.getBoundingClientRect().right;
              const label = (each: Element): string =>
                (each.textContent ?? '').replace(/ \(ms\).*/, '');
              return Object.fromEntries(headings.map(each => [label(each), edge(each)]));
            });
        await expect.poll(async () => Object.keys(await edges(1))).toHaveLength(known[width]);
        await shoot(`aligned-${width}`);
        const [times, counters] = [await edges(0), await edges(1)];
        const shared = Object.keys(counters).filter(label => label in times);
        expect(shared).toHaveLength(known[width] - 1);
        for (const label of shared) expect(times[label], label).toBe(counters[label]);
        await closeViewPage(page);
      }
    });

    it('has the figures of a repeated cell', async () => {
      await open({ width: 1400 });
      await page.evaluate(() => window.tablePage.show('repeated'));
      await page.getByRole('columnheader', { name: '± 95 % (ms)' }).click();
      await shoot('repeated');
      const names = await part('row').locator('[role=rowheader]').allTextContents();
      expect(names).toEqual(['softmax', 'relu', 'repetition', 'matMul', 'conv2d', 'dropped']);
      await filter('mean>20ms');
      expect(await part('row').count()).toBe(2);
    });

    it('explains its filter', async () => {
      await open();
      await page.getByRole('button', { name: 'How to filter' }).click();
      await filter('conv totl>1ms');
      await shoot('help');
      expect(await part('filterHelp').isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await part('filterHelp').isVisible()).toBe(false);
    });

    it('says which time it shows', async () => {
      await open();
      await page.evaluate(() => {
        window.tablePage.show('partial');
        window.tablePage.store.zoom({ fromNs: 20e6, toNs: 21e6 });
      });
      await part('tableScope').getByText('of the 5,000 longest slices').waitFor();
      await filter('total>10us');
      await shoot('window');
    });

    it('gives names a part of the width of the table, however wide the page around it is', async () => {
      await open({ width: 1900 });
      await part('tables').evaluate(node => (node.style.width = '740px'));
      const grid = page.getByRole('grid').first();
      await expect.poll(() => grid.evaluate(({ clientWidth }) => clientWidth)).toBeLessThan(740);
      const hiddenPx = (): Promise<number> =>
        grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      await expect.poll(hiddenPx).toBe(0);
    });

    it.each(isWhole ? [560, 740, 1400] : [560])(
      'shows categories whole, however long the names, %i pixels wide',
      async width => {
        await open({ width });
        const group = page.getByRole('button', { name: 'Group by category' });
        if ((await group.getAttribute('aria-pressed')) === 'true') await group.click();
        const places = await part('nameCell').evaluateAll(cells =>
          cells.map(cell => {
            const { right, bottom } = cell.getBoundingClientRect();
            const category = cell.lastElementChild!;
            const place = category.getBoundingClientRect();
            const isWithin = place.bottom <= bottom && place.right <= right;
            return isWithin && category.scrollWidth <= category.clientWidth ? 'whole' : 'cut';
          })
        );
        expect(new Set(places)).toEqual(new Set(['whole']));
      }
    );

    it('keeps names visible while a narrow table scrolls to its last column by key', async () => {
      await open({ width: 560 });
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'All columns' }).click();
      await page.keyboard.press('Escape');
      await part('columnHeader').first().focus();
      await page.keyboard.press('End');
      const last = await part('columnHeader').filter({ hasText: 'p99' }).first().boundingBox();
      const name = await part('nameCell').first().boundingBox();
      expect(last!.x + last!.width).toBeLessThanOrEqual(560);
      expect(name!.x).toBeGreaterThanOrEqual(0);
      expect(name!.x).toBeLessThan(20);
      await shoot('scrolled');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      const count = await part('columnHeader').nth(1).boundingBox();
      expect(count!.x).toBeGreaterThanOrEqual(name!.x + name!.width - 1);
    });

    it('changes the width of a column by dragging its edge, and fits it by a double click', async () => {
      await open({ width: 900 });
      const edge = part('columnEdge').first();
      let before = await nameWidth();
      // a page that another test has left lays its table out anew
      const isLaidOut = async (): Promise<boolean> => before === (before = await nameWidth());
      await expect.poll(isLaidOut).toBe(true);
      const { x, y } = (await edge.boundingBox())!;
      await page.mouse.move(x + 4, y + 10);
      await page.mouse.down();
      await page.mouse.move(x - 60, y + 10, { steps: 3 });
      await page.mouse.up();
      expect(await nameWidth()).toBeCloseTo(before - 64, -1);
      expect(await sortedColumns()).toEqual(['Time (ms)']);
      await shoot('resized');
      await edge.dblclick();
      expect(await nameWidth()).toBeGreaterThan(690);
      const name = part('name').filter({ hasText: 'FusedBatchNorm' });
      expect(await name.evaluate(node => node.scrollWidth <= node.clientWidth)).toBe(true);
    });

    it('changes the width of a column by keys on its heading', async () => {
      await open({ width: 900 });
      await part('columnHeader').nth(1).focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowRight');
      const width = async (): Promise<number> =>
        (await part('columnHeader').nth(1).boundingBox())!.width;
      const before = await width();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      expect(await width()).toBe(before + 32);
      await page.keyboard.press('Shift+Enter');
      expect(await width()).toBe(before);
      expect(await sortedColumns()).toEqual(['Time (ms)']);
    });

    it('shows the columns that are chosen from a menu, by keys and by pointer', async () => {
      await open({ width: 1500 });
      await page.getByRole('button', { name: 'Columns' }).focus();
      await page.keyboard.press('ArrowDown');
      for (const letter of ['m', 'm']) {
        await page.keyboard.press(letter);
        await page.keyboard.press(' ');
      }
      const checked = page.getByRole('menuitemcheckbox', { checked: false });
      expect(await checked.allTextContents()).toEqual(['All columns', 'Min (ms)', 'Max (ms)']);
      await page.getByRole('menuitemcheckbox', { name: 'Avg (ms)' }).click();
      await shoot('columns');
      await page.keyboard.press('Escape');
      expect(await part('columnLabel').allTextContents()).not.toContain('Min (ms)');
      const last = (await part('columnHeader').filter({ hasText: 'p99' }).first().boundingBox())!;
      expect(last.x + last.width).toBeLessThanOrEqual(1500);
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'All columns' }).click();
      expect(await part('columnLabel').allTextContents()).toContain('Min (ms)');
    });

    it('has no scroll area of its own where it has fewer than thirty rows', async () => {
      await open({ width: 900 });
      await page.evaluate(() => window.tablePage.show('twentyNine'));
      const grid = part('grid').first();
      expect(await grid.evaluate(node => node.scrollHeight <= node.clientHeight)).toBe(true);
      expect(await part('row').count()).toBe(29);
      await page.evaluate(() => window.tablePage.show('many'));
      expect(await grid.evaluate(node => node.clientHeight)).toBeLessThan(450);
    });

    it('keeps the focused cell on the screen where the page scrolls around the table', async () => {
      await open({ width: 560, height: 300 });
      await page.evaluate(() => window.tablePage.show('twentyNine'));
      await part('columnHeader').first().focus();
      for (const key of ['Control+End', 'Control+Home', 'Control+End']) {
        await page.keyboard.press(key);
        const { x, y, right, bottom } = await page.evaluate(
          () => document.activeElement!.getBoundingClientRect().toJSON() as DOMRect
        );
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(560);
        expect(bottom).toBeLessThanOrEqual(300);
      }
    });

    it('never wraps a name, and has all of it in its title', async () => {
      await open({ width: 560 });
      const name = part('nameCell').filter({ hasText: 'FusedBatchNorm' });
      expect((await name.boundingBox())!.height).toBe(24);
      expect(await name.getAttribute('title')).toContain('block_14_expand_BN');
    });

    it('scrolls to the row that another view picked, and leaves the focus alone', async () => {
      await open();
      await page.evaluate(() => window.tablePage.show('many'));
      await page.getByRole('searchbox').focus();
      await page.evaluate(() =>
        window.tablePage.store.select({
          type: 'label',
          category: 'operator',
          name: 'operator 5000'
        })
      );
      const picked = page.locator('[aria-selected=true]');
      expect(await picked.isVisible()).toBe(true);
      expect(await picked.textContent()).toContain('operator 5000');
      const { y, height } = (await picked.boundingBox())!;
      const grid = (await part('grid').first().boundingBox())!;
      expect(y).toBeGreaterThan(grid.y + 24);
      expect(y + height).toBeLessThanOrEqual(grid.y + grid.height);
      expect(
        await page.getByRole('searchbox').evaluate(node => node === document.activeElement)
      ).toBe(true);
    });

    it('copies what is on show by the menu and by Ctrl+C', async () => {
      await open();
      await filter('"=SUM"');
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      await part('copied').getByText('Copied 1 row.').waitFor();
      const pasted = await paste(page);
      expect(pasted.split('\n').slice(1)).toEqual([expect.stringMatching(/^layer,'=SUM/), '']);
      await filter('');
      await part('nameCell').filter({ hasText: 'größe' }).click();
      await page.keyboard.press('Control+c');
      expect((await paste(page)).split('\n')[1]).toContain(
        'layer\tgröße 大きさ 🚀\tnanoseconds\t7'
      );
    });

    it('shows a sentence when there is nothing', async () => {
      await open();
      await page.evaluate(() => window.tablePage.show('empty'));
      await shoot('empty');
      expect(await page.getByText('Nothing was timed in this run.').isVisible()).toBe(true);
    });
  });
}

/** What a paste brings, on this page of plain http where only a person's paste may read. */
async function paste(page: Page): Promise<string> {
  await page.evaluate(() => {
    const area = document.createElement('textarea');
    area.id = 'pasted';
    document.body.append(area);
  });
  await page.locator('#pasted').focus();
  await page.keyboard.press('Control+v');
  const text = await page.evaluate(() => {
    const area = document.querySelector<HTMLTextAreaElement>('#pasted')!;
    area.remove();
    return area.value;
  });
  return text;
}
