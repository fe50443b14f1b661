import { beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { keepGuidePicture } from './readmePicture';
import { TutorialPage } from './tutorialPage';
import { useLab } from './useLab';

const NOTEBOOK = '02-mxnet-guide.ipynb';
const CELL_LIMIT_MS = 120_000;

/** Cells with a profile, and what has to be found on its timeline; the last one is on the picture. */
const PROFILES = [
  { id: 'model-timeline', slices: ['matMul', 'BatchMatMul', 'init'] },
  { id: 'twice', slices: ['first run', 'second run', 'GatherNd', 'init'] },
  { id: 'async', slices: ['waitAll', 'engine.derive', 'engine.compress'] },
  { id: 'objects', slices: ['step #1', 'pack'] },
  { id: 'scopes-memory', slices: ['randomNormal', 'matMul'] }
];

/** The cell whose timeline is a picture in the guide, around a call and as often zoomed out from it. */
const PICTURE = { id: 'async', name: 'operators', zoomsOut: 4 };

/** Until what moves has come to rest. */
const SETTLED_MS = 500;

describe('the guide of MXNet in JupyterLab', () => {
  const used = useLab();
  let tutorial: TutorialPage;
  let lab: LabPage;

  beforeAll(async () => {
    tutorial = await TutorialPage.open(used, NOTEBOOK);
    lab = tutorial.lab;
  });

  it('runs to its end, which no assertion of its own prevents', async () => {
    await lab.execute('notebook:run-all-cells');
    const last = tutorial.cell('timeit');
    await last.getByText('mean ± std. dev. of 5 runs').waitFor({ timeout: CELL_LIMIT_MS });
  });

  it.each(PROFILES)('shows the timeline of the cell $id', async ({ id, slices }) => {
    const panel = await tutorial.show(id, 'Timeline');
    await panel.locator('canvas[role="application"]').waitFor();
    const search = panel.getByRole('searchbox');
    for (const name of slices) {
      await search.fill(name);
      await panel.getByText(/^[1-9]\d* match(es)?$/).waitFor();
    }
    await search.press('Enter');
    await panel.locator('.jp-Kernelscope-timelineDetails').getByText(slices.at(-1)!).waitFor();
    await lab.picture(`guide-${id}`);
    if (id !== PICTURE.id) return;
    await panel.getByRole('button', { name: 'Zoom to it' }).click();
    for (let turn = 0; turn < PICTURE.zoomsOut; turn++) {
      await panel.getByRole('button', { name: 'Zoom out' }).click();
    }
    await lab.page.waitForTimeout(SETTLED_MS);
    expect(keepGuidePicture(PICTURE.name, await panel.screenshot())).toBe(true);
  });

  it('tells who holds the memory', async () => {
    const panel = await tutorial.show('scopes-memory', 'Memory');
    await panel.getByText('encoder:embedding:').waitFor();
    await lab.picture('guide-scopes');
  });

  it('looks right where JupyterLab is dark', async () => {
    await lab.useTheme('JupyterLab Dark');
    for (const { id } of PROFILES) {
      await tutorial.show(id, 'Timeline');
      await lab.picture(`guide-${id}-dark`);
    }
    expect(lab.scriptErrors).toEqual([]);
  });
});
