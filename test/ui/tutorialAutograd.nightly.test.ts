import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { TutorialPage } from './tutorialPage';
import { useLab } from './useLab';

const NOTEBOOK = '03-autograd.ipynb';
const ALL_CELLS_LIMIT_MS = 180_000;
const THEMES = [
  { theme: 'JupyterLab Light', suffix: '' },
  { theme: 'JupyterLab Dark', suffix: '-dark' }
] as const;

describe('the tutorial of the autograd profiler in JupyterLab', () => {
  const used = useLab();
  let tutorial: TutorialPage;
  let lab: LabPage;

  beforeAll(async () => {
    tutorial = await TutorialPage.open(used, NOTEBOOK);
    lab = tutorial.lab;
  });

  /** Picks the first slice of a name on the timeline of a cell; gives what is said of it. */
  async function pick(id: string, name: string): Promise<Locator> {
    const panel = await tutorial.show(id, 'Timeline');
    await panel.locator('canvas[role="application"]').waitFor();
    const search = panel.getByRole('searchbox');
    await search.fill(name);
    await panel.getByText(/^[1-9]\d* (match(es)?|of [1-9]\d*)$/).waitFor();
    await search.press('Enter');
    const details = panel.locator('.jp-Kernelscope-timelineDetails');
    await details.getByText(name).first().waitFor();
    return details;
  }

  it('runs to its end, which no assertion of its own prevents', async () => {
    await lab.execute('notebook:run-all-cells');
    const last = tutorial.cell('nvtx').locator('.jp-OutputArea');
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
    await details.getByText(/; waiting /).waitFor();
    await lab.picture(`autograd-async${suffix}`);
  });

  it.each(THEMES)('shows who called operators and made objects in $theme', async each => {
    const { theme, suffix } = each;
    await lab.useTheme(theme);
    const panel = await tutorial.show('stacks', 'Flame');
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
    const panel = await tutorial.show('stacks', 'Source');
    await panel.locator('[data-choice=file]').selectOption('Cell [3]');
    await panel.locator('[data-choice=kind]').selectOption('operators');
    await panel.getByText('tf.matMul').waitFor();
    await lab.picture(`autograd-source${suffix}`);
    expect(lab.scriptErrors).toEqual([]);
  });
});
