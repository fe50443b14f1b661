import { beforeAll, describe, expect, it } from 'vitest';
import { TABS } from '../ui/profileOutput';
import { screenshot } from '../ui/screenshot';
import { saveNotebook } from './savedNotebooks';
import { useWorkbench } from './useWorkbench';
import { type NotebookOutput, THEMES, type ThemeName } from './workbench';

describe.each(Object.keys(THEMES) as ThemeName[])('in VS Code in the theme %s', theme => {
  const used = useWorkbench();
  const shoot = (name: string): Promise<void> =>
    screenshot(used.workbench.page, `real-${theme}-${name}`);

  const open = async (name: Parameters<typeof saveNotebook>[1]): Promise<NotebookOutput> => {
    const { workbench } = used;
    await workbench.closeEditors();
    return workbench.openNotebook(saveNotebook(workbench.folder, name));
  };

  describe('a profile in a notebook', () => {
    let output: NotebookOutput;

    beforeAll(async () => {
      await used.workbench.setTheme(theme);
      output = await open('profile');
      await output.reveal();
    });

    it.each(TABS)('has the tab %s', async name => {
      await output.open(name);
      if (name === 'Timeline') await expect.poll(() => output.colourCount()).toBeGreaterThan(5);
      await output.reveal();
      await shoot(name);
    });

    it('has headings that nothing shows through', async () => {
      await output.open('Table');
      expect(await output.backgroundOf('[role=columnheader]')).toMatch(/^rgb\(/);
    });
  });

  it('GPUs have their tab', async () => {
    const output = await open('gpu');
    await output.tab('GPU').click();
    await output.root.getByRole('group', { name: 'GPU 1 · NVIDIA H200' }).waitFor();
    await output.reveal();
    await shoot('GPU');
  });

  it('a comparison opens with its tab', async () => {
    const output = await open('compared');
    await output.root.locator('.jp-Kernelscope-repetitionDot').first().waitFor();
    await output.reveal();
    await shoot('Compare');
  });

  it('ranks have their map', async () => {
    const output = await open('ranks');
    await output.root.getByRole('application').waitFor();
    await output.reveal();
    await shoot('ranks');
  });

  it('the result of a query is a table with markup as text', async () => {
    const output = await open('query');
    await output.root.getByRole('grid').waitFor();
    await output.root.getByRole('columnheader', { name: 'calls' }).click();
    const first = output.root.getByRole('row').nth(1).getByRole('gridcell').first();
    await expect.poll(() => first.textContent()).toBe('ten');
    expect(await output.root.locator('img').count()).toBe(0);
    await shoot('query');
  });
});
