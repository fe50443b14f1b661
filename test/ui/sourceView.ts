import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type {} from './pages/source';
import { screenshot } from './screenshot';
import { useViewPages } from './useViewPages';
import type { PageTheme, ViewPageOptions } from './viewPage';

/** The tests of the source view in a theme; in further widths where `isWhole`. */
export function testSourceView(theme: PageTheme, { isWhole }: { readonly isWhole: boolean }): void {
  describe(`cost by source line in the ${theme} theme`, () => {
    const openPage = useViewPages({ page: 'source', height: 560, theme });

    const open = async (options: Partial<ViewPageOptions> = {}): Promise<Page> => {
      const page = await openPage(options);
      await page.getByRole('row').nth(1).waitFor();
      await page.evaluate(() => window.sourcePage.mountCodeColors());
      return page;
    };
    const shoot = (page: Page, name: string) => screenshot(page, `source-${name}-${theme}`);
    const lines = (page: Page) => page.getByRole('grid', { name: 'Cost by line' });
    const selectionOf = (page: Page) =>
      page.evaluate(() => window.sourcePage.store.state.selection);

    it('puts the cost beside the text, and code in as text', async () => {
      const page = await open();
      const cells = await lines(page)
        .getByRole('row')
        .nth(6)
        .getByRole('gridcell')
        .allTextContents();
      expect(cells).toEqual([
        '6',
        '1.1 %',
        '63.0 %',
        '1.26 s',
        '    const logits = model.predict(batch) as tf.Tensor;'
      ]);
      expect(await page.title()).toBe('Kernelscope');
      expect(await lines(page).locator('img').count()).toBe(0);
    });

    it('shows allocations and operators by line where they were recorded', async () => {
      const page = await open({ width: 600 });
      await page.evaluate(() => window.sourcePage.show('kinds'));
      await page.locator('[data-choice=kind]').selectOption('operators');
      await lines(page).getByText('21 ms').waitFor();
      await shoot(page, 'operators');
      await page.locator('[data-choice=kind]').selectOption('Allocations');
      await lines(page).getByText('58 MB').first().waitFor();
      await shoot(page, 'allocations');
    });

    it.each(isWhole ? [560, 1000] : [560])(
      'cuts no number where it is %i pixels wide',
      async width => {
        const page = await open({ width });
        for (const name of ['wide', 'gpu'] as const) {
          await page.evaluate(shown => window.sourcePage.show(shown), name);
          await lines(page).getByRole('row').nth(3).waitFor();
          const numbers = lines(page).locator('.jp-mod-number, .jp-mod-bar');
          const cut = await numbers.evaluateAll(cells =>
            cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)
          );
          expect(cut).toEqual([]);
          expect(await numbers.count()).toBeGreaterThan(8);
          await shoot(page, `${name}-numbers-${width}`);
        }
      }
    );

    it.each([
      [490, 210],
      [900, 480],
      [1400, 960]
    ])('leaves room for code, %i pixels wide', async (width, leastPx) => {
      const page = await open({ width });
      await page.evaluate(() => window.sourcePage.show('longLine'));
      await lines(page).getByRole('row').nth(3).waitFor();
      await shoot(page, `room-${width}`);
      const room = await lines(page).evaluate(grid => {
        const { right } = grid.getBoundingClientRect();
        const code = grid.querySelector('[role=row]:nth-child(2) > .jp-mod-code')!;
        return {
          codePx: right - code.getBoundingClientRect().left,
          scrollsPx: grid.scrollWidth - grid.clientWidth
        };
      });
      expect(room.codePx).toBeGreaterThanOrEqual(leastPx);
      if (width >= 1400) expect(room.scrollsPx).toBe(0);
      const long = lines(page).getByRole('gridcell').filter({ hasText: 'const long' });
      expect(await long.getAttribute('title')).toMatch(/^const long = .*\];$/);
    });

    it('puts GPU time beside the cost of each line', async () => {
      const page = await open({ width: 700 });
      await page.evaluate(() => window.sourcePage.show('gpu'));
      await page.getByRole('columnheader', { name: 'GPU' }).waitFor();
      await lines(page).getByText('26.0 %').first().waitFor();
      await shoot(page, 'gpu');
    });

    it('selects lines by click and by key for all views', async () => {
      const page = await open();
      await lines(page).getByRole('row').nth(5).click();
      expect(await selectionOf(page)).toEqual({ type: 'line', file: 'Cell [5]', line: 5 });
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await selectionOf(page)).toEqual({ type: 'line', file: 'Cell [5]', line: 6 });
      const selected = lines(page).getByRole('row', { selected: true });
      expect(await selected.getByRole('gridcell').first().textContent()).toBe('6');
      await shoot(page, 'selected');
    });

    it('goes to the file and line that another view selects', async () => {
      const page = await open();
      await page.evaluate(() =>
        window.sourcePage.store.select({ type: 'line', file: 'helpers.ts', line: 118 })
      );
      const selected = lines(page).getByRole('row', { selected: true });
      await expect
        .poll(() => selected.getByRole('gridcell').first().textContent())
        .toBe('helpers.ts:118');
      await shoot(page, 'other-file');
    });

    it('lists the hottest functions, and leads to their lines', async () => {
      const page = await open();
      const functions = page.getByRole('grid', { name: 'Hottest functions' });
      await functions.getByText('step').click();
      expect(await selectionOf(page)).toEqual({ type: 'line', file: 'Cell [5]', line: 1 });
      await functions.getByText('<b>relu</b>').waitFor();
    });

    it('opens the earlier cell where the profiled one only calls it', async () => {
      const page = await open({ width: 760 });
      await page.evaluate(() => window.sourcePage.show('earlierCell'));
      const hot = lines(page).getByRole('row', { name: 'value = descend(value, 0.1);' });
      await hot.waitFor();
      await lines(page).locator('span[class]').first().waitFor();
      expect(await hot.getByRole('gridcell').allTextContents()).toEqual([
        '4',
        '52.0 %',
        '90.0 %',
        '900 ms',
        '    value = descend(value, 0.1);'
      ]);
      const picker = page.getByLabel('File');
      expect(await picker.inputValue()).toBe('Cell [4]');
      await shoot(page, 'earlier-cell');
      await picker.selectOption('Cell [6] — self 0.0 %, total 99.0 %');
      await lines(page).getByText('await train(centre);').waitFor();
    });

    it('says that few samples are rough and why there are no totals', async () => {
      const page = await open();
      await page.evaluate(() => window.sourcePage.show('ticks'));
      const status = page.getByRole('status');
      await expect.poll(() => status.textContent()).toContain('12 samples: shares are rough.');
      expect(await status.textContent()).toContain('There is no sampler for this Node.');
      await shoot(page, 'ticks');
    });

    it('draws at most 5,000 lines and says so', async () => {
      const page = await open();
      await page.evaluate(() => window.sourcePage.show('huge'));
      await page.getByText('1,000 more lines are not drawn.').waitFor();
      const grid = lines(page);
      expect(await grid.getAttribute('aria-rowcount')).toBe('5001');
      await grid.evaluate(node => node.scrollTo(0, 1e6));
      await grid.getByText('f(4999);').waitFor();
      expect(await grid.locator('[role=row]').count()).toBeLessThan(60);
    });

    it('says how to sample the CPU when it was not', async () => {
      const page = await open();
      await page.evaluate(() => window.sourcePage.show('unsampled'));
      await page.getByText('The CPU was not sampled. Run the cell with %%profile --cpu.').waitFor();
      await shoot(page, 'unsampled');
    });

    if (!isWhole) return;

    it('shows the cell with the cost of each line in every width', async () => {
      for (const width of [560, 1000]) {
        const page = await open({ width, height: 700 });
        await lines(page).locator('span[class]').first().waitFor();
        await shoot(page, String(width));
      }
    });
  });
}
