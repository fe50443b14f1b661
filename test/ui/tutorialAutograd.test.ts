import { copyFileSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LabPage, startBrowser } from './labPage';
import type { LabServer } from './labServer';
import { startLab } from './labServer';

const at = (...parts: string[]): string =>
  join(fileURLToPath(new URL('../..', import.meta.url)), ...parts);

const NOTEBOOK = '03-autograd.ipynb';
const TUTORIAL = at('binder', 'tutorials', NOTEBOOK);
const ALL_CELLS_LIMIT_MS = 180_000;
const THEMES = [
  { theme: 'JupyterLab Light', suffix: '' },
  { theme: 'JupyterLab Dark', suffix: '-dark' }
] as const;

interface Cell {
  readonly id: string;
}

const { cells } = JSON.parse(readFileSync(TUTORIAL, 'utf8')) as { readonly cells: readonly Cell[] };
const indexOf = (id: string): number => cells.findIndex(cell => cell.id === id);

describe('the tutorial of the autograd profiler in JupyterLab', () => {
  let server: LabServer;
  let browser: Browser;
  let lab: LabPage;

  beforeAll(async () => {
    server = await startLab();
    copyFileSync(TUTORIAL, join(server.folder, NOTEBOOK));
    symlinkSync(at('node_modules'), join(server.folder, 'node_modules'));
    browser = await startBrowser();
    lab = await LabPage.open(browser, server.address(`lab/tree/${NOTEBOOK}`));
    await lab.waitForIdleKernel();
    await lab.execute('application:toggle-left-area');
  });

  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
  });

  /** Brings a tab of the profile of a cell to the middle of the page. */
  async function show(id: string, name: string): Promise<Locator> {
    await lab.select(indexOf(id));
    const profile = lab.profile(indexOf(id));
    await profile.getByRole('tab', { name }).click();
    const panel = profile.getByRole('tabpanel').filter({ visible: true });
    await panel.waitFor();
    await panel.evaluate(node => node.scrollIntoView({ block: 'center' }));
    return panel;
  }

  /** Picks the first slice of a name on the timeline of a cell; gives what is said of it. */
  async function pick(id: string, name: string): Promise<Locator> {
    const panel = await show(id, 'Timeline');
    await panel.locator('canvas[role="application"]').waitFor();
    const search = panel.getByRole('searchbox');
    await search.fill(name);
    await panel.getByText(/^[1-9]\d* match(es)?$/).waitFor();
    await search.press('Enter');
    const details = panel.locator('.jp-Kernelscope-timelineDetails');
    await details.getByText(name).first().waitFor();
    return details;
  }

  it('runs to its end, which no assertion of its own prevents', async () => {
    await lab.execute('notebook:run-all-cells');
    const last = lab.cell(indexOf('nvtx')).locator('.jp-OutputArea');
    await last.getByText(/^0\.0\d+/).waitFor({ timeout: ALL_CELLS_LIMIT_MS });
  });

  it.each(THEMES)('leads from backward to forward in $theme', async ({ theme, suffix }) => {
    await lab.useTheme(theme);
    const details = await pick('gradients-timeline', 'ReluBackward');
    await details.getByText(/^Relu, at /).waitFor();
    await lab.picture(`autograd-gradients${suffix}`);
  });

  it.each(THEMES)('tells running from waiting in $theme', async ({ theme, suffix }) => {
    await lab.useTheme(theme);
    const details = await pick('async', 'save');
    await details.getByText(/, waiting /).waitFor();
    await lab.picture(`autograd-async${suffix}`);
  });

  it.each(THEMES)('shows who called operators and made objects in $theme', async each => {
    const { theme, suffix } = each;
    await lab.useTheme(theme);
    const panel = await show('stacks', 'Flame');
    const search = panel.getByRole('searchbox');
    const matches = panel.locator('.jp-Kernelscope-searchMatches');
    for (const [kind, name] of [
      ['operators', 'predict'],
      ['allocations', 'spirals']
    ]) {
      await panel.getByLabel('Show').selectOption(kind);
      await search.fill('');
      await expect.poll(() => matches.textContent()).toBe('');
      await search.fill(name);
      await expect.poll(() => matches.textContent()).toMatch(/^[1-9]\d* functions? · /);
      await lab.picture(`autograd-flame-${kind}${suffix}`);
    }
  });

  it.each(THEMES)('has the cost of the lines of an earlier cell in $theme', async each => {
    const { theme, suffix } = each;
    await lab.useTheme(theme);
    const panel = await show('stacks', 'Source');
    await panel.locator('[data-choice=file]').selectOption('Cell [3]');
    await panel.locator('[data-choice=kind]').selectOption('operators');
    await panel.getByText('tf.matMul').waitFor();
    await lab.picture(`autograd-source${suffix}`);
    expect(lab.scriptErrors).toEqual([]);
  });
});
