import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { LabPage } from './labPage';
import { KERNELS, writeNotebook } from './notebook';
import { useLab } from './useLab';

/** The button of the notebook in sight, or the one in `place`. */
const button = (lab: LabPage, place: Locator = lab.page.locator('body')): Locator =>
  place.locator('[data-jp-item-name="profileCell"]').getByRole('button');

/** JupyterLab asks the server for its kernels every ten seconds, and less often where it is slow to answer. */
const POLL = { timeout: 90_000 };

describe('Profile Cell', () => {
  let lab: LabPage;

  const used = useLab();

  beforeEach(() => {
    writeNotebook(join(used.server.folder, 'python.ipynb'), [{ source: '2 + 2' }], KERNELS.python);
    writeNotebook(join(used.server.folder, 'simple.ipynb'), [{ source: '1 + 1' }]);
  });

  afterEach(async () => {
    await lab.page.close();
  });

  const open = async (page: string): Promise<void> => {
    lab = await LabPage.open(used.browser, used.server.address(page));
    await lab.waitForIdleKernel();
  };

  /** Expects a refusal to be told, by palette and by button, and nothing to be done. */
  async function expectRefusal(reason: string | RegExp): Promise<void> {
    await lab.select(0);
    await lab.runFromPalette('Profile Cell');
    await lab.page.locator('.Toastify').getByText(reason).first().waitFor();
    expect(await button(lab).getAttribute('aria-disabled')).toBe('true');
    expect(await lab.sourceOf(0)).toBe('1 + 1');
    expect(lab.scriptErrors).toEqual([]);
  }

  it('is not offered in a notebook of another kernel', async () => {
    await open('lab/tree/python.ipynb');
    await lab.page.locator('[data-jp-item-name="profileCell"]').waitFor({ state: 'attached' });
    expect(await button(lab).isVisible()).toBe(false);
  });

  it('is offered and does the same in Jupyter Notebook', async () => {
    await open('notebooks/simple.ipynb');
    await lab.select(0);
    await button(lab).click();
    await lab.profile(0).getByText('Wall', { exact: true }).waitFor();
    await lab.picture('notebook-7');
    expect(lab.scriptErrors).toEqual([]);
  });

  it('has an icon in the colour of the text on the selected line of the palette', async () => {
    await open('lab/tree/simple.ipynb');
    await lab.page.keyboard.press('Control+Shift+C');
    await lab.page.locator('.lm-CommandPalette-input').fill('Profile Cell');
    const line = lab.page.locator('.lm-CommandPalette-item.lm-mod-active');
    await line.getByText('Profile Cell').waitFor();
    const colorOf = (part: Locator, name: string): Promise<string> =>
      part.first().evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), name);
    const text = await colorOf(line.locator('.lm-CommandPalette-itemLabel'), 'color');
    expect(await colorOf(line.locator('.jp-icon3'), 'fill')).toBe(text);
  });

  it('is in the context menu of a cell, beside what undoes it', async () => {
    writeNotebook(join(used.server.folder, 'simple.ipynb'), [{ source: '%%profile\n1 + 1' }]);
    await open('lab/tree/simple.ipynb');
    await lab.cell(0).locator('.cm-line').first().click({ button: 'right' });
    const item = (label: string) => lab.page.locator('.lm-Menu-item', { hasText: label });
    await item('Profile Cell').waitFor();
    await item('Remove %%profile').click();
    await lab.page.getByText('%%profile').waitFor({ state: 'detached' });
    expect(await lab.sourceOf(0)).toBe('1 + 1');
  });

  it('is in the Run menu, with entries in the Kernel and View menus, for our kernel alone', async () => {
    writeNotebook(join(used.server.folder, 'simple.ipynb'), [
      { source: '%%profile\n1 + 1' },
      { source: '2 + 2' },
      { source: '%%profile\n3 + 3' }
    ]);
    await open('lab/tree/simple.ipynb');
    const item = (label: string) => lab.page.locator('.lm-Menu-item:visible', { hasText: label });
    const choose = async (menu: string, label: string): Promise<void> => {
      await lab.page.locator('.lm-MenuBar-item', { hasText: menu }).first().click();
      await item(label).waitFor();
      await lab.picture(`menu-${menu}`);
      await item(label).click();
    };
    await lab.select(0);
    await choose('Run', 'Profile Cell');
    await lab.profile(0).getByText('Wall', { exact: true }).waitFor();
    await choose('Kernel', 'Profile Every Cell');
    await lab.run(1);
    await lab.profile(1).waitFor();
    await choose('Kernel', 'Profile Every Cell');
    await lab.select(0);
    await choose('View', 'Go to Next Profile');
    await lab.page.locator('.jp-mod-active[data-windowed-list-index="1"]').waitFor();
    await choose('View', 'Go to Next Profile');
    await lab.page.locator('.jp-mod-active[data-windowed-list-index="0"]').waitFor();
    await open('lab/tree/python.ipynb');
    for (const menu of ['Run', 'Kernel', 'View']) {
      await lab.page.locator('.lm-MenuBar-item', { hasText: menu }).first().click();
      await lab.page.locator('.lm-Menu-item:visible').first().waitFor();
      expect(await item('Profil').count()).toBe(0);
      await lab.page.keyboard.press('Escape');
    }
  });

  it('is offered by each of two notebooks side by side as their kernels have it', async () => {
    await open('lab/tree/simple.ipynb');
    const options = { path: 'python.ipynb', options: { mode: 'split-right' } };
    await lab.execute('docmanager:open', options);
    await lab.waitForIdleKernel();
    const panel = (index: number) => lab.page.locator('.jp-NotebookPanel').nth(index);
    await expect.poll(() => lab.page.locator('.jp-NotebookPanel:visible').count()).toBe(2);
    const offers = async () => [
      await button(lab, panel(0)).isVisible(),
      await button(lab, panel(1)).isVisible()
    ];
    const isOurs = async (index: number) =>
      (await panel(index).locator('.cm-line').first().innerText()) === '1 + 1';
    const expected = [await isOurs(0), await isOurs(1)];
    expect(expected.filter(Boolean)).toHaveLength(1);
    await expect.poll(offers).toEqual(expected);
    await lab.picture('side-by-side');
    const ours = panel(expected.indexOf(true));
    await button(lab, ours).click();
    await ours.locator('.jp-Kernelscope').getByText('Wall', { exact: true }).waitFor();
    expect(await offers()).toEqual(expected);
    expect(lab.scriptErrors).toEqual([]);
  });

  it('says that there is no kernel once that was shut down', async () => {
    await open('lab/tree/simple.ipynb');
    await lab.execute('notebook:shutdown-kernel');
    await expectRefusal('This notebook has no kernel. Start one to profile its cells.');
    await lab.picture('no-kernel');
  });

  it('says so where the server ended the kernel behind its back', async () => {
    await open('lab/tree/simple.ipynb');
    await lab.page.evaluate(async () => {
      const response = await fetch('/api/kernels');
      const kernels = (await response.json()) as { id: string }[];
      const [, xsrf = ''] = /_xsrf=([^;]+)/.exec(document.cookie) ?? [];
      const init = { method: 'DELETE', headers: { 'X-XSRFToken': xsrf } };
      await Promise.all(kernels.map(({ id }) => fetch(`/api/kernels/${id}`, init)));
    });
    await expect.poll(() => button(lab).getAttribute('aria-disabled'), POLL).toBe('true');
    await expectRefusal(/no kernel|is dead|not connected/);
  });

  it('works again once the kernel restarted', async () => {
    await open('lab/tree/simple.ipynb');
    await lab.select(0);
    const restarted = lab.execute('notebook:restart-kernel', { activate: false });
    await lab.page.getByRole('button', { name: 'Confirm Kernel Restart' }).click();
    await expect.poll(() => button(lab).getAttribute('aria-disabled')).toBe('true');
    await lab.picture('restarting');
    await restarted;
    await lab.waitForIdleKernel();
    await button(lab).click();
    await lab.profile(0).getByText('Wall', { exact: true }).waitFor();
    expect(lab.scriptErrors).toEqual([]);
  });
});
