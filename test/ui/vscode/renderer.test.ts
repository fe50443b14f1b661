import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/formats';
import { ENGLISH } from '../../../vscode/src/renderer/handedToViews';
import { sampleOf } from '../../support/tiers';
import { HOSTILE, hostileBundle } from '../hostileBundle';
import { ProfileOutput, TABS } from '../profileOutput';
import { screenshot } from '../screenshot';
import { useHostWindows } from './openHost';
import {
  item,
  rich,
  testHostileOutputs,
  testRendererLooks,
  useSavedOutputs
} from './rendererLooks';

/** The classes of what stays in sight when its grid scrolls, and of these what is seen through. */
async function stickyParts(page: Page): Promise<{ all: string[]; seeThrough: string[] }> {
  return page.evaluate(() => {
    const sticky = [...document.querySelectorAll('.jp-Kernelscope *')].filter(
      node =>
        getComputedStyle(node).position === 'sticky' &&
        // titles lie on their rows, and canvases draw all that they have
        !node.matches('.jp-Kernelscope-sectionTitle, .jp-Kernelscope-canvasSheet')
    );
    const isOpaque = (node: Element) => /^rgb\(/.test(getComputedStyle(node).backgroundColor);
    const classes = (nodes: Element[]): string[] => nodes.map(({ className }) => className);
    return { all: classes(sticky), seeThrough: classes(sticky.filter(node => !isOpaque(node))) };
  });
}

describe('the renderer of outputs in VS Code', () => {
  const open = useHostWindows();
  const saved = useSavedOutputs();

  const root = (page: Page, id: string): Locator => page.locator(`#${id}`);
  const shoot = (page: Page, name: string) =>
    screenshot(page, `vscode-${name}`, { fullPage: true });

  testRendererLooks(open, saved, 'light');

  it('loads parts of its code again that could not be fetched', async () => {
    const { page, render } = await open();
    const failed = new Set<string>();
    const chunks = /[/]chunks[/][^/]*[.]js$/;
    await page.route(chunks, async route => {
      const url = route.request().url();
      const isFirst = !failed.has(url);
      failed.add(url);
      await (isFirst ? route.abort() : route.fallback());
    });
    await render(saved('rich'));
    const output = new ProfileOutput(root(page, 'rich'));
    await output.open('Memory');
    await root(page, 'rich').locator('.js-plotly-plot .lines').first().waitFor();
    await page.unroute(chunks);
    expect(failed.size).toBeGreaterThan(3);
  });

  it('follows a switch of the theme', async () => {
    const { page, render } = await open();
    await render(saved('rich'));
    const output = new ProfileOutput(root(page, 'rich'));
    await output.open('Timeline');
    const corner = (): Promise<number[]> =>
      output.canvas.evaluate(node => {
        const { width, height } = node as HTMLCanvasElement;
        const context = (node as HTMLCanvasElement).getContext('2d')!;
        return [...context.getImageData(width - 4, height - 4, 1, 1).data];
      });
    await expect.poll(corner).toEqual([255, 255, 255, 255]);
    const { EDITOR_THEMES } = await import('./themes');
    await page.evaluate(each => window.hostPage.setTheme(each), EDITOR_THEMES.dark);
    await expect.poll(corner).toEqual([0x1f, 0x1f, 0x1f, 255]);
    const themed = page.locator('[data-jp-theme-light="false"] .jp-Kernelscope');
    expect(await themed.count()).toBe(1);
  });

  const SCROLLING = [
    ['rich', ['Table', 'Flame']],
    ['compared', ['Compare']],
    ['gpu', ['GPU']]
  ] as const;

  it.each(sampleOf(SCROLLING, 3))(
    'covers what scrolls beneath what stays in sight: %s',
    async (name, tabs) => {
      const { page, render } = await open();
      await render(saved(name));
      for (const tab of tabs) {
        await root(page, name).getByRole('tab', { name: tab }).click();
        await expect.poll(async () => (await stickyParts(page)).all.length).toBeGreaterThan(0);
        expect((await stickyParts(page)).seeThrough).toEqual([]);
      }
    }
  );

  it('has the focus on the tab that was pressed', async () => {
    const { page, render } = await open();
    await render(saved('rich'));
    const first = root(page, 'rich').getByRole('region', { name: 'Findings' }).getByRole('button');
    for (const name of sampleOf(TABS, 3)) {
      await first.first().focus();
      const tab = root(page, 'rich').getByRole('tab', { name });
      await tab.click();
      expect(await tab.evaluate(node => node === node.ownerDocument.activeElement)).toBe(true);
    }
  });

  it('saves a profile by a link on the page, which VS Code listens to', async () => {
    const { page, render } = await open();
    await render(saved('rich'));
    await page.evaluate(() => {
      document.body.addEventListener('click', event => {
        const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
        if (link?.href.startsWith('blob:')) document.title = link.download;
      });
    });
    const output = new ProfileOutput(root(page, 'rich'));
    const { name } = await output.saveAs('Chrome');
    expect(name).toMatch(/\.json/);
    expect(await page.title()).toBe(name);
    await shoot(page, 'downloads');
  });

  it('saves a profile in every format of the table', async () => {
    const { page, render } = await open({ hasMessaging: false });
    await render(saved('rich'));
    const output = new ProfileOutput(root(page, 'rich'));
    const written = FORMATS.filter(({ write }) => write !== undefined);
    expect(written.length).toBeGreaterThan(8);
    for (const format of sampleOf(written, 3)) {
      const title = format.title(ENGLISH).replace(/[()]/g, '[$&]');
      const { name, content } = await output.saveAs(title);
      expect(name.endsWith(format.endings[0].ending), name).toBe(true);
      expect(content.length, name).toBeGreaterThan(0);
    }
  });

  it('shows markup in names as text', async () => {
    const { page, render } = await open();
    expect(await render(item(JSON.stringify(hostileBundle(rich))))).toBeNull();
    const output = new ProfileOutput(root(page, 'hostile'));
    for (const name of TABS) await output.open(name);
    expect(await page.locator('#hostile img, #hostile script').count()).toBe(0);
    expect(await page.title()).toBe('Notebook');
    expect(await root(page, 'hostile').textContent()).toContain(HOSTILE.slice(0, 20));
  });

  const UNREADABLE = [
    ['no JSON', '{', 'not valid JSON'],
    ['of another version', JSON.stringify({ ...rich, version: 99 }), 'another version'],
    ['without its parts', JSON.stringify({ version: rich.version }), 'not a valid profile'],
    ['no object', 'null', 'not a valid profile'],
    ['text', '"<img src=x onerror=alert(1)>"', 'not a valid profile']
  ] as const;

  it('says in a sentence why an output is not shown, and then shows the next one', async () => {
    const { page, render } = await open();
    for (const [what, text, sentence] of UNREADABLE) {
      expect(await render(item(text)), what).toBeNull();
      const alert = root(page, 'hostile').getByRole('alert');
      await alert.getByText(sentence).waitFor();
      await alert.getByText('Change Presentation').waitFor();
      expect(await page.locator('#hostile img').count(), what).toBe(0);
      expect(await render(item(JSON.stringify(rich))), what).toBeNull();
      await new ProfileOutput(root(page, 'hostile')).times.waitFor();
    }
  });

  testHostileOutputs(open, { firstSeed: 1, seeds: 12 });

  it.each(sampleOf([false, true], 2))(
    'leaves nothing behind, the node being gone: %s',
    async isGone => {
      const { page, render } = await open();
      const count = (): Promise<number> => page.locator('body *').count();
      // plotly.js keeps its own, once loaded.
      const own = page.locator('head style:not([id^="plotly.js-style"])');
      const styles = (): Promise<number> => own.count();
      const before = await styles();
      for (const name of ['rich', 'gpu', 'ranks'] as const) await render(saved(name));
      const output = new ProfileOutput(root(page, 'rich'));
      await output.open('Memory');
      await output.root.getByRole('button', { name: 'Download' }).click();
      await page.getByRole('menu').waitFor();
      expect(await styles()).toBe(before + 1);
      const dispose = (id?: string): Promise<string | null> =>
        page.evaluate(([each, gone]) => window.hostPage.dispose(each, gone), [id, isGone] as const);
      expect(await dispose('gpu')).toBeNull();
      expect(await root(page, 'gpu').locator('*').count()).toBe(0);
      expect(await styles()).toBe(before + 1);
      expect(await dispose()).toBeNull();
      expect(await page.locator('[class*=Kernelscope], [data-kernelscope-root]').count()).toBe(0);
      expect(await styles()).toBe(before);
      expect(await count()).toBeLessThan(20);
    }
  );
});
