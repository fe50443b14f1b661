import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROFILE_MIME_TYPE } from 'kernelscope/model';
import { exampleBundle, exampleSummary, row, timeSection } from '../unit/extension/exampleBundle';
import { LabPage, startBrowser } from './labPage';
import type { LabServer } from './labServer';
import { startLab } from './labServer';
import { writeNotebook } from './notebook';

const hostileName = '<img src=x onerror="document.title=\'hacked\'">';
const manyRows = Array.from({ length: 5_000 }, (_, index) =>
  row(`operator ${index}`, 1, index * 1e4)
);

const saved = [
  exampleBundle(),
  exampleBundle({
    summary: exampleSummary({ droppedSlices: 120_000, truncated: true }),
    sections: [timeSection('operator', row(hostileName, 1, 5e6), ...manyRows)]
  }),
  exampleBundle({ sections: [] }),
  { ...exampleBundle(), version: 99 }
];

describe('saved profiles in a notebook that is not trusted', () => {
  let server: LabServer;
  let browser: Browser;
  let lab: LabPage;

  beforeAll(async () => {
    server = await startLab();
    const cells = saved.map((bundle, index) => ({
      source: `// profile ${index}`,
      outputs: [{ [PROFILE_MIME_TYPE]: bundle, 'text/plain': 'plain text' }]
    }));
    writeNotebook(join(server.folder, 'saved.ipynb'), cells);
    browser = await startBrowser();
    lab = await LabPage.open(browser, server.address('lab/tree/saved.ipynb'));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
  });

  it('shows the tables instead of the plain text', async () => {
    const grid = lab.profile(0).getByRole('grid', { name: 'Times by name' });
    await grid.waitFor();
    expect(await grid.getByRole('rowheader').allInnerTexts()).toContain('conv2d');
    expect(await lab.cell(0).getByText('plain text').count()).toBe(0);
    await lab.picture('saved-light');
  });

  it('shows hostile names as text', async () => {
    const grid = lab.profile(1).getByRole('grid').first();
    await grid.getByRole('columnheader', { name: 'Name' }).click();
    expect(await grid.getByRole('rowheader').nth(1).innerText()).toBe(hostileName);
    expect(await lab.page.locator('.jp-Kernelscope img').count()).toBe(0);
    expect(await lab.page.title()).not.toContain('hacked');
    await lab.picture('warnings-light');
  });

  it('sorts and scrolls thousands of rows with a bounded number of nodes', async () => {
    const grid = lab.profile(1).getByRole('grid').first();
    await grid.press('Control+End');
    const focused = lab.page.locator(':focus');
    expect(await focused.getAttribute('aria-colindex')).toBe('11');
    expect(await focused.isVisible()).toBe(true);
    expect(await grid.getByRole('row').count()).toBeLessThan(60);
  });

  it('says what to do where there is nothing to show', async () => {
    await lab.select(2);
    await expectText(lab.profile(2), 'Nothing was timed in this run.');
    await lab.select(3);
    await expectText(lab.profile(3), /version 99.* Upgrade Kernelscope/);
    await lab.picture('empty-and-newer-light');
  });

  it('follows the theme', async () => {
    await lab.useTheme('JupyterLab Dark');
    await lab.select(0);
    await lab.picture('saved-dark');
    await lab.select(1);
    await lab.picture('warnings-dark');
    expect(lab.scriptErrors).toEqual([]);
  });
});

async function expectText(profile: Locator, text: string | RegExp): Promise<void> {
  await profile.getByText(text).waitFor({ timeout: 10_000 });
}
