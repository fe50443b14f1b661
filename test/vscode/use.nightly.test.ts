import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodePerfetto } from '../../src/formats';
import { trainingProfile } from '../support/sourceProfile';
import { TABS } from '../ui/profileOutput';
import { screenshot } from '../ui/screenshot';
import { type SavedName, saveNotebook } from './savedNotebooks';
import { until } from './until';
import { useWorkbench } from './useWorkbench';
import { type NotebookOutput, type Workbench } from './workbench';

const open = async (workbench: Workbench, name: SavedName): Promise<NotebookOutput> => {
  await workbench.closeEditors();
  const output = await workbench.openNotebook(saveNotebook(workbench.folder, name));
  await output.reveal();
  return output;
};

describe('a profile in a notebook of VS Code, in a folder that is trusted', () => {
  const used = useWorkbench();

  describe('with many views', () => {
    let output: NotebookOutput;
    beforeAll(async () => {
      output = await open(used.workbench, 'profile');
    });

    it.each(TABS)(
      'keeps the focus on the tab %s when it was pressed, for the keys after that',
      async name => {
        await output.open(name);
        await expect.poll(() => output.focused()).toBe(`tab ${name}`);
        await output.root.page().keyboard.press('Space');
        await expect.poll(() => output.focused()).toBe(`tab ${name}`);
        expect(await output.tab(name).getAttribute('aria-selected')).toBe('true');
      }
    );

    it('zooms the timeline by keys', async () => {
      await output.open('Timeline');
      await output.zoomAndReset();
    });

    it('copies rows of the table', async () => {
      await output.open('Table');
      const cell = output.times.getByRole('gridcell').first();
      await cell.click();
      await used.workbench.page.keyboard.press('Control+C');
      const text = (await cell.innerText()).trim();
      await expect.poll(() => used.workbench.clipboard()).toContain(text);
    });

    it('is reached and used by the keyboard alone', async () => {
      const { page } = used.workbench;
      await used.workbench.closeEditors();
      const again = await used.workbench.openNotebook('profile.ipynb');
      await used.workbench.run('Notebook: Focus In Active Cell Output');
      await until(() => again.isFocused());
      await until(async () => {
        await page.keyboard.press('Tab');
        return (await again.focused()).startsWith('tab ');
      });
      for (const name of ['Flame', 'Memory', 'Source', 'Table', 'Timeline']) {
        await until(async () => {
          await page.keyboard.press('ArrowRight');
          return (await again.focused()) === `tab ${name}`;
        });
        await page.keyboard.press('Enter');
        await expect.poll(() => again.tab(name).getAttribute('aria-selected')).toBe('true');
      }
      await screenshot(page, 'real-keyboard');
    });
  });

  /** What is selected in the editor that has the focus. */
  const selected = async (): Promise<string> => {
    const { workbench } = used;
    await expect.poll(() => workbench.focusedClass()).toMatch(/native-edit-context|inputarea/);
    await workbench.page.keyboard.press('Control+C');
    return (await workbench.clipboard()).trim();
  };
  const LINE = 'const logits = model.predict(batch) as tf.Tensor;';

  it('leads from a finding to the line of the cell, whose editor has the focus', async () => {
    for (let round = 0; round < 3; round++) {
      const output = await open(used.workbench, 'code');
      await output.root.getByRole('button', { name: 'Show in cell' }).first().click();
      await expect.poll(selected).toBe(LINE);
    }
  });

  it('leads from a line of the code to that of the cell, whose editor has the focus', async () => {
    const output = await open(used.workbench, 'code');
    await output.tab('Source').click();
    await output.root.locator('[data-choice=file]').selectOption('Cell [5]');
    const rows = output.root.getByRole('grid', { name: 'Cost by line' }).getByRole('row');
    await rows.nth(6).click();
    const panel = output.root.getByRole('tabpanel').filter({ visible: true });
    await panel.getByRole('button', { name: 'Show in cell' }).click();
    await expect.poll(selected).toBe(LINE);
    await screenshot(used.workbench.page, 'real-show-in-cell');
  });

  it('is saved for Perfetto where the dialog says', async () => {
    const { page, folder } = used.workbench;
    const output = await open(used.workbench, 'code');
    await output.root.getByRole('button', { name: 'Save for Perfetto' }).click();
    const path = join(folder, 'drawn.perfetto-trace');
    await used.workbench.accept(path);
    await output.waitForText('Saved as drawn.perfetto-trace.');
    expect(readFileSync(path).equals(encodePerfetto(trainingProfile()))).toBe(true);
    await screenshot(page, 'real-saved');
  });

  it('has the whole of its slices from the file beside the notebook', async () => {
    const output = await open(used.workbench, 'part');
    await output.loadButton.click();
    await output.waitForText('The whole profile is shown');
  });

  it('fits into a window of 600 pixels', async () => {
    const { page } = used.workbench;
    const output = await open(used.workbench, 'profile');
    await used.workbench.shrink({ width: 600, height: 900 });
    await output.reveal();
    for (const name of TABS) {
      await output.open(name);
      await screenshot(page, `real-narrow-${name}`);
      expect(await output.overflow(), name).toBe(0);
      expect(await output.cutHeadings(), name).toEqual([]);
    }
  });
});

describe('a profile in a notebook of VS Code, in Restricted Mode', () => {
  const used = useWorkbench({ isTrusted: false });

  it('is shown from its output, and the file beside the notebook is not read', async () => {
    const output = await open(used.workbench, 'part');
    await output.loadButton.click();
    await output.waitForText('Trust this workspace to load saved.kscope/whole.kscope');
    for (const name of TABS) await output.open(name);
    expect(await output.root.getByRole('button', { name: /Perfetto/ }).count()).toBe(0);
    await used.workbench.page.getByRole('button', { name: 'Restricted Mode' }).first().waitFor();
    await screenshot(used.workbench.page, 'real-restricted');
  });
});
