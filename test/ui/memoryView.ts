import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../support/tiers';
import type {} from './pages/memory';
import { screenshot } from './screenshot';
import { useViewPages } from './useViewPages';
import type { PageTheme, ViewPageOptions } from './viewPage';

const CURVE = '.jp-Kernelscope-chart .scatterlayer .trace';

/** The tests of the memory view in a theme. */
export function testMemoryView(theme: PageTheme): void {
  describe(`curves of memory in the ${theme} theme`, () => {
    const openPage = useViewPages({ page: 'memory', height: 520, theme });

    const open = async (options: Partial<ViewPageOptions> = {}): Promise<Page> => {
      const page = await openPage(options);
      await page.locator(CURVE).first().waitFor();
      return page;
    };
    const shoot = (page: Page, name: string) => screenshot(page, `memory-${name}-${theme}`);
    const windowOf = (page: Page) => page.evaluate(() => window.memoryPage.store.state.window);
    const ticksOf = (page: Page) => page.locator('.xtick').allTextContents();

    it('draws a step line for each counter and a tick for each garbage collection', async () => {
      for (const width of sampleOf([560, 1000], 2)) {
        const page = await open({ width });
        expect(await page.locator(`${CURVE} path.js-line`).count()).toBe(4);
        expect(await page.locator(`${CURVE} path.point`).count()).toBe(11);
        await shoot(page, String(width));
      }
    });

    it('names each curve and its value under the pointer', async () => {
      const page = await open();
      const box = (await page.locator('.jp-Kernelscope-chart .nsewdrag').first().boundingBox())!;
      await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
      const label = page.locator('.hoverlayer');
      await label.getByText('Resident set (RSS)').waitFor();
      const text = (await label.textContent())!;
      expect(text).toMatch(/1\.\d+ s/);
      for (const name of ['JavaScript heap', 'External', 'Array buffers']) {
        expect(text).toContain(name);
      }
      expect(text).toMatch(/\d MB/);
      expect(text).toMatch(/Garbage collections : [01]/);
      await shoot(page, 'hover');
    });

    it('zooms all views to what is dragged over, and back with a double click', async () => {
      const page = await open();
      const box = (await page.locator('.jp-Kernelscope-chart .nsewdrag').first().boundingBox())!;
      const at = (share: number): number => box.x + box.width * share;
      await page.mouse.move(at(0.25), box.y + 50);
      await page.mouse.down();
      await page.mouse.move(at(0.4), box.y + 60, { steps: 4 });
      await page.mouse.move(at(0.5), box.y + 60, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => windowOf(page)).not.toBeNull();
      const { fromNs, toNs } = (await windowOf(page))!;
      expect(fromNs / 4e9).toBeCloseTo(0.25, 2);
      expect(toNs / 4e9).toBeCloseTo(0.5, 2);
      await expect.poll(() => ticksOf(page)).toContain('1.2 s');
      await shoot(page, 'zoomed');
      await page.mouse.dblclick(at(0.5), box.y + 60);
      await expect.poll(() => windowOf(page)).toBeNull();
    });

    it('follows the window of the other views', async () => {
      const page = await open();
      await page.evaluate(() => window.memoryPage.store.zoom({ fromNs: 1e9, toNs: 1.02e9 }));
      await expect.poll(() => ticksOf(page)).toContain('1010 ms');
      await page.getByText('Only 20 ms at 1 s').waitFor();
    });

    it('zooms and moves with the keys of the focused chart', async () => {
      const page = await open();
      await page.locator('.jp-Kernelscope-chart').focus();
      await page.keyboard.press('+');
      expect(await windowOf(page)).toEqual({ fromNs: 1e9, toNs: 3e9 });
      await page.keyboard.press('ArrowRight');
      expect(await windowOf(page)).toEqual({ fromNs: 1.4e9, toNs: 3.4e9 });
      await page.keyboard.press('0');
      expect(await windowOf(page)).toBeNull();
    });

    it('takes curves off the chart and scales it to the others', async () => {
      const page = await open();
      await page.getByRole('button', { name: 'Resident set' }).click();
      await expect.poll(() => page.locator(`${CURVE} path.js-line`).count()).toBe(3);
      expect(await page.locator('.ytick').last().textContent()).toBe('50 MB');
      await shoot(page, 'without-rss');
    });

    it('draws at most 4,000 points a curve, and more detail when zoomed', async () => {
      const page = await open();
      await page.evaluate(() => window.memoryPage.show('large'));
      const points = () =>
        page.evaluate(() => {
          const { data } = document.querySelector('.js-plotly-plot') as unknown as {
            data: { x: number[] }[];
          };
          return data[0].x.length;
        });
      await expect.poll(points).toBeGreaterThan(3900);
      expect(await points()).toBeLessThanOrEqual(4000);
      await page.evaluate(() => window.memoryPage.store.zoom({ fromNs: 1e9, toNs: 1.02e9 }));
      await expect.poll(points).toBe(2 * 1001);
    });

    it('takes the colours of the theme that is switched to', async () => {
      const page = await open();
      const ink = () =>
        page
          .locator('.xtick text')
          .first()
          .evaluate(node => getComputedStyle(node).fill);
      const before = await ink();
      await page.evaluate(() => {
        document.documentElement.style.setProperty('--jp-ui-font-color1', 'rgb(1, 200, 3)');
        document.body.dataset.jpThemeName = 'Other';
      });
      await expect.poll(ink).toBe('rgb(1, 200, 3)');
      expect(before).not.toBe('rgb(1, 200, 3)');
    });

    it('shows counters of other units on their own, and their names as text', async () => {
      const page = await open();
      await page.evaluate(() => window.memoryPage.show('counts'));
      await page.getByRole('combobox').selectOption({ label: 'Counts' });
      await page.getByRole('button', { name: '<b>tensors</b>' }).waitFor();
      await expect.poll(() => page.locator(`${CURVE} path.js-line`).count()).toBe(1);
      const box = (await page.locator('.jp-Kernelscope-chart .nsewdrag').first().boundingBox())!;
      await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
      await page.locator('.hoverlayer').getByText('<b>tensors</b>').waitFor();
      await shoot(page, 'counts');
    });

    it('says which scope held the memory of each device, in the window on show', async () => {
      const page = await open({ height: 760, width: 760 });
      await page.evaluate(() => window.memoryPage.show('allocations'));
      const table = page.getByRole('table', { name: 'Allocations by scope' });
      const first = table.getByRole('row').nth(1);
      await expect
        .poll(() => first.textContent())
        .toBe('sequential_1:conv2d_1:tfjs/wasm225.5 MB1.5 MB');
      expect(await table.getByRole('rowheader', { name: '<b>odd</b>:' }).count()).toBe(2);
      await page.getByText('Peak of tfjs/wasm: 87 MB at 900 ms').waitFor();
      await shoot(page, 'allocations');
      await page.evaluate(() => window.memoryPage.store.zoom({ fromNs: 3e9, toNs: 4e9 }));
      await expect.poll(() => first.textContent()).toBe('<unk>:tfjs/wasm06 MB6 MB');
      await page.getByRole('combobox').selectOption({ label: 'Counts' });
      await page.evaluate(() => window.memoryPage.store.zoom(null));
      await expect.poll(() => page.locator(`${CURVE} path.point`).count()).toBe(16);
      await shoot(page, 'set-counter');
    });

    it('names the functions whose objects are still alive, the most first, as text', async () => {
      const page = await open({ height: 860, width: 900 });
      await page.evaluate(() => window.memoryPage.show('retained'));
      const table = page.getByRole('table', { name: 'Allocations by function' });
      await table.waitFor();
      const rows = await table.getByRole('row').allTextContents();
      expect(rows[0]).toBe('FunctionPlaceStill aliveUncertainty');
      expect(rows[1]).toBe('rememberCell [1]:1227.6 MB± 13.4 %');
      expect(rows[2]).toBe('<b>odd</b>Cell [1]:40260 kBrough');
      await page.getByText('--allocations adds all that was allocated').waitFor();
      await shoot(page, 'retained');
      await page.evaluate(() => window.memoryPage.show('garbage'));
      await page.getByText('--retained adds what is still alive').waitFor();
      expect((await table.getByRole('row').allTextContents())[1]).toMatch(/^churn.*1.84 GB/);
    });

    it('lists what grew between heap snapshots, the leak first, with the way to it, as text', async () => {
      for (const width of sampleOf([900, 1400], 2)) {
        const page = await open({ height: 860, width });
        await page.evaluate(() => window.memoryPage.show('growth'));
        const table = page.getByRole('table', { name: 'Heap growth by constructor' });
        await table.waitFor();
        const rows = await table.getByRole('row').allTextContents();
        expect(rows[0]).toBe('ConstructorAddedFreedSizeRetained sizeHeld by');
        expect(rows[1]).toBe(
          'Session2,0000112 kB20.5 MB' +
            'sessions → Map → [1028] → Sessionglobal → lastSessions → Array → [3] → Session'
        );
        expect(rows[2]).toBe('<b>Row</b>90804.2 kB−1.2 kBrows → Array → [0] → <b>Row</b>');
        await page.getByText('The snapshots took 2.4 s, outside the recorded time.').waitFor();
        await shoot(page, `growth-${width}`);
      }
    });

    it('thins the marks of collections, so that they hide no curve, and counts them', async () => {
      const page = await open({ width: 1000 });
      await page.evaluate(() => window.memoryPage.show('collections'));
      await page.getByText('Marks: 2,000 garbage collections').waitFor();
      await expect.poll(() => page.locator(`${CURVE} path.point`).count()).toBeGreaterThan(50);
      expect(await page.locator(`${CURVE} path.point`).count()).toBeLessThan(180);
      const box = (await page.locator('.jp-Kernelscope-chart .nsewdrag').first().boundingBox())!;
      await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
      await page
        .locator('.hoverlayer')
        .getByText(/Garbage collections : 1\d/)
        .waitFor();
      await shoot(page, 'collections');
    });

    it('fits the values to the curves on show, and says where the axis begins', async () => {
      const page = await open();
      const marks = () => page.locator('.ytick').allTextContents();
      expect((await marks())[0]).toBe('0 B');
      for (const name of ['JavaScript heap', 'External', 'Array buffers']) {
        await page.getByRole('button', { name, exact: true }).click();
      }
      const fit = page.getByRole('button', { name: 'Fit values' });
      await fit.click();
      expect(await fit.getAttribute('aria-pressed')).toBe('true');
      await expect.poll(async () => (await marks())[0]).toBe('138 MB');
      expect((await marks())[1]).toMatch(/^\+\d+ MB$/);
      await shoot(page, 'fitted');
      await page.locator('.jp-Kernelscope-chart').focus();
      await page.keyboard.press('f');
      await expect.poll(async () => (await marks())[0]).toBe('0 B');
    });

    it('explains the resident set at the peak, and at a moment picked by pointer or key', async () => {
      const page = await open({ width: 900, height: 760 });
      const table = page.getByRole('table', { name: 'Resident set explained' });
      await expect
        .poll(() => table.locator('caption').textContent())
        .toMatch(/At the peak, 3.99 s$/);
      const rows = (await table.getByRole('row').allTextContents()).slice(1);
      expect(rows.map(text => text.replace(/[\d.]+ \wB.*/, ''))).toEqual([
        'JavaScript heap',
        'Array buffers',
        'Other external memory',
        'Rest: code, unused heap, native modules, threads',
        'Resident set (RSS)'
      ]);
      expect(rows[4]).toMatch(/100.0 %$/);
      const box = (await page.locator('.jp-Kernelscope-chart .nsewdrag').first().boundingBox())!;
      await page.mouse.click(box.x + box.width * 0.25, box.y + box.height / 2);
      await expect
        .poll(() => table.locator('caption').textContent())
        .toMatch(/At (1|0.99|1.01) s$/);
      await page.locator('.jp-Kernelscope-chart').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => table.locator('caption').textContent()).toMatch(/At 2 s$/);
      await page.keyboard.press('Shift+ArrowRight');
      await expect.poll(() => table.locator('caption').textContent()).toMatch(/At 2.08 s$/);
      await shoot(page, 'composition');
    });

    it('says how to sample memory when it was not', async () => {
      const page = await open();
      await page.evaluate(() => window.memoryPage.show('unsampled'));
      await page
        .getByText('Memory was not sampled. Run the cell with %%profile --memory.')
        .waitFor();
      expect(await page.locator('.jp-Kernelscope-chart').isVisible()).toBe(false);
      await shoot(page, 'unsampled');
    });

    it('leaves nothing of the chart behind when it is disposed of', async () => {
      const page = await open();
      await page.evaluate(() => window.memoryPage.view.dispose());
      expect(await page.locator('.js-plotly-plot').count()).toBe(0);
    });
  });
}
