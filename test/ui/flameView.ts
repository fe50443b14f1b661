import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { FlameContent } from './pages/flame';
import { screenshot } from './screenshot';
import { useViewPages } from './useViewPages';
import { type PageTheme, type ViewPageOptions, driveClock } from './viewPage';

/** The tests of the flame view in a theme; with pictures of all that it can show where `isWhole`. */
export function testFlameView(theme: PageTheme, { isWhole }: { readonly isWhole: boolean }): void {
  describe(`flames in the ${theme} theme`, () => {
    const openPage = useViewPages({ page: 'flame', height: 760, theme });

    const openFolded = async (options: Partial<ViewPageOptions> = {}): Promise<Page> => {
      const page = await openPage(options);
      await driveClock(page);
      return page;
    };

    /** Shows all functions of a profile. */
    const open = async (
      kind: FlameContent = 'training',
      options: Partial<ViewPageOptions> = {}
    ): Promise<Page> => {
      const page = await openFolded(options);
      await page.getByLabel('Fold libraries and Node.js').uncheck();
      if (kind !== 'training') await page.evaluate(each => window.flamePage.show(each), kind);
      await page.clock.runFor(100);
      return page;
    };
    const shoot = (page: Page, name: string) => screenshot(page, `flame-${name}-${theme}`);

    const crumbs = (page: Page) =>
      page.getByRole('navigation').getByRole('button').allTextContents();
    const selectionOf = (page: Page) => page.evaluate(() => window.flamePage.store.state.selection);

    it('begins with the own code, with libraries folded until one of theirs is looked for', async () => {
      const page = await openFolded();
      const fold = page.getByLabel('Fold libraries and Node.js');
      expect(await fold.isChecked()).toBe(true);
      await shoot(page, 'folded');
      const search = page.getByRole('searchbox');
      await search.fill('runKernel');
      await page.getByRole('button', { name: 'Next match' }).click();
      const title = page.locator('.jp-Kernelscope-flameDetailsTitle');
      expect(await title.textContent()).toBe('runKernel');
      expect(await fold.isChecked()).toBe(true);
      await search.fill('conv2d');
      await page.getByRole('button', { name: 'Next match' }).click();
      expect(await title.textContent()).toBe('conv2d');
      expect(await fold.isChecked()).toBe(false);
    });

    it('zooms to what is clicked, tells of it in all views, and leads back', async () => {
      const page = await open();
      const canvas = page.locator('canvas');
      await canvas.click({ position: { x: 740, y: 60 } });
      await canvas.hover({ position: { x: 400, y: 60 } });
      await shoot(page, 'zoomed');
      expect(await crumbs(page)).toEqual(['All', '(top level)', 'train', 'step', 'tidy']);
      expect(await page.locator('.jp-Kernelscope-tooltipTitle').textContent()).toBe('tidy');
      expect(await selectionOf(page)).toMatchObject({ type: 'line', line: 80 });
      const selected = page.getByRole('row', { selected: true });
      expect(await selected.getByRole('rowheader').innerText()).toContain('tidy');
      await page.getByRole('button', { name: 'train', exact: true }).click();
      expect(await crumbs(page)).toEqual(['All', '(top level)', 'train']);
      await page.getByRole('button', { name: 'All', exact: true }).click();
      expect(await page.getByRole('navigation').isVisible()).toBe(false);
    });

    it('is walked, zoomed and left by key', async () => {
      const page = await open();
      await page.locator('canvas').focus();
      const title = page.locator('.jp-Kernelscope-flameDetailsTitle');
      await page.keyboard.press('ArrowUp');
      expect(await title.textContent()).toBe('(top level)');
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
      expect(await title.textContent()).toBe('loadBatch');
      await page.keyboard.press('Enter');
      expect(await crumbs(page)).toEqual(['All', '(top level)', 'train', 'loadBatch']);
      await page.keyboard.press('Backspace');
      expect(await crumbs(page)).toEqual(['All', '(top level)', 'train']);
      await page.keyboard.press('s');
      expect(await page.getByLabel('As').inputValue()).toBe('sandwich');
      expect(await title.textContent()).toBe('loadBatch');
      await shoot(page, 'sandwich-middle');
      await page.keyboard.press('/');
      expect(
        await page.getByRole('searchbox').evaluate(node => node === document.activeElement)
      ).toBe(true);
    });

    it('shows only what a function called or a package has, and takes that back', async () => {
      const page = await open();
      const canvas = page.locator('canvas');
      const before = await canvas.screenshot();
      const changes = page.getByRole('group', { name: 'Changes made to the calls' });
      const first = (): Promise<string> =>
        page.locator('[role=row][aria-level="1"] [role=rowheader]').first().innerText();
      expect(await changes.isVisible()).toBe(false);
      await canvas.focus();
      for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
      await page.getByRole('button', { name: 'Focus', exact: true }).click();
      expect(await first()).toContain('train');
      await page.getByRole('button', { name: 'Only own code' }).click();
      expect(await changes.getByRole('button').allTextContents()).toEqual([
        'Focus on train ×',
        'Only own code ×'
      ]);
      await shoot(page, 'changes');
      await changes.getByRole('button', { name: 'Take back: Focus on train' }).click();
      expect(await first()).toContain('(top level)');
      await changes.getByRole('button', { name: 'Take back: Only own code' }).click();
      expect(await changes.isVisible()).toBe(false);
      await page.keyboard.press('Escape');
      await canvas.focus();
      await page.keyboard.press('Escape');
      await canvas.blur();
      await page.clock.runFor(200);
      expect((await canvas.screenshot()).equals(before)).toBe(true);
    });

    it('is as bright as before when it comes back from a sandwich', async () => {
      const page = await open();
      const canvas = page.locator('canvas');
      const before = await canvas.screenshot();
      await canvas.focus();
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 's']) await page.keyboard.press(key);
      await page.getByLabel('As').selectOption('flame');
      await canvas.blur();
      await page.clock.runFor(200);
      expect((await canvas.screenshot()).equals(before)).toBe(true);
    });

    it('finds functions, says their share and walks through them', async () => {
      const page = await open();
      await page.getByRole('searchbox').fill('MATMUL');
      const found = page.locator('.jp-Kernelscope-searchMatches');
      await expect.poll(() => found.textContent()).toBe('1 function · 24.3 %');
      const title = page.locator('.jp-Kernelscope-flameDetailsTitle');
      await page.getByRole('button', { name: 'Next match' }).click();
      expect(await title.textContent()).toBe('matMul');
      for (const name of ['loadBatch', 'matMul', 'loadBatch']) {
        await page.getByRole('searchbox').fill(name);
        await page.getByRole('button', { name: 'Next match' }).click();
        expect(await title.textContent()).toBe(name);
      }
      await page.getByRole('searchbox').fill('nothing of that name');
      await expect.poll(() => found.textContent()).toBe('No match');
    });

    it('counts one thread, one stretch of time, and other things than time', async () => {
      const page = await open();
      const first = page.getByRole('treegrid').getByRole('row').nth(1);
      const cells = async () => (await first.getByRole('gridcell').allTextContents()).slice(0, 3);
      expect(await cells()).toEqual(['', '1.11 s', '87.1 %']);
      expect(await first.getByRole('gridcell').last().textContent()).toBe('Cell [1]:1');
      await page.getByLabel('Thread').selectOption('worker 1');
      expect(await first.innerText()).toContain('fetch');
      await page.getByLabel('Thread').selectOption('All threads');
      await page.evaluate(() => window.flamePage.store.zoom({ fromNs: 0, toNs: 4e6 }));
      await expect.poll(cells).toEqual(['', '670 ms', '100.0 %']);
      await page.getByLabel('Show').selectOption('allocations');
      expect(await cells()).toEqual(['', '58 MB', '100.0 %']);
      expect(await page.locator('.jp-Kernelscope-flameNote').first().innerText()).toContain(
        'whole run'
      );
    });

    it('emphasises what another view selects', async () => {
      const page = await open();
      const before = await page.locator('canvas').screenshot();
      await page.evaluate(() =>
        window.flamePage.store.select({ type: 'line', file: 'Cell [1]', line: 7 })
      );
      await page.clock.runFor(100);
      expect(before.equals(await page.locator('canvas').screenshot())).toBe(false);
      await shoot(page, 'emphasised');
    });

    it('lists calls from either end, by key', async () => {
      const page = await open();
      const rows = page.getByRole('treegrid').getByRole('row');
      await page.getByRole('button', { name: 'Bottom-up' }).click();
      expect(await rows.nth(1).getByRole('gridcell').allTextContents()).toEqual([
        '610 ms',
        '610 ms',
        '47.8 %',
        'Conv2D.js:1'
      ]);
      await rows.nth(1).focus();
      await page.keyboard.press('ArrowRight');
      expect(await rows.nth(1).getAttribute('aria-expanded')).toBe('true');
      expect(await rows.nth(2).innerText()).toContain('runKernel');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await page.locator('.jp-Kernelscope-flameDetailsTitle').textContent()).toBe(
        'runKernel'
      );
    });

    it('draws a million samples of deep stacks with no more shapes than there is room for', async () => {
      const page = await open('crowded');
      const drawn = await page.evaluate(() => {
        const { view } = window.flamePage;
        const canvas = document.querySelector('canvas')!;
        const context = CanvasRenderingContext2D.prototype;
        const own = { ...Object.getOwnPropertyDescriptors(context) };
        let shapes = 0;
        for (const shape of ['fillRect', 'strokeRect', 'rect', 'lineTo', 'fillText'] as const) {
          const draw = Reflect.get(context, shape) as (...args: unknown[]) => void;
          Object.assign(context, {
            [shape](this: CanvasRenderingContext2D, ...args: unknown[]) {
              shapes++;
              draw.apply(this, args);
            }
          });
        }
        canvas.focus();
        const counts = ['ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter', 'Home'].map(key => {
          shapes = 0;
          canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          view.renderNow();
          return shapes;
        });
        Object.defineProperties(context, own);
        return counts;
      });
      expect(Math.min(...drawn)).toBeGreaterThan(0);
      expect(Math.max(...drawn)).toBeLessThan(20_000);
    });

    if (!isWhole) return;

    it('shows calls in every width and shape', async () => {
      for (const width of [600, 1000]) {
        const page = await open('training', { width });
        await shoot(page, String(width));
      }
      const page = await open();
      await page.getByLabel('As').selectOption('sandwich');
      await shoot(page, 'sandwich');
      await page.getByLabel('As').selectOption('icicle');
      await page.getByRole('searchbox').fill('matmul');
      await page.clock.runFor(300);
      await shoot(page, 'search');
    });

    it('looks right with operators, allocations, slices alone and nothing', async () => {
      const page = await open();
      await page.getByLabel('Show').selectOption('operators');
      await shoot(page, 'operators');
      await page.getByLabel('Show').selectOption('allocations');
      await page.getByRole('button', { name: 'Bottom-up' }).click();
      await shoot(page, 'allocations');
      await shoot(await open('slices'), 'slices');
      await shoot(await open('empty', { height: 200 }), 'empty');
      await shoot(await open('crowded'), 'crowded');
    });
  });
}
