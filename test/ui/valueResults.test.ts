import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { useLab } from './useLab';

const ROWS = `[
  { layer: 'dense', parameters: 7850, shape: [784, 10] },
  { layer: '<img src=x onerror="document.title = 1">', parameters: 0 }
]`;

/** A red square of 8 by 8 pixels. */
const IMAGE = `Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC', 'base64')`;

const OWN = `({ [Symbol.for('Jupyter.display')]: async () => ({ 'text/html': '<b class="own">own</b>' }) })`;

describe('the value of a cell in JupyterLab', () => {
  const used = useLab();
  let lab: LabPage;

  beforeAll(async () => {
    const sources = [ROWS, IMAGE, OWN, `console.table(${ROWS}, ['parameters'])`, '6 * 7'];
    writeNotebook(
      join(used.server.folder, 'values.ipynb'),
      sources.map(source => ({ source }))
    );
    lab = await used.visit('values.ipynb');
    await lab.waitForIdleKernel();
    for (const at of sources.keys()) await lab.run(at);
  });

  afterAll(() => {
    expect(lab?.scriptErrors ?? []).toEqual([]);
  });

  const outputs = (cell: number): Locator =>
    lab.page.locator('.jp-CodeCell').nth(cell).locator('.jp-OutputArea-output');

  it('is a table for objects, whose texts are text', async () => {
    const table = outputs(0).locator('table');
    await table.waitFor();
    expect(await table.locator('thead').innerText()).toMatch(/layer\s+parameters\s+shape/);
    expect(await table.locator('tbody tr').count()).toBe(2);
    expect(await table.locator('tbody').innerText()).toContain('<img src=x');
    expect(await table.locator('img').count()).toBe(0);
    expect(await lab.page.title()).not.toBe('1');
  });

  it('is an image for its bytes', async () => {
    const image = outputs(1).locator('img');
    await image.waitFor();
    expect(await image.evaluate(node => (node as HTMLImageElement).naturalWidth)).toBe(8);
  });

  it('is what it says itself', async () => {
    await outputs(2).locator('b.own').waitFor();
  });

  it('of console.table has the columns that are named', async () => {
    await outputs(3).locator('table').waitFor();
    expect((await outputs(3).locator('thead').innerText()).trim()).toBe('parameters');
  });

  it('has the number of its cell', async () => {
    const area = lab.page.locator('.jp-CodeCell').nth(4);
    await area.locator('.jp-OutputArea-executeResult').waitFor();
    expect(await area.locator('.jp-OutputArea-output').innerText()).toBe('42');
    expect(await area.locator('.jp-OutputPrompt').first().innerText()).toMatch(/^\[\d+\]:$/);
  });
});
