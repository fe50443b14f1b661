import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { KERNELS } from './notebook';
import { useLab } from './useLab';
import { sampleOf } from '../support/tiers';

const wait = (ms: number): string => `await new Promise(done => setTimeout(done, ${ms}));`;
const spin = (ms: number): string =>
  `{ const until = Date.now() + ${ms}; while (Date.now() < until) { JSON.stringify([until]); } }`;

interface Written {
  readonly cell_type: 'code' | 'markdown';
  readonly source: string;
}

const code = (source: string): Written => ({ cell_type: 'code', source });
const heading = (source: string): Written => ({ cell_type: 'markdown', source });

function write(path: string, cells: readonly Written[]): void {
  const more = { execution_count: null, outputs: [] };
  const written = cells.map((cell, index) => ({
    id: `cell-${index}`,
    metadata: {},
    ...cell,
    ...(cell.cell_type === 'code' && more)
  }));
  const metadata = { kernelspec: KERNELS.ours };
  writeFileSync(path, JSON.stringify({ cells: written, metadata, nbformat: 4, nbformat_minor: 5 }));
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Axe {
  run(
    context: object,
    options: object
  ): Promise<{ readonly violations: readonly { readonly id: string }[] }>;
}

/** What axe finds wrong with the sidebar. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const found = await axe.run(
      { include: '.jp-Kernelscope-sidebar' },
      { resultTypes: ['violations'] }
    );
    return found.violations.map(({ id }) => id);
  });
}

describe('the sidebar of a notebook', () => {
  let lab: LabPage;

  const used = useLab({ hasOwnKernel: true });

  beforeAll(async () => {
    write(join(used.server.folder, 'whole.ipynb'), [
      heading('# Prepare'),
      code(`// read the data\nconst data = 1;\n${wait(120)}`),
      heading('## Clean'),
      code(spin(40)),
      heading('# Train'),
      code(`let calls = 0;\n${spin(1200)}`),
      code('console.log("nothing to see");')
    ]);
    lab = await used.visit('whole.ipynb');
    await lab.waitForIdleKernel();
    await tab('Profiled cells').click();
    await sidebar().waitFor();
  });

  afterEach(() => {
    expect(lab.scriptErrors).toEqual([]);
  });

  const sidebar = (): Locator => lab.page.locator('.jp-Kernelscope-sidebar');
  const rows = (): Locator => sidebar().locator('[data-row]');
  const tab = (title: string): Locator =>
    lab.page.locator(`.jp-SideBar .lm-TabBar-tab[title^="${title}"]`);

  /** Drags the edge of the sidebar, so that all columns are in sight. */
  const widen = async (): Promise<void> => {
    await lab.page.setViewportSize({ width: 1700, height: 900 });
    const edge = (await sidebar().boundingBox())!;
    await lab.page.mouse.move(edge.x - 3, edge.y + 300);
    await lab.page.mouse.down();
    await lab.page.mouse.move(edge.x - 700, edge.y + 300, { steps: 5 });
    await lab.page.mouse.up();
  };

  it('says how to begin, then has a row for each cell that ran, and leads to them', async () => {
    await sidebar().getByText('Run a cell with %%profile on its first line').waitFor();
    await lab.picture('sidebar-empty');
    await sidebar().getByRole('button', { name: 'Profile Every Cell' }).click();
    await sidebar().locator('[aria-pressed="true"]').waitFor();
    await lab.execute('notebook:run-all-cells');
    await lab.waitForIdleKernel();
    await expect.poll(() => rows().count()).toBe(5);
    const first = await rows().nth(0).innerText();
    expect(first).toContain('4 cells');
    expect(await rows().nth(1).innerText()).toContain('const data = 1;');
    await rows().nth(3).click();
    const active = lab.page.locator('.jp-Notebook .jp-Cell.jp-mod-active');
    await expect.poll(() => active.getAttribute('data-windowed-list-index')).toBe('5');
  });

  it('has what became slower in sight at its first width, without scrolling sideways', async () => {
    const grid = sidebar().getByRole('grid');
    const own = (await grid.boundingBox())!;
    expect(own.width).toBeLessThan(300);
    const hidden = await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(hidden).toBe(0);
    const change = (await grid.getByRole('columnheader', { name: 'Change' }).boundingBox())!;
    expect(change.x + change.width).toBeLessThanOrEqual(own.x + own.width);
    const bars = await rows().evaluateAll(all =>
      all
        .slice(1)
        .map(row => getComputedStyle(row.querySelectorAll('[role="gridcell"]')[1]).backgroundSize)
    );
    const lengths = bars.map(size =>
      Number(/^max\((\d+(?:\.\d+)?)px/.exec(size)?.[1] ?? parseFloat(size))
    );
    expect(lengths[2]).toBe(Math.max(...lengths));
    expect(lengths[2]).toBeGreaterThan(40);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
    await lab.picture('sidebar-first-width');
  });

  it('takes one line of each cell, which opens to the whole profile', async () => {
    await lab.select(5);
    const line = lab.profile(5).getByRole('button', { name: /^.*Wall/ });
    await line.waitFor();
    expect((await lab.profile(5).boundingBox())!.height).toBeLessThan(48);
    await expect.poll(() => line.innerText()).toMatch(/Cell \[\d+\]:2 took|Garbage|waited/);
    await line.focus();
    await lab.page.keyboard.press('Enter');
    await lab.profile(5).getByRole('tab', { name: 'Table' }).waitFor();
    expect(await line.getAttribute('aria-expanded')).toBe('true');
    await lab.page.keyboard.press('Enter');
    await expect.poll(() => lab.profile(5).getByRole('tab').count()).toBe(0);
    expect(await line.getAttribute('aria-expanded')).toBe('false');
  });

  it('marks headings in the table of contents with their shares', async () => {
    await lab.execute('toc:show-panel');
    const item = (text: string): Locator =>
      lab.page.locator('.jp-tocItem-content', { hasText: text });
    await expect
      .poll(() => item('Train').getAttribute('data-kernelscope-share'))
      .toMatch(/^[4-9]\d(\.\d)? %$/);
    expect(await item('Clean').getAttribute('data-kernelscope-share')).toMatch(/%$/);
    for (const theme of sampleOf(['Light', 'Dark'] as const, 2)) {
      await lab.useTheme(`JupyterLab ${theme}`);
      await lab.picture(`sidebar-${theme.toLowerCase()}`);
      expect(await violations(lab.page)).toEqual([]);
    }
  });

  it('stays usable at 200 pixels, and the saved notebook has the profiles', async () => {
    await sidebar().evaluate(node => (node.style.width = '200px'));
    const name = await rows().nth(1).locator('[role="gridcell"]').nth(0).boundingBox();
    const wall = await rows().nth(1).locator('[role="gridcell"]').nth(1).boundingBox();
    const own = (await sidebar().boundingBox())!;
    expect(name!.width).toBeGreaterThan(80);
    expect(wall!.x + wall!.width).toBeLessThanOrEqual(own.x + own.width);
    await lab.picture('sidebar-narrow');
    await sidebar().evaluate(node => (node.style.width = ''));
    await lab.execute('docmanager:save');
    const saved = readFileSync(join(used.server.folder, 'whole.ipynb'), 'utf8');
    expect(saved.match(/application\/vnd\.kernelscope\.profile\+json/g)).toHaveLength(4);
    expect(saved.length).toBeLessThan(80_000);
  });

  it('tells what became slower, and keeps its order and its place by key', async () => {
    const header = sidebar().getByRole('columnheader', { name: 'Wall' });
    await header.click();
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    await lab.cell(3).locator('.cm-content').click();
    await lab.page.keyboard.press('Control+a');
    await lab.page.keyboard.insertText(spin(1500));
    await lab.page.keyboard.press('Control+Enter');
    await expect.poll(() => rows().nth(1).innerText(), { timeout: 60_000 }).toMatch(/▲ \+/);
    await widen();
    await lab.picture('sidebar-slower');
    await lab.select(6);
    await header.click();
    await header.click();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await lab.page.keyboard.press(key);
    const active = lab.page.locator('.jp-Notebook .jp-Cell.jp-mod-active');
    await expect.poll(() => active.getAttribute('data-windowed-list-index')).toBe('3');
  });

  it('shows in the palette whether every cell is profiled, also when a cell says so', async () => {
    await lab.cell(6).locator('.cm-content').click();
    await lab.page.keyboard.press('Control+a');
    await lab.page.keyboard.insertText('%profile off');
    await lab.page.keyboard.press('Control+Enter');
    await sidebar().locator('[aria-pressed="false"]').waitFor();
    await lab.runFromPalette('Profile Every Cell');
    await sidebar().locator('[aria-pressed="true"]').waitFor();
  });
});
