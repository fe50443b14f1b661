import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { useLab } from './useLab';

const PLAIN = /^Cell \[\d+\], \d{2}:\d{2}:\d{2}$/;

describe('a new view for an output', () => {
  const used = useLab();
  let lab: LabPage;

  beforeAll(async () => {
    const cells = [
      '%%profile train\nlet one = 1;',
      '%%profile\nlet two = 2;',
      'console.log("three");'
    ];
    lab = await used.open(
      'titles.ipynb',
      cells.map(source => ({ source }))
    );
  });

  /** Runs a cell and opens its output in a tab; that is the current one. */
  async function openView(cell: number): Promise<Locator> {
    await lab.execute('docmanager:open', { path: 'titles.ipynb' });
    await lab.run(cell);
    await lab.cell(cell).locator('.jp-OutputArea-output').first().waitFor();
    await lab.waitForIdleKernel();
    await lab.select(cell);
    await lab.execute('notebook:create-output-view');
    return lab.page.locator('#jp-main-dock-panel .lm-TabBar-tab.jp-mod-current');
  }

  it('is titled with the name of its profile', async () => {
    const tab = await openView(0);
    await expect.poll(() => tab.locator('.lm-TabBar-tabLabel').innerText()).toBe('train');
    expect(await tab.getAttribute('title')).toContain('titles.ipynb');
  });

  it('is titled with cell and time where a profile has no name, also when the cell runs again', async () => {
    const tab = await openView(1);
    const label = () => tab.locator('.lm-TabBar-tabLabel').innerText();
    await expect.poll(label).toMatch(PLAIN);
    const first = await label();
    await lab.picture('output-view-title');
    await lab.execute('docmanager:open', { path: 'titles.ipynb' });
    await lab.run(1);
    const titles = lab.page.locator('#jp-main-dock-panel .lm-TabBar-tabLabel');
    await expect.poll(async () => (await titles.allInnerTexts()).includes(first)).toBe(false);
    await expect
      .poll(async () => (await titles.allInnerTexts()).filter(text => PLAIN.test(text)))
      .toHaveLength(1);
  });

  it('keeps the title of JupyterLab for an output without a profile', async () => {
    const tab = await openView(2);
    await lab.page.locator('.jp-LinkedOutputView', { hasText: 'three' }).waitFor();
    expect(await tab.locator('.lm-TabBar-tabLabel').innerText()).toBe('Output View');
    expect(lab.scriptErrors).toEqual([]);
  });
});
