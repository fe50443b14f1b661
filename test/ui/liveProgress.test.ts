import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { useLab } from './useLab';
import { isNight } from '../support/tiers';

const ENDLESS = `%%profile before
import { range } from "kernelscope";
for (let i = 1; ; i++) {
  range("step", () => { for (let j = 0; j < 1e7; j++); });
  if (i % 20 === 0) console.log("step", i);
}`;

describe('a cell that is being profiled in JupyterLab', () => {
  const used = useLab({ hasOwnKernel: true, hasOwnPage: true });
  let lab: LabPage;

  beforeAll(async () => {
    lab = await used.open('long.ipynb', [{ source: ENDLESS }, { source: '1 + 1' }]);
  });

  const strip = (): Locator => lab.cell(0).locator('.jp-Kernelscope-progress');
  const figures = (): Locator => strip().locator('.jp-Kernelscope-progressFigures');

  it('shows seconds, memory and slices while it blocks the kernel', async () => {
    await lab.run(0);
    await figures()
      .getByText(/^\d+ s · \d+ MB · [\d,]+ slices$/)
      .waitFor();
    expect(await strip().getByRole('status').innerText()).toBe('Profiling “before”');
    await lab.picture('progress-light');
    if (!isNight) return;
    await lab.useTheme('JupyterLab Dark');
    await lab.page.setViewportSize({ width: 900, height: 700 });
    await lab.picture('progress-dark-900');
    await lab.page.setViewportSize({ width: 1280, height: 900 });
    await lab.useTheme('JupyterLab Light');
  });

  it('draws the memory so far, beside the figure that has it as text', async () => {
    const curve = strip().locator('.jp-Kernelscope-progressCurve');
    const pointsOf = async (): Promise<number> =>
      (await curve.locator('polyline').getAttribute('points'))?.split(' ').length ?? 0;
    await expect.poll(pointsOf).toBeGreaterThan(2);
    const before = await pointsOf();
    await expect.poll(pointsOf).toBeGreaterThan(before);
    expect(await curve.getAttribute('aria-hidden')).toBe('true');
    const title = await strip().locator('.jp-Kernelscope-progressMemory').getAttribute('title');
    expect(title).toMatch(/^Resident set: \d+ MB to \d+ MB$/);
  });

  it('has nothing of that in a notebook that is saved meanwhile', async () => {
    await lab.execute('docmanager:save');
    const saved = readFileSync(join(used.server.folder, 'long.ipynb'), 'utf8');
    expect(saved).toContain('"step 20');
    expect(saved).not.toContain('progress');
  });

  it('shows it again after the page was reloaded', { tags: 'night' }, async () => {
    await lab.page.reload();
    await figures().waitFor();
  });

  it('ends by Stop, and has its profile in place of the progress', async () => {
    await strip().getByRole('button', { name: 'Stop' }).press('Enter');
    await strip().waitFor({ state: 'detached' });
    await lab.waitForIdleKernel();
  });

  it('has its profile below its text, after Stop', { tags: 'night' }, async () => {
    // the text of the run before must not be taken for that of this one
    await lab.select(0);
    await lab.execute('notebook:clear-cell-output');
    await lab.run(0);
    await strip().waitFor();
    await lab.cell(0).getByText('step 20').first().waitFor();
    await strip().getByRole('button', { name: 'Stop' }).click();
    await lab.profile(0).getByText('The cell was interrupted').waitFor();
    await strip().waitFor({ state: 'detached' });
    const texts = await lab.cell(0).locator('.jp-OutputArea-child').allInnerTexts();
    expect(texts[0]).toMatch(/^step 20/);
    expect(texts[1]).toContain('Wall');
    await lab.picture('progress-ended');
  });

  it('leaves no progress when the kernel is killed', async () => {
    await lab.run(0);
    await figures().waitFor();
    await lab.page.evaluate(async () => {
      const { jupyterapp } = globalThis as unknown as {
        jupyterapp: {
          shell: { currentWidget: { sessionContext: { restartKernel(): Promise<void> } } };
        };
      };
      await jupyterapp.shell.currentWidget.sessionContext.restartKernel();
    });
    await strip().waitFor({ state: 'detached' });
    expect(lab.scriptErrors).toEqual([]);
  });
});
