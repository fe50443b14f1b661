import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { programPath } from './labServer';
import { ProfileOutput } from './profileOutput';
import { screenshot } from './screenshot';
import { useLab } from './useLab';

const PLUGIN = '@kernelscope/labextension/plugin';

/** Three ranges of our own, whose times and counts rank differently, by more than a pause of the machine. */
const WORK = `import { range } from "kernelscope";
function spin(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
for (let i = 0; i < 40; i++) range("often", () => spin(20));
for (let i = 0; i < 3; i++) range("slow", () => spin(600));
range("once", () => spin(20));`;

describe('a profiled cell in JupyterLab', () => {
  const used = useLab({ settings: { [PLUGIN]: { profileCellOptions: '-s self' } } });
  let lab: LabPage;

  beforeAll(async () => {
    const plain = 'const answer: number = 6 * 7;\nanswer';
    const cells = [`%%profile train --memory\n${WORK}`, plain, '%%time\n1 + 1'];
    lab = await used.open(
      'live.ipynb',
      cells.map(source => ({ source }))
    );
  });

  const grid = (): Locator => lab.profile(0).getByRole('grid', { name: 'Times by name' });
  const header = (name: string): Locator => grid().getByRole('columnheader', { name });
  const ranges = async (): Promise<string[]> => {
    const names = await grid().getByRole('rowheader').allInnerTexts();
    return names.filter(name => ['often', 'slow', 'once'].includes(name));
  };

  it('shows its table below the cell, the greatest time on top', async () => {
    await lab.run(0);
    await lab.profile(0).getByRole('tab', { name: 'Table' }).click();
    await grid().waitFor();
    expect(await ranges()).toEqual(['slow', 'often', 'once']);
    await lab.picture('profiled-light');
  });

  it('sorts by a click on a column header', async () => {
    await header('Total Count').click();
    expect(await ranges()).toEqual(['often', 'slow', 'once']);
    expect(await header('Total Count').getAttribute('aria-sort')).toBe('descending');
  });

  it('sorts by key, while the notebook keeps its hands off the keys', async () => {
    await lab.page.keyboard.press('ArrowLeft');
    await lab.page.keyboard.press('Enter');
    expect(await ranges()).toEqual(['often', 'once', 'slow']);
    await lab.page.keyboard.press('Space');
    expect(await ranges()).toEqual(['slow', 'once', 'often']);
    await lab.page.keyboard.press('ArrowDown');
    expect(await lab.page.locator(':focus').getAttribute('role')).toBe('rowheader');
  });

  it('is dark where JupyterLab is dark', async () => {
    await lab.useTheme('JupyterLab Dark');
    await lab.picture('profiled-dark');
    const background = await grid().evaluate(node => getComputedStyle(node).backgroundColor);
    expect(brightness(background)).toBeLessThan(80);
    await lab.useTheme('JupyterLab Light');
  });

  it('saves the table as a file', async () => {
    const { name, content } = await new ProfileOutput(lab.profile(0)).saveAs('Table');
    expect(name).toBe('train.csv');
    expect(content.toString('utf8')).toMatch(/^\w+,slow,nanoseconds,3,/m);
  });

  it('is profiled from the toolbar, with the magic and its default options put in once', async () => {
    const button = lab.page.locator('[data-jp-item-name="profileCell"]').getByRole('button');
    await lab.select(1);
    await button.click();
    await lab.profile(1).getByText('Wall', { exact: true }).waitFor();
    await lab.select(1);
    await button.click();
    await lab.waitForIdleKernel();
    expect(await lab.sourceOf(1)).toBe('%%profile -s self\nconst answer: number = 6 * 7;\nanswer');
  });

  it('loses the magic by the palette, and has it again', async () => {
    await lab.select(1);
    await lab.runFromPalette('Remove %%profile');
    expect(await lab.sourceOf(1)).toBe('const answer: number = 6 * 7;\nanswer');
    await lab.runFromPalette('Profile Cell');
    await lab.cell(1).locator('.cm-line').getByText('%%profile').waitFor();
    await lab.waitForIdleKernel();
    expect(await lab.sourceOf(1)).toBe('%%profile -s self\nconst answer: number = 6 * 7;\nanswer');
  });

  it('is left alone when it has another magic, and says why', async () => {
    await lab.select(2);
    await lab.runFromPalette('Profile Cell');
    await lab.page.getByText('This cell already has the magic %%time').first().waitFor();
    expect(await lab.sourceOf(2)).toBe('%%time\n1 + 1');
  });

  it(
    'shows its table in the HTML that nbconvert makes, without a script of its own',
    { tags: 'night' },
    async () => {
      await lab.page.keyboard.press('Control+s');
      await lab.page.locator('.jp-mod-dirty').first().waitFor({ state: 'detached' });
      const folder = mkdtempSync(join(tmpdir(), 'kernelscope-html-'));
      const source = join(used.server.folder, 'live.ipynb');
      execFileSync(programPath('jupyter'), [
        'nbconvert',
        '--to',
        'html',
        source,
        '--output-dir',
        folder
      ]);
      const page = await used.browser.newPage({ javaScriptEnabled: false });
      await page.goto(`file://${folder}/live.html`);
      const name = page.getByRole('rowheader', { name: 'slow', exact: true });
      await name.first().scrollIntoViewIfNeeded();
      await screenshot(page, 'nbconvert');
      await page.close();
      rmSync(folder, { recursive: true });
    }
  );

  it('throws no error in the page', () => {
    expect(lab.scriptErrors).toEqual([]);
  });
});

/** The mean of red, green and blue, 0 … 255, of a computed colour. */
function brightness(color: string): number {
  const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3;
}
