import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { ContentKind } from './pages/timeline';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import {
  type PageTheme,
  type ViewPageOptions,
  closeViewPage,
  driveClock,
  openViewPage
} from './viewPage';

/** Longer than the view waits before it tells other views its window. */
const REST_MS = 600;

/** Heights in the picture of the made-up training, from the top of the canvas. */
const Y = { trainStep: 88, forward: 106, worker: 190, helper: 166 };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The tests of the timeline in a theme, in further widths where `isWhole`. */
export function testTimelineView(
  theme: PageTheme,
  { isWhole }: { readonly isWhole: boolean }
): void {
  describe(`the timeline in the ${theme} theme`, () => {
    const used = useBrowser();
    let page: Page;
    const errors: string[] = [];

    afterEach(async () => {
      await closeViewPage(page);
      expect(errors.splice(0)).toEqual([]);
    });
    const open = async (
      kind: ContentKind = 'training',
      options: Partial<ViewPageOptions> = {}
    ): Promise<void> => {
      page = await openViewPage(used.browser, { page: 'timeline', height: 760, theme, ...options });
      page.on('pageerror', error => errors.push(String(error)));
      await driveClock(page);
      await page.evaluate(each => window.timelinePage.show(each), kind);
      await settle();
    };
    const settle = () => page.clock.runFor(REST_MS);
    const canvas = (): Locator => page.locator('.jp-Kernelscope-timelineCanvas');
    const boxOf = async (locator: Locator): Promise<Box> => (await locator.boundingBox())!;
    const moveTo = async (share: number, y: number): Promise<void> => {
      const box = await boxOf(canvas());
      await page.mouse.move(box.x + share * box.width, box.y + y);
    };
    const pointOf = async (share: number, y: number): Promise<[number, number]> => {
      const box = await boxOf(canvas());
      return [box.x + share * box.width, box.y + y];
    };
    const drag = async (fromShare: number, toShare: number, y: number): Promise<void> => {
      await moveTo(fromShare, y);
      await page.mouse.down();
      await moveTo((fromShare + toShare) / 2, y);
      await moveTo(toShare, y);
      await page.mouse.up();
    };
    const state = () => page.evaluate(() => window.timelinePage.store.state);
    const span = async (): Promise<number> => {
      await settle();
      const { window } = await state();
      return window === null ? 108e6 : window.toNs - window.fromNs;
    };
    const selectedName = async (): Promise<string> => {
      const { selection } = await state();
      return 'name' in selection ? selection.name : selection.type;
    };
    const text = (part: string) => page.locator(`.jp-Kernelscope-${part}`).innerText();
    const shoot = (name: string) => screenshot(page, `timeline-${name}-${theme}`);
    /** How many colours the canvas shows at a height: 1 where nothing is drawn. */
    const colorsAt = (y: number) =>
      canvas().evaluate((node: HTMLCanvasElement, row) => {
        const context = node.getContext('2d')!;
        const { data } = context.getImageData(0, row * devicePixelRatio, node.width, 1);
        return new Set(new Uint32Array(data.buffer)).size;
      }, y);

    it.each(isWhole ? [600, 1000, 1400] : [600])('has its slices at %i pixels', async width => {
      await open('training', { width });
      expect(await colorsAt(Y.forward)).toBeGreaterThan(2);
      await shoot(String(width));
    });

    it('leaves the wheel to the page until it is clicked, but zooms with Ctrl', async () => {
      await open();
      await page.evaluate(() => (document.body.style.height = '3000px'));
      await moveTo(0.5, Y.trainStep);
      await page.mouse.wheel(0, 100);
      expect(await span()).toBe(108e6);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(100);
      await page.evaluate(() => scrollTo(0, 0));
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -300);
      await expect.poll(span).toBeLessThan(80e6);
      await page.keyboard.up('Control');
      const zoomed = await span();
      await page.mouse.click(...(await pointOf(0.01, Y.helper)));
      await moveTo(0.5, Y.trainStep);
      await page.mouse.wheel(0, -300);
      await expect.poll(span).toBeLessThan(0.8 * zoomed);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });

    it('keeps the time under the pointer when it zooms, and moves with a drag', async () => {
      await open();
      await moveTo(0.25, Y.trainStep);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -600);
      await page.keyboard.up('Control');
      await settle();
      const { fromNs, toNs } = (await state()).window!;
      const pixelNs = 108e6 / (await boxOf(canvas())).width;
      expect(Math.abs(fromNs + 0.25 * (toNs - fromNs) - 27e6)).toBeLessThanOrEqual(pixelNs);
      await drag(0.75, 0.25, Y.worker);
      await settle();
      const moved = (await state()).window!;
      expect((moved.fromNs - fromNs) / (toNs - fromNs)).toBeCloseTo(0.5, 1);
      expect(moved.toNs - moved.fromNs).toBeCloseTo(toNs - fromNs, -1);
    });

    it('tells the slice under the pointer, selects it by click and zooms by double click', async () => {
      await open();
      await moveTo(0.03, Y.forward);
      const tooltip = page.locator('.jp-Kernelscope-tooltip');
      await tooltip.waitFor();
      expect(await tooltip.innerText()).toMatch(/^forward\s+Category\s+range\s+Duration\s+3.9 ms/);
      await shoot('tooltip');
      await page.mouse.down();
      await page.mouse.up();
      expect(await selectedName()).toBe('forward');
      expect(await text('timelineDetailsTitle')).toBe('forward');
      await shoot('selected-with-flow');
      await page.mouse.dblclick(...(await pointOf(0.03, Y.forward)));
      expect(await span()).toBeCloseTo(1.16 * 3.9e6, -4);
    });

    it('sums up a range marked with Shift, and zooms to it with Enter', async () => {
      await open();
      await page.keyboard.down('Shift');
      await drag(0.25, 0.5, Y.worker);
      await page.keyboard.up('Shift');
      expect(await text('timelineDetailsTitle')).toMatch(/^27 ms marked: \d+ slices$/);
      expect(await page.locator('.jp-Kernelscope-timelineRange tbody tr').count()).toBe(10);
      await shoot('range');
      await canvas().press('Enter');
      expect(await span()).toBeCloseTo(27e6, -6);
      await canvas().press('0');
      expect(await span()).toBe(108e6);
      await page.keyboard.down('Shift');
      await drag(0.25, 0.5, Y.worker);
      await page.keyboard.up('Shift');
      await page.locator('.jp-Kernelscope-timelineRangeName').first().click();
      expect((await state()).selection).toMatchObject({ type: 'label', name: 'train step' });
    });

    it('is worked by keys alone', async () => {
      await open();
      await page.keyboard.press('Tab');
      for (let at = 0; at < 12; at++) {
        if (await canvas().evaluate(node => node === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('w');
      await page.keyboard.press('w');
      const near = await span();
      expect(near).toBeCloseTo(108e6 * 0.49, -5);
      await page.keyboard.press('s');
      expect(await span()).toBeCloseTo(108e6 * 0.7, -5);
      await page.keyboard.press('Home');
      expect(await span()).toBe(108e6);
      await page.keyboard.press(']');
      await page.keyboard.press('Shift+ArrowDown');
      expect(await selectedName()).toBe('forward');
      expect(await page.locator('[aria-live]').innerText()).toContain('forward, 3.9 ms, at 1.2 ms');
      await page.keyboard.press('Enter');
      expect(await span()).toBeCloseTo(1.16 * 3.9e6, -4);
      await page.keyboard.press('Escape');
      expect(await selectedName()).toBe('none');
      await page.keyboard.press('Escape');
      expect(await span()).toBe(108e6);
      await page.keyboard.press('Escape');
      expect(await page.locator('canvas:focus').count()).toBe(0);
    });

    it('closes and opens groups by click and by key', async () => {
      await open();
      const group = page.getByRole('button', { name: 'process', exact: true });
      expect(await group.getAttribute('aria-expanded')).toBe('true');
      await group.click();
      await page.getByRole('button', { name: 'process', exact: true, expanded: false }).waitFor();
      expect(await page.getByText('helper thread').count()).toBe(0);
      await shoot('closed');
      await group.press('Enter');
      await page.getByText('helper thread').waitFor();
      expect(await group.evaluate(node => node === document.activeElement)).toBe(true);
    });

    it('lights up what another view selects, and brings it into sight', async () => {
      await open();
      const label = { type: 'label', category: 'operator', name: 'Softmax' } as const;
      await page.evaluate(each => window.timelinePage.store.select(each), label);
      await settle();
      await shoot('label');
      await page.getByRole('button', { name: 'process', exact: true }).click();
      const slice = await page.evaluate(() => {
        const { store, sliceNamed } = window.timelinePage;
        store.select({ type: 'none' });
        store.zoom({ fromNs: 90e6, toNs: 95e6 });
        const row = sliceNamed('decode images');
        store.select({ type: 'slice', slice: row, category: 'range', name: 'decode images' });
        return row;
      });
      await settle();
      await page.waitForFunction(() => window.timelinePage.store.state.window!.fromNs < 1e6);
      expect((await state()).selection).toMatchObject({ slice });
      await page.locator('.jp-Kernelscope-timelineNames').getByText('worker 1').waitFor();
      expect(await text('timelineDetailsTitle')).toBe('decode images');
    });

    it('finds names, and goes from one match to the next', async () => {
      await open();
      await page.getByRole('searchbox').fill('forward');
      await page.getByText('12 matches').waitFor();
      await shoot('search');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.getByText('2 of 12').waitFor();
      expect(await text('timelineFacts')).toContain('10.2 ms');
      await page.keyboard.press('Shift+Enter');
      expect(await text('timelineFacts')).toContain('1.2 ms');
    });

    it('moves and draws the window on the minimap', async () => {
      await open();
      const map = await boxOf(page.locator('.jp-Kernelscope-timelineMinimap'));
      const dragMap = async (from: number, to: number): Promise<void> => {
        await page.mouse.move(map.x + from * map.width, map.y + 10);
        await page.mouse.down();
        await page.mouse.move(map.x + to * map.width, map.y + 10, { steps: 3 });
        await page.mouse.up();
        await settle();
      };
      await dragMap(0.5, 0.75);
      const drawn = (await state()).window!;
      expect([drawn.fromNs / 108e6, drawn.toNs / 108e6].map(each => each.toFixed(2))).toEqual([
        '0.50',
        '0.75'
      ]);
      await dragMap(0.6, 0.35);
      const moved = (await state()).window!;
      expect((moved.fromNs / 108e6).toFixed(2)).toBe('0.25');
      expect(moved.toNs - moved.fromNs).toBeCloseTo(drawn.toNs - drawn.fromNs, -1);
    });

    it('says what is left out, and shades where it is', async () => {
      await open('partial');
      expect(await text('timelineNote')).toMatch(
        /^This shows the 128 longest of [\d,]+ slices; grey/
      );
      await page.getByText('helper thread').waitFor();
      expect(await colorsAt(Y.helper)).toBeGreaterThan(2);
      await shoot('partial');
      await page.evaluate(() => window.timelinePage.show('empty'));
      await page.getByText('Nothing was timed in this run.').waitFor();
      await shoot('empty');
    });

    it('takes on another theme while it is open', async () => {
      await open('training', { theme: 'light' });
      const corner = () =>
        canvas().evaluate((node: HTMLCanvasElement) => [
          ...node.getContext('2d')!.getImageData(node.width - 4, node.height - 4, 1, 1).data
        ]);
      const before = await corner();
      await page.evaluate(() => {
        document.body.style.setProperty('--jp-layout-color1', '#102030');
        document.body.dataset.jpThemeLight = 'false';
      });
      await settle();
      expect(before).toEqual([255, 255, 255, 255]);
      expect(await corner()).toEqual([16, 32, 48, 255]);
    });

    it("stands still and takes the system's colours for those who ask for it", async () => {
      await open();
      await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
      await page.evaluate(() => {
        window.timelinePage.view.hide();
        window.timelinePage.view.show();
      });
      await canvas().focus();
      // a picture that is still to be drawn would be the one of the key, too
      await settle();
      const pictures = await page.evaluate(() => {
        const before = window.timelinePage.pictures();
        const key = new KeyboardEvent('keydown', { key: 'w', bubbles: true });
        document.activeElement!.dispatchEvent(key);
        return window.timelinePage.pictures() - before;
      });
      expect(pictures).toBe(1);
      await page.getByText('75.6 ms shown').waitFor();
      await settle();
      expect(await colorsAt(Y.forward)).toBeGreaterThan(2);
      await shoot('forced-colors');
    });

    it('draws nothing while it is hidden', async () => {
      await open();
      await page.evaluate(() => {
        window.timelinePage.view.hide();
        window.timelinePage.store.zoom({ fromNs: 1e6, toNs: 2e6 });
      });
      const pictures = () => page.evaluate(() => window.timelinePage.pictures());
      const before = await pictures();
      await settle();
      expect(await pictures()).toBe(before);
      await page.evaluate(() => window.timelinePage.view.show());
      await settle();
      expect(await pictures()).toBeGreaterThan(before);
      expect(await span()).toBe(1e6);
    });

    it('scrolls tracks that need more room than it has', async () => {
      await open('many');
      const scroller = page.locator('.jp-Kernelscope-timelineScroller');
      expect((await boxOf(scroller)).height).toBe(420);
      expect(await page.getByText('lane 40', { exact: true }).count()).toBe(0);
      await canvas().focus();
      for (let at = 0; at < 6; at++) await page.keyboard.press('PageDown');
      await page.getByText('lane 40', { exact: true }).waitFor();
      await shoot('many');
    });
  });
}
