import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { useLab } from './useLab';

const MIME_TYPE = 'application/vnd.plotly.v1+json';

const FIGURE = `({
  data: [
    { type: 'bar', name: 'bars', x: ['a', 'b', 'c'], y: [1, 3, 2] },
    { type: 'scatter', name: 'line', x: ['a', 'b', 'c'], y: [2, 1, 3] }
  ],
  layout: { title: { text: 'Bars and a line' }, height: 300 }
})`;

const PIE = `({ data: [{ type: 'pie', labels: ['x', 'y'], values: [1, 3] }], layout: { height: 300 } })`;

const MAP = `({ data: [{ type: 'scattermap', lat: [1], lon: [1] }], layout: {} })`;

const SAVED = { [MIME_TYPE]: { data: [{ type: 'scatter', y: [1, 2] }] }, 'text/plain': 'as text' };

describe('a figure of Plotly in JupyterLab without an extension of Plotly', () => {
  const used = useLab({ hasOwnKernel: true });
  let lab: LabPage;

  beforeAll(async () => {
    writeNotebook(join(used.server.folder, 'figure.ipynb'), [
      { source: FIGURE },
      { source: PIE },
      { source: MAP },
      { source: '// of a stranger', outputs: [SAVED] }
    ]);
    lab = await used.visit('figure.ipynb');
    await lab.waitForIdleKernel();
    await lab.run(0);
    await lab.run(1);
    await lab.run(2);
  });

  afterAll(() => {
    expect(lab?.scriptErrors ?? []).toEqual([]);
  });

  const chart = (cell: number): Locator => lab.profile(cell).locator('.main-svg').first();

  it('is drawn as a chart where it is the last expression of a cell, as wide as the output', async () => {
    await lab.select(0);
    await chart(0).waitFor();
    expect(await lab.profile(0).locator('.bars .point').count()).toBe(3);
    expect(await lab.profile(0).locator('.scatterlayer .trace').count()).toBe(1);
    expect(await lab.profile(0).locator('.gtitle').textContent()).toBe('Bars and a line');
    const [output, drawn] = await Promise.all([lab.profile(0), chart(0)].map(e => e.boundingBox()));
    expect(drawn?.width).toBeGreaterThan(0.95 * (output?.width ?? Infinity));
    await lab.picture('plotly-figure-light');
  });

  it('has kinds of traces that are loaded for it', async () => {
    await lab.select(1);
    await lab.profile(1).locator('.pielayer .slice').first().waitFor();
    expect(await lab.profile(1).locator('.pielayer .slice').count()).toBe(2);
    await lab.picture('plotly-pie-light');
  });

  it('says what is needed where it has a map', async () => {
    await lab.select(2);
    const alert = lab.profile(2).getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Traces of the type scattermap need the extension');
    await lab.picture('plotly-map-light');
  });

  it('is its text in a notebook that is not trusted', async () => {
    await lab.select(3);
    await lab.cell(3).getByText('as text').waitFor();
    expect(await lab.profile(3).count()).toBe(0);
  });
});
