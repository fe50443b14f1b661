import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../support/tiers';
import type {} from './pages/gpu';
import { screenshot } from './screenshot';
import { useViewPages } from './useViewPages';
import type { PageTheme, ViewPageOptions } from './viewPage';

type Shown = Parameters<Window['gpuPage']['show']>[0];

/** The tests of the view of GPUs in a theme. */
export function testGpuView(theme: PageTheme): void {
  describe(`the GPU view in the ${theme} theme`, () => {
    const openPage = useViewPages({ page: 'gpu', height: 800, theme });

    const open = async (
      options: Partial<ViewPageOptions> = {},
      shown: Shown = 'training'
    ): Promise<Page> => {
      const page = await openPage(options);
      await page.evaluate(name => window.gpuPage.show(name), shown);
      return page;
    };
    const shoot = (page: Page, name: string) =>
      screenshot(page, `gpu-${name}-${theme}`, { fullPage: true });
    const openSection = (page: Page, name: string) =>
      page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    const stateOf = (page: Page) => page.evaluate(() => window.gpuPage.store.state);
    const firstRow = (page: Page) => page.getByRole('grid').getByRole('row').nth(1);

    it('shows devices, streams and kernels in every width', async () => {
      for (const width of sampleOf([560, 1100], 2)) {
        const page = await open({ width });
        const kernels = page.getByRole('grid', { name: 'Kernels' });
        await kernels.getByText('cutlass::Kernel2').waitFor();
        await page.getByRole('group', { name: 'GPU 0 · NVIDIA H200' }).waitFor();
        await shoot(page, String(width));
      }
    });

    it('tells two devices apart, by stream and by gap', async () => {
      const page = await open({ height: 1000 }, 'two');
      await page.getByRole('group', { name: 'GPU 1 · NVIDIA H200' }).waitFor();
      await openSection(page, 'Idle gaps');
      await page.getByRole('columnheader', { name: 'GPU', exact: true }).waitFor();
      await shoot(page, 'two');
    });

    it('opens one of many devices by key', async () => {
      const page = await open({ height: 1000 }, 'eight');
      const device = page.getByText('GPU 5 · NVIDIA H200');
      await device.waitFor();
      await shoot(page, 'eight-closed');
      await device.locator('..').focus();
      await page.keyboard.press('Enter');
      const causes = page.locator('details[open]').getByRole('table', { name: 'Idle time' });
      await causes.getByText('Host busy').waitFor();
      await shoot(page, 'eight');
    });

    it('leads from a gap to its time, and back', async () => {
      const page = await open();
      await openSection(page, 'Idle gaps');
      const [start, , cause] = await firstRow(page).getByRole('gridcell').allTextContents();
      expect([start, cause]).toEqual(['39.8 ms', 'Nothing launched']);
      await firstRow(page).click();
      expect((await stateOf(page)).window?.fromNs).toBeCloseTo(39.843e6, -1);
      await page.getByText('Numbers cover the whole run').waitFor();
      await shoot(page, 'gap');
      await firstRow(page).click();
      expect((await stateOf(page)).window).toBeNull();
    });

    it('sorts and picks by key alone', async () => {
      const page = await open();
      await page.getByRole('tab', { name: /^Kernels/ }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowUp');
      for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      const average = page.getByRole('columnheader', { name: 'Avg' });
      expect(await average.getAttribute('aria-sort')).toBe('descending');
      await page.keyboard.press('Enter');
      expect(await average.getAttribute('aria-sort')).toBe('ascending');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect((await stateOf(page)).selection).toEqual({
        type: 'label',
        category: 'kernel',
        name: 'relu_forward(float const*, float*, int)'
      });
      await page.getByRole('row', { selected: true }).waitFor();
      await shoot(page, 'sorted');
    });

    it('walks its sections with the arrow keys', async () => {
      const page = await open();
      await page.getByRole('tab', { name: /^Kernels/ }).focus();
      for (const name of ['Copies and fills', 'GPU time by operator', 'GPU time by source line']) {
        await page.keyboard.press('ArrowRight');
        await page.getByRole('grid', { name }).waitFor();
        await shoot(page, name.replaceAll(' ', '-'));
      }
      await page.keyboard.press('End');
      await page.locator('.jp-Kernelscope-chart .trace').first().waitFor();
      expect(await page.getByRole('tab', { selected: true }).textContent()).toMatch(/^Counters/);
    });

    it('draws counters on the time that all views share', async () => {
      const page = await open({}, 'two');
      await openSection(page, 'Counters');
      await page.locator('.jp-Kernelscope-chart .trace').first().waitFor();
      await page.getByText('GPU 1: utilization').first().waitFor();
      await page.getByRole('button', { name: 'Zoom in (+ key)' }).click();
      expect((await stateOf(page)).window).not.toBeNull();
      await page.getByRole('combobox').selectOption('Power');
      await page.getByText('GPU 0: power').waitFor();
      await shoot(page, 'counters');
    });

    it('leads from a line to its place in the source', async () => {
      const page = await open();
      await openSection(page, 'Lines');
      await firstRow(page).click();
      expect((await stateOf(page)).selection).toEqual({ type: 'line', file: 'Cell [5]', line: 4 });
    });

    it('keeps 100,000 kernels in reach and the page small', { tags: 'night' }, async () => {
      const page = await open({}, 'huge');
      const kernels = page.getByRole('grid', { name: 'Kernels' });
      await kernels.getByText('cutlass::Kernel2').waitFor();
      expect(await kernels.getAttribute('aria-rowcount')).toBe('100004');
      await page.getByRole('columnheader', { name: 'Kernel' }).click();
      await page.getByText('other_kernel_0').waitFor();
      await kernels.evaluate(node => node.scrollTo(0, 1e9));
      await page.getByText('softmax_warp_forward').waitFor();
      expect(await kernels.getByRole('row').count()).toBeLessThan(60);
      await shoot(page, 'huge');
    });

    it.each([
      ['lossy', '1,234 records of CUPTI were lost'],
      ['idle', 'Nothing ran on a GPU in this run'],
      ['unrecorded', 'Only administrators may profile GPUs here'],
      ['unasked', 'Run the cell with %%profile --gpu']
    ] as const)('says what is to be known of a profile that is %s', async (name, text) => {
      const page = await open({ height: 300 }, name);
      await page.getByText(text).waitFor();
      await shoot(page, `${name}`);
    });
  });
}
