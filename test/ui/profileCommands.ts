import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import type { LabPage } from './labPage';
import { KERNELS, writeNotebook } from './notebook';
import { type UsedLab, useLab } from './useLab';

/** The button of the notebook in sight, or the one in `place`. */
export const profileButton = (lab: LabPage, place: Locator = lab.page.locator('body')): Locator =>
  place.locator('[data-jp-item-name="profileCell"]').getByRole('button');

/** Notebooks of two kernels for the tests of a file, which open one of them at a time. */
export interface UsedNotebooks {
  readonly server: () => UsedLab['server'];
  readonly browser: () => UsedLab['browser'];
  /** Opens a notebook in place of the one before, and waits for its kernel. */
  readonly open: (notebook: string) => Promise<LabPage>;
}

/** Has a notebook of our kernel and one of Python at hand in each test. */
export function useNotebooks(): UsedNotebooks {
  const used = useLab({ hasOwnKernel: true });
  let lab: LabPage | undefined;

  beforeEach(() => {
    writeNotebook(join(used.server.folder, 'python.ipynb'), [{ source: '2 + 2' }], KERNELS.python);
    writeNotebook(join(used.server.folder, 'simple.ipynb'), [{ source: '1 + 1' }]);
  });

  return {
    server: () => used.server,
    browser: () => used.browser,
    open: async notebook => {
      if (lab) await lab.openNotebook(notebook);
      lab ??= await used.visit(notebook);
      await lab.waitForIdleKernel();
      return lab;
    }
  };
}

/** Expects a refusal to be told, by palette and by button, and nothing to be done. */
export async function expectRefusal(lab: LabPage, reason: string | RegExp): Promise<void> {
  await lab.select(0);
  await lab.runFromPalette('Profile Cell');
  await lab.page.locator('.Toastify').getByText(reason).first().waitFor();
  expect(await profileButton(lab).getAttribute('aria-disabled')).toBe('true');
  expect(await lab.sourceOf(0)).toBe('1 + 1');
  expect(lab.scriptErrors).toEqual([]);
}
