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

const NOTEBOOK = '02-mxnet-guide.ipynb';
const TUTORIAL = at('binder', 'tutorials', NOTEBOOK);
const CELL_LIMIT_MS = 120_000;

interface Cell {
  readonly id: string;
}

const { cells } = JSON.parse(readFileSync(TUTORIAL, 'utf8')) as { readonly cells: readonly Cell[] };
const indexOf = (id: string): number => cells.findIndex(cell => cell.id === id);

/** Cells with a profile, and what has to be found on its timeline; the last one is on the picture. */
const PROFILES = [
  { id: 'model-timeline', slices: ['matMul', 'BatchMatMul', 'init'] },
  { id: 'twice', slices: ['first run', 'second run', 'GatherNd', 'init'] },
  { id: 'async', slices: ['waitAll', 'engine.derive', 'engine.compress'] },
  { id: 'objects', slices: ['step #1', 'pack'] },
  { id: 'scopes-memory', slices: ['randomNormal', 'matMul'] }
];

describe('the guide of MXNet in JupyterLab', () => {
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

  const profileOf = (id: string): Locator => lab.profile(indexOf(id));

  /** Brings a tab of a profile to the middle of the page. */
  async function show(id: string, name: string): Promise<Locator> {
    await lab.select(indexOf(id));
    await profileOf(id).getByRole('tab', { name }).click();
    const panel = profileOf(id).getByRole('tabpanel').filter({ visible: true });
    await panel.waitFor();
    await panel.evaluate(node => node.scrollIntoView({ block: 'center' }));
    return panel;
  }

  it('runs to its end, which no assertion of its own prevents', async () => {
    await lab.execute('notebook:run-all-cells');
    const last = lab.cell(indexOf('timeit'));
    await last.getByText('mean ± std. dev. of 5 runs').waitFor({ timeout: CELL_LIMIT_MS });
  });

  it.each(PROFILES)('shows the timeline of the cell $id', async ({ id, slices }) => {
    const panel = await show(id, 'Timeline');
    await panel.locator('canvas[role="application"]').waitFor();
    const search = panel.getByRole('searchbox');
    for (const name of slices) {
      await search.fill(name);
      await panel.getByText(/^[1-9]\d* match(es)?$/).waitFor();
    }
    await search.press('Enter');
    await panel.locator('.jp-Kernelscope-timelineDetails').getByText(slices.at(-1)!).waitFor();
    await lab.picture(`guide-${id}`);
  });

  it('tells who holds the memory', async () => {
    const panel = await show('scopes-memory', 'Memory');
    await panel.getByText('encoder:embedding:').waitFor();
    await lab.picture('guide-scopes');
  });

  it('looks right where JupyterLab is dark', async () => {
    await lab.useTheme('JupyterLab Dark');
    for (const { id } of PROFILES) {
      await show(id, 'Timeline');
      await lab.picture(`guide-${id}-dark`);
    }
    expect(lab.scriptErrors).toEqual([]);
  });
});
