import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LabPage, startBrowser } from './labPage';
import type { LabServer } from './labServer';
import { startLab } from './labServer';
import { KERNELS, writeNotebook } from './notebook';

const MANY = `import { range } from "kernelscope";
for (let i = 0; i < 2_500_000; i++) range("tiny " + (i % 7), () => i);`;

describe('a profile that does not fit its output', () => {
  let server: LabServer;
  let browser: Browser;
  let lab: LabPage;

  beforeAll(async () => {
    server = await startLab();
    const cells = [`%%profile many\n${MANY}`, `%%profile few --max-events 1000\n${MANY}`];
    writeNotebook(
      join(server.folder, 'my book.ipynb'),
      cells.map(source => ({ source }))
    );
    browser = await startBrowser();
    lab = await LabPage.open(browser, server.address('lab/tree/my%20book.ipynb'));
    await lab.waitForIdleKernel();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
  });

  it('counts every slice in its table and names the file that has them all', async () => {
    await lab.run(0);
    const profile = lab.profile(0);
    await profile.getByText(/longest of 2,500,\d+ slices; the table counts all of them/).waitFor();
    const row = profile.getByRole('row').filter({ hasText: 'tiny 0' });
    expect(await row.getByRole('gridcell').first().innerText()).toBe('357,143');
    await lab.picture('partial-light');
  });

  it('downloads that file', async () => {
    const download = lab.page.waitForEvent('download');
    await lab.profile(0).getByRole('button', { name: 'Download .kscope' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('many.kscope');
    const start = readFileSync(await file.path()).subarray(0, 8);
    expect(start.toString('latin1')).toBe('KSCOPE\r\n');
  });

  it('says that slices were dropped, and that the totals are exact', async () => {
    await lab.run(1);
    const profile = lab.profile(1);
    await profile.getByText(/slices were not kept\. The totals below include them/).waitFor();
    const row = profile.getByRole('row').filter({ hasText: 'tiny 0' });
    expect(await row.getByRole('gridcell').first().innerText()).toBe('357,143');
  });

  it('leaves the file beside the notebook', () => {
    expect(existsSync(join(server.folder, 'my book.kscope'))).toBe(true);
  });
});

describe('other places', () => {
  let server: LabServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startLab();
    writeNotebook(join(server.folder, 'python.ipynb'), [{ source: '1 + 1' }], KERNELS.python);
    writeNotebook(join(server.folder, 'simple.ipynb'), [{ source: '%%profile\n1 + 1' }]);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
  });

  const button = (lab: LabPage) => lab.page.locator('[data-jp-item-name="profileCell"]');

  it('offer no profiling in a notebook of another kernel', async () => {
    const lab = await LabPage.open(browser, server.address('lab/tree/python.ipynb'));
    await lab.waitForIdleKernel();
    await button(lab).waitFor({ state: 'attached' });
    expect(await button(lab).getByRole('button').isVisible()).toBe(false);
    await lab.page.close();
  });

  it('show and offer the same in Jupyter Notebook', async () => {
    const lab = await LabPage.open(browser, server.address('notebooks/simple.ipynb'));
    await lab.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor();
    await lab.select(0);
    await button(lab).getByRole('button').click();
    await lab.profile(0).getByText('Wall').waitFor();
    await lab.picture('notebook-7');
    expect(lab.scriptErrors).toEqual([]);
  });

  it('offer profiling in the context menu of a cell', async () => {
    const lab = await LabPage.open(browser, server.address('lab/tree/simple.ipynb'));
    await lab.waitForIdleKernel();
    await lab.cell(0).locator('.cm-line').first().click({ button: 'right' });
    const item = (label: string) => lab.page.locator('.lm-Menu-item', { hasText: label });
    await item('Profile Cell').waitFor();
    await item('Remove Profile Line').click();
    await lab.page.getByText('%%profile').waitFor({ state: 'detached' });
    expect(await lab.sourceOf(0)).toBe('1 + 1');
  });
});
