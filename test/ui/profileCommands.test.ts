import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeNotebook } from './notebook';
import { expectRefusal, profileButton, useNotebooks } from './profileCommands';

describe('Profile Cell', () => {
  const { server, open } = useNotebooks();

  it('is in the context menu of a cell, beside what undoes it', async () => {
    writeNotebook(join(server().folder, 'simple.ipynb'), [{ source: '%%profile\n1 + 1' }]);
    const lab = await open('simple.ipynb');
    await lab.cell(0).locator('.cm-line').first().click({ button: 'right' });
    const item = (label: string) => lab.page.locator('.lm-Menu-item', { hasText: label });
    await item('Profile Cell').waitFor();
    await item('Remove %%profile').click();
    await lab.cell(0).getByText('%%profile').waitFor({ state: 'detached' });
    expect(await lab.sourceOf(0)).toBe('1 + 1');
  });

  it(
    'is in the Run menu, with entries in the Kernel and View menus, for our kernel alone',
    { tags: 'night' },
    async () => {
      writeNotebook(join(server().folder, 'simple.ipynb'), [
        { source: '%%profile\n1 + 1' },
        { source: '2 + 2' },
        { source: '%%profile\n3 + 3' }
      ]);
      const lab = await open('simple.ipynb');
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
      await lab.execute('docmanager:open', { path: 'python.ipynb' });
      await lab.page.locator('.jp-Notebook:visible').getByText('2 + 2').waitFor();
      await lab.waitForIdleKernel();
      for (const menu of ['Run', 'Kernel', 'View']) {
        await lab.page.locator('.lm-MenuBar-item', { hasText: menu }).first().click();
        await lab.page.locator('.lm-Menu-item:visible').first().waitFor();
        expect(await item('Profil').count()).toBe(0);
        await lab.page.keyboard.press('Escape');
      }
    }
  );

  it(
    'is offered by each of two notebooks side by side as their kernels have it',
    { tags: 'night' },
    async () => {
      const lab = await open('simple.ipynb');
      const options = { path: 'python.ipynb', options: { mode: 'split-right' } };
      await lab.execute('docmanager:open', options);
      await lab.waitForIdleKernel();
      const panel = (index: number) => lab.page.locator('.jp-NotebookPanel').nth(index);
      await expect.poll(() => lab.page.locator('.jp-NotebookPanel:visible').count()).toBe(2);
      const offers = async () => [
        await profileButton(lab, panel(0)).isVisible(),
        await profileButton(lab, panel(1)).isVisible()
      ];
      const isOurs = async (index: number) =>
        (await panel(index).locator('.cm-line').first().innerText()) === '1 + 1';
      const expected = [await isOurs(0), await isOurs(1)];
      expect(expected.filter(Boolean)).toHaveLength(1);
      await expect.poll(offers).toEqual(expected);
      await lab.picture('side-by-side');
      const ours = panel(expected.indexOf(true));
      await profileButton(lab, ours).click();
      await ours.locator('.jp-Kernelscope').getByText('Wall', { exact: true }).waitFor();
      expect(await offers()).toEqual(expected);
      expect(lab.scriptErrors).toEqual([]);
    }
  );

  it('says that there is no kernel once that was shut down', { tags: 'night' }, async () => {
    const lab = await open('simple.ipynb');
    await lab.execute('notebook:shutdown-kernel');
    await expectRefusal(lab, 'This notebook has no kernel. Start one to profile its cells.');
    await lab.picture('no-kernel');
  });

  it('works again once the kernel restarted', async () => {
    const lab = await open('simple.ipynb');
    await lab.select(0);
    const restarted = lab.execute('notebook:restart-kernel', { activate: false });
    await lab.page.getByRole('button', { name: 'Confirm Kernel Restart' }).click();
    await expect.poll(() => profileButton(lab).getAttribute('aria-disabled')).toBe('true');
    await lab.picture('restarting');
    await restarted;
    await lab.waitForIdleKernel();
    await profileButton(lab).click();
    await lab.profile(0).getByText('Wall', { exact: true }).waitFor();
    expect(lab.scriptErrors).toEqual([]);
  });
});
