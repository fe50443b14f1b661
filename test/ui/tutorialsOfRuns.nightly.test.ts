import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { TutorialPage } from './tutorialPage';
import { useLab } from './useLab';

const OUTPUT_LIMIT_MS = 240_000;
const TEST_LIMIT_MS = 400_000;

/** What a cell that has failed puts out. */
const ERROR_OUTPUT = '[data-mime-type="application/vnd.jupyter.error"]';

/** The names in the headings of pictures, by the cells that show them. */
const PICTURES = {
  'flow-show': 'requests',
  'tidy-show': 'tidy',
  'sessions-show': 'process '
};
const THEMES = [
  { theme: 'JupyterLab Light', suffix: '' },
  { theme: 'JupyterLab Dark', suffix: '-dark' }
] as const;

describe('the tutorials of long runs, memory and budgets in JupyterLab', () => {
  const used = useLab();
  let tutorial: TutorialPage;
  let lab: LabPage;

  afterEach(async () => {
    await tutorial.lab.page.close();
    await used.server.clear();
  });

  /** Opens a tutorial and runs all its cells, until a cell has put out a text. */
  async function run(notebook: string, lastCell: string, text: RegExp): Promise<void> {
    tutorial = await TutorialPage.open(used, notebook);
    lab = tutorial.lab;
    await lab.execute('notebook:run-all-cells');
    try {
      await outputs(lastCell).getByText(text).first().waitFor({ timeout: OUTPUT_LIMIT_MS });
    } catch (cause) {
      const errors = await lab.page.locator(ERROR_OUTPUT).allInnerTexts();
      throw new Error(`${notebook} did not run to its end:\n${errors.join('\n')}`, { cause });
    }
  }

  const outputs = (id: string): Locator => tutorial.cell(id).locator('.jp-OutputArea-output');

  /** Brings what a cell has put out into sight, in both themes, and leaves pictures of it. */
  async function look(id: string, target: Locator, name: string): Promise<void> {
    await tutorial.select(id);
    for (const { theme, suffix } of THEMES) {
      await lab.useTheme(theme);
      await target.first().waitFor();
      await target.first().evaluate(node => node.scrollIntoView({ block: 'center' }));
      await lab.picture(`${name}${suffix}`);
    }
  }

  /** What the picture of memory with a name in its heading says of its pieces. */
  async function pieces(name: string): Promise<string> {
    const frames = lab.page.frames().filter(frame => frame.url().startsWith('data:image/svg+xml'));
    const picture = `svg[aria-label^="Memory flow of ${name}"]`;
    const titles = frames.map(frame => frame.locator(`${picture} rect > title`).allTextContents());
    return (await Promise.all(titles)).flat().join('\n');
  }

  it(
    'name the slow rank and the step that took long, and show recorded steps',
    { timeout: TEST_LIMIT_MS },
    async () => {
      await run('04-schedules.ipynb', 'list', /^epoch +\w+ /m);
      const report = outputs('offline').getByText('Analysed 6 of 6 directories');
      await look('offline', report, 'schedules-offline');
      const said = await report.first().innerText();
      expect(said).toMatch(/^Slowest rank: 4 /m);
      expect(said).toMatch(/^Rank 4 is above the median .* in math\.multiply /m);
      expect(said).toMatch(/^Straggler: rank 1 in step 3 /m);

      const timeline = await tutorial.show('show', 'Timeline');
      const search = timeline.getByRole('searchbox');
      await search.fill('ProfilerStep#10');
      await timeline.getByText('1 match', { exact: true }).waitFor();
      await search.press('Enter');
      const details = timeline.locator('.jp-Kernelscope-timelineDetails');
      await look('show', details.getByText('ProfilerStep#10'), 'schedules-timeline');
      expect(lab.scriptErrors).toEqual([]);
    }
  );

  it(
    'show pictures of memory in which things can be pointed at',
    { timeout: TEST_LIMIT_MS },
    async () => {
      await run('05-memory-flow.ipynb', 'analyze-profile', /host self time/);
      for (const [id, name] of Object.entries(PICTURES)) {
        const picture = outputs(id).locator('object');
        await look(id, picture, `memory-${id}`);
        const { width } = (await picture.boundingBox())!;
        expect(width).toBeLessThanOrEqual((await tutorial.cell(id).boundingBox())!.width);
        await expect.poll(() => pieces(name)).toMatch(/^BatchMatMul · .*\n.*\nin hidden:$/m);
      }
      expect(lab.scriptErrors).toEqual([]);
    }
  );

  it(
    'show what missed its budget beside the profile that tells',
    { timeout: TEST_LIMIT_MS },
    async () => {
      await run('06-budgets-in-ci.ipynb', 'diff', /runs before and \d+ after/);
      const error = outputs('missed').getByText('BudgetError: 1 of 2 budgets missed');
      await look('missed', error, 'budgets-missed');
      const said = await error.first().innerText();
      expect(said).toMatch(/^✓ total\(parse\) < 2s: /m);
      expect(said).toMatch(/^✗ count\(parse\) == 1: 6/m);
      const profile = tutorial.cell('missed').locator('.jp-Kernelscope');
      await profile.getByRole('tab', { name: 'Table' }).click();
      await profile.getByRole('rowheader', { name: 'parse', exact: true }).waitFor();
      expect(lab.scriptErrors).toEqual([]);
    }
  );
});
