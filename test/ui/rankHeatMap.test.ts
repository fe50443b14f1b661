import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePage } from '../../src/compat/mindspore/offline/showRanks';
import { CROSS_RANK_MIME_TYPE, type CrossRankBundle, fitCrossRank } from '../../src/formats';
import { MAX_BUNDLE_BYTES } from '../../src/model';
import { plantedRanks } from '../support/crossRankGrids';
import { writePlantedRanks } from '../support/rankDirectories';
import type { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { useLab } from './useLab';

const DUCKDB = fileURLToPath(new URL('../../node_modules/@duckdb', import.meta.url));

const SOURCE = `import { Profiler } from 'kernelscope';
await Profiler.offlineAnalyse('data/ranks', { tablesOnly: true });`;

/** What an output has of 4,096 ranks with 1,000 steps; all of it is in a file beside the notebook. */
function manyRanks(folder: string): CrossRankBundle | null {
  const input = { ...plantedRanks(4096, 1000), folder: 'many' };
  mkdirSync(join(folder, 'many'));
  writePage(input, join(folder, 'many'), { hasFile: true });
  return fitCrossRank(input, bytes => deflateRawSync(bytes), MAX_BUNDLE_BYTES);
}

describe('the heat map of ranks in JupyterLab', () => {
  const used = useLab({ hasOwnKernel: true });
  let lab: LabPage;

  beforeAll(async () => {
    const { folder } = used.server;
    writePlantedRanks(join(folder, 'data', 'ranks'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(DUCKDB, join(folder, 'node_modules', '@duckdb'));
    writeNotebook(join(folder, 'ranks.ipynb'), [
      { source: SOURCE },
      {
        source: '// damaged',
        outputs: [{ [CROSS_RANK_MIME_TYPE]: { version: 1 }, 'text/plain': 'plain' }]
      },
      { source: '// newer', outputs: [{ [CROSS_RANK_MIME_TYPE]: { version: 9 } }] },
      { source: '// many', outputs: [{ [CROSS_RANK_MIME_TYPE]: manyRanks(folder) }] }
    ]);
    lab = await used.visit('ranks.ipynb');
    await lab.waitForIdleKernel();
  });

  afterAll(() => {
    expect(lab?.scriptErrors ?? []).toEqual([]);
  });

  const canvas = (): Locator => lab.profile(0).getByRole('application');
  const details = (): Locator => lab.profile(0).locator('.jp-Kernelscope-ranksDetails');
  const spoken = (): Locator => lab.profile(0).locator('.jp-Kernelscope-canvasLive').first();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await canvas().press(key);
  };

  it('shows the findings and the map where the report is the value of a cell', async () => {
    await lab.run(0);
    await canvas().waitFor();
    expect(await canvas().getAttribute('aria-label')).toBe('Heat map of 64 ranks and 20 steps');
    const text = await lab.profile(0).innerText();
    expect(text).toContain('Slowest rank: 37 (node4, process 1037).');
    expect(text).toContain('Why: on average a step of rank 37 has more computing (+11.1 ms');
    await lab.picture('ranks-light');
  });

  it('moves the cursor by keys, and says where it is', async () => {
    await press('ArrowDown', 'ArrowDown', 'ArrowRight');
    expect(await spoken().textContent()).toMatch(/^Rank 1, Step 3, Host node0, Pace 1\.00 ×/);
    await press('w', 'w', 'd', '0');
    await press('Enter');
    await details().getByText('Rank 1 · node0 · process 1001').waitFor();
    await press('Escape', 'Escape');
    expect(await details().isVisible()).toBe(false);
  });

  it('goes to a rank, and says why it is slow and in which operators', async () => {
    await lab.profile(0).getByLabel('Go to rank').fill('37');
    await lab.profile(0).getByLabel('Go to rank').press('Enter');
    const text = await details().innerText();
    expect(text).toContain('1 of 64, slowest first');
    expect(text).toContain('Mostly computing: 44.6 ms a step, 11.1 ms more');
    expect(text).toMatch(/MatMul\s+operator\s+1\.0\s+33\.4 ms/);
    await lab.picture('ranks-details-light');
  });

  it('sorts by pace, and leads to a late step', async () => {
    await lab.profile(0).getByLabel('Order of the ranks').selectOption('slowest first');
    await press('Escape', 'Escape', 'ArrowUp', 'Enter');
    await details().getByText('Rank 37 ·').waitFor();
    await lab.profile(0).getByLabel('Go to rank').fill('5');
    await lab.profile(0).getByLabel('Go to rank').press('Enter');
    await details().getByRole('button', { name: 'Step 11: 123 ms where' }).click();
    expect(await spoken().textContent()).toMatch(/^Rank 5, Step 11, .*× median 3\.70$/);
  });

  it('opens the timeline of the rank below', async () => {
    await details().getByRole('button', { name: 'Open timeline' }).click();
    const timeline = lab.profile(0).locator('.jp-Kernelscope-ranksTimeline');
    await timeline.locator('.jp-Kernelscope-timelineCanvas').waitFor();
    expect(await timeline.innerText()).toContain('Rank 5, cycle 0');
    expect(await timeline.innerText()).toMatch(/data\/ranks\/node0_1005_\w+\/profile\.kscope/);
    await lab.picture('ranks-timeline-light');
    await timeline.getByRole('button', { name: 'Close timeline' }).click();
    expect(await timeline.isVisible()).toBe(false);
  });

  it('says what is wrong with an output that it cannot show', async () => {
    await lab.select(1);
    await lab.profile(1).getByText('This output is not a valid profile.').waitFor();
    await lab.select(2);
    await lab.profile(2).getByText('This profile was made by another version').waitFor();
  });

  it('has a coarse form of many ranks, and shows each when it is asked to', async () => {
    await lab.select(3);
    const map = lab.profile(3).getByRole('application');
    await map.waitFor();
    await map.press('ArrowDown');
    const told = lab.profile(3).locator('.jp-Kernelscope-canvasLive').first();
    expect(await told.textContent()).toMatch(/^Ranks 0–7, Steps 0–3, .*Highest × median/);
    await lab.profile(3).getByRole('button', { name: 'Show every rank and step' }).click();
    await lab.profile(3).getByText('share a cell').waitFor({ state: 'detached' });
    await map.press('ArrowDown');
    expect(await told.textContent()).toMatch(/^Rank 0, Step 0, .*× median (0\.9|1\.0)\d$/);
    for (const key of ['w', 'w', 'd', 'PageDown', 's']) await map.press(key);
    await lab.picture('ranks-many-light');
  });

  it('is there again when the notebook is opened again, in the colours of the theme', async () => {
    await lab.execute('docmanager:save');
    await lab.openNotebook('ranks.ipynb');
    await lab.select(0);
    await canvas().waitFor();
    await lab.useTheme('JupyterLab Dark');
    await press('ArrowDown', 'Enter');
    await details().waitFor();
    await lab.picture('ranks-dark');
    await lab.useTheme('JupyterLab Light');
  });
});
