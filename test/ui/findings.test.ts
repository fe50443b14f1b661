import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { useLab } from './useLab';

/** A cell with one slow line, in its sixth line. */
const SLOW_LINE = `%%profile slow
function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
const seen: string[] = [];
for (let i = 0; i < 30000; i++) if (!seen.includes("id" + i)) seen.push("id" + i);
const sum = total(Array.from({ length: 1e6 }, (_, i) => i));`;

/** A cell that waits, in its fifth line. */
const WAITS = `%%profile waits
const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
const begun = performance.now();
while (performance.now() < begun + 120);
await sleep(1500);
await sleep(60);`;

describe('the findings of a profiled cell', () => {
  const used = useLab({ hasOwnPage: true });
  let lab: LabPage;

  beforeAll(async () => {
    const cells = [SLOW_LINE, WAITS, '%%profile\nconst nothing = 1;'];
    lab = await used.open(
      'findings.ipynb',
      cells.map(source => ({ source }))
    );
  });

  const findings = (profile: number): Locator =>
    lab.profile(profile).getByRole('region', { name: 'Findings' });
  const openTab = async (profile: number): Promise<string> =>
    lab.profile(profile).locator('[role=tab][aria-selected=true]').innerText();

  it('name the slow line first, and the view with its heat is open', async () => {
    await lab.run(0);
    const first = findings(0).getByRole('button').first();
    await first.waitFor();
    expect(await first.innerText()).toMatch(/^Line Cell \[\d+\]:6 took \d+/);
    expect(await first.innerText()).toContain('if (!seen.includes("id" + i)) seen.push("id" + i);');
    expect(await findings(0).getByRole('img').getAttribute('aria-label')).toMatch(
      /^Wall time: your code \d/
    );
    expect(await openTab(0)).toBe('Source');
    await lab.picture('findings-light');
  });

  it('have a hint below them until it is dismissed, once on a page', async () => {
    const hint = lab.page.getByRole('note', { name: 'How to read a profile' });
    expect(await hint.count()).toBe(1);
    await hint.getByRole('button', { name: 'Got it' }).click();
    expect(await hint.count()).toBe(0);
    expect(await lab.page.evaluate(() => localStorage.getItem('kernelscope:hintPages'))).toBe('3');
  });

  it('lead to their evidence, which is selected', async () => {
    const profile = lab.profile(0);
    await profile.getByRole('tab', { name: 'Table' }).click();
    await findings(0).getByRole('button').first().click();
    expect(await openTab(0)).toBe('Source');
    const selected = profile
      .getByRole('grid', { name: 'Cost by line' })
      .locator('[role=row][aria-selected=true]');
    await expect.poll(() => selected.count()).toBe(1);
    expect(await selected.innerText()).toContain('seen.includes');
  });

  it('have a cell below in which the cure can be tried, which nobody runs but the user', async () => {
    const button = findings(0).getByRole('button', { name: 'Try the cure' });
    await button.waitFor();
    expect(await button.count()).toBe(1);
    const cells = lab.page.locator('.jp-Notebook .jp-Cell');
    const before = await cells.count();
    await lab.picture('findings-try-light');
    await button.click();
    await expect.poll(() => cells.count()).toBe(before + 1);
    const added = cells.nth(1);
    const editor = added.locator('.cm-content');
    await expect.poll(() => editor.innerText()).toMatch(/^%%profile --try --compare "slow"\n/);
    expect(await editor.innerText()).toMatch(
      /\n\/\/ Put its elements into a `Set` or `Map` [^\n]*\nfor \(let i = 0; i < 30000; i\+\+\) if/
    );
    expect(await added.locator('.jp-InputPrompt').innerText()).toBe('[ ]:');
    await expect
      .poll(() => editor.evaluate(node => node.contains(document.activeElement)))
      .toBe(true);
    await lab.picture('findings-tried-light');
    await lab.page.keyboard.press('Escape');
    await lab.page.keyboard.press('d');
    await lab.page.keyboard.press('d');
    await expect.poll(() => cells.count()).toBe(before);
  });

  it('have the functions as rows of the table, which names nothing else', async () => {
    const profile = lab.profile(0);
    await profile.getByRole('tab', { name: 'Table' }).click();
    const rows = profile.getByRole('grid', { name: 'Times by name' }).getByRole('rowheader');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    const names = await rows.allInnerTexts();
    expect(names.join('\n')).toMatch(/\(top level\) · Cell \[\d+\]/);
    expect(await profile.getByText('Nothing was timed').count()).toBe(0);
    await lab.picture('findings-functions-light');
  });

  it('name the await that the cell waits at, and show the waiting of its lines', async () => {
    await lab.run(1);
    const first = findings(1).getByRole('button').first();
    await first.waitFor();
    expect(await first.innerText()).toMatch(
      /^The thread waited for .* at Cell \[\d+\]:5, for a timer: await sleep\(1500\);$/
    );
    await first.click();
    expect(await openTab(1)).toBe('Source');
    const kind = lab.profile(1).getByRole('combobox', { name: 'Cost' });
    await expect.poll(() => kind.locator('option:checked').innerText()).toBe('Waiting');
    await lab.picture('findings-waiting-light');
  });

  it('are absent where there is nothing to say, and the table is open', async () => {
    await lab.run(2);
    await lab.profile(2).getByRole('tab', { name: 'Table' }).waitFor();
    expect(
      await findings(2)
        .getByRole('button', { name: /^Line|waited/ })
        .count()
    ).toBe(0);
    expect(await openTab(2)).toBe('Table');
  });
});
