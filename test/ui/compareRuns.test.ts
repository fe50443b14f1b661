import { beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { useLab } from './useLab';
import { eventually } from '../support/eventually';

const CELL = `%%profile --repeat 5
import { range } from "kernelscope";
range("work", () => { let sum = 0; for (let i = 0; i < 2e6; i++) sum += Math.sqrt(i); return sum; });`;

describe('a cell that runs again', () => {
  const used = useLab();
  let lab: LabPage;

  beforeAll(async () => {
    const cells = [CELL, '%%profile --repeat 5 --compare last\nconst nothing = 1;'];
    lab = await used.open(
      'compare.ipynb',
      cells.map(source => ({ source }))
    );
  });

  it('is compared with its previous run', async () => {
    for (let run = 0; run < 2; run++) {
      await lab.run(0);
      await lab.profile(0).getByRole('button', { name: 'Compare runs' }).waitFor();
      await lab.waitForIdleKernel();
    }
    const profile = lab.profile(0);
    const dots = profile.getByRole('group', { name: 'Time of each repetition' });
    await dots.getByText('5 runs').waitFor();
    await profile.getByRole('button', { name: 'Compare runs' }).click();
    await lab.page.getByRole('menuitem', { name: /^Compare with previous run/ }).click();
    await profile.getByText(/per run, 5 runs before and 5 after/).waitFor();
    const times = profile.getByRole('grid', { name: 'Changes of times' });
    await times.getByText('work').waitFor();
    await profile.getByText('The text of the cell has not changed.').waitFor();
    await lab.picture('compare-runs');
    expect(lab.scriptErrors).toEqual([]);
  });

  it(
    'is compared with the run that was pinned, which the menu names by cell and time',
    { tags: 'night' },
    async () => {
      const profile = lab.profile(0);
      const view = profile.getByRole('group', { name: /^Profile Cell/ });
      const again = async (): Promise<string> => {
        const last = await view.getAttribute('aria-label');
        await lab.run(0);
        await eventually(async () => {
          const label = await view.getAttribute('aria-label', { timeout: 500 });
          expect(label).not.toBe(last);
          expect(label).toMatch(/^Profile Cell \[\d+\], \d{2}:\d{2}:\d{2}$/);
        });
        await lab.waitForIdleKernel();
        return (await view.getAttribute('aria-label'))!.replace('Profile ', '');
      };
      const openMenu = () => profile.getByRole('button', { name: 'Compare runs' }).click();
      const items = () =>
        lab.page.getByRole('menuitem', { name: /^(Compare|Pin) / }).allInnerTexts();
      const baseline = await again();
      await openMenu();
      expect((await items()).filter(text => text.includes('Compare with baseline'))).toEqual([]);
      await lab.page.getByRole('menuitem', { name: /^Pin as baseline/ }).click();
      await profile.getByText('Later runs of this cell can be compared with this one.').waitFor();
      const previous = await again();
      const last = await again();
      expect(new Set([baseline, previous, last]).size).toBe(3);
      await openMenu();
      expect((await items()).map(text => text.split(/\n+/))).toEqual([
        ['Compare with previous run', previous],
        ['Compare with baseline', baseline],
        ['Pin as baseline', expect.stringContaining('until the notebook closes')]
      ]);
      await lab.picture('compare-baseline-menu');
      await lab.page.getByRole('menuitem', { name: /^Compare with baseline/ }).click();
      await profile.getByText(`From ${baseline} to ${last}`).waitFor();
      await profile.getByText(/per run, 5 runs before and 5 after/).waitFor();
      expect(lab.scriptErrors).toEqual([]);
    }
  );

  it('opens the comparison that its magic asked for', async () => {
    await lab.run(1);
    const profile = lab.profile(1);
    await profile.getByText(/per run, 5 runs before and 5 after/).waitFor();
    const open = profile.locator('[role=tab][aria-selected=true]');
    expect(await open.innerText()).toBe('Compare');
    expect(lab.scriptErrors).toEqual([]);
  });
});
