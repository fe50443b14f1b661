import { beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { useLab } from './useLab';

const LINES = 20_000;
/** Far beyond the two seconds it takes where nothing else runs: a message a line held it for ever. */
const LIMIT_MS = 85_000;

/** A cell with a hot line, its third, that prints much. */
const PROFILED = `%%profile
let sum = 0;
for (let i = 0; i < 4e7; i++) sum += Math.sqrt(i) * Math.sin(i);
for (let i = 0; i < 300; i++) console.log('line', i, sum);`;

describe('a cell of 20,000 lines in JupyterLab', () => {
  const used = useLab();
  let lab: LabPage;

  beforeAll(async () => {
    const long = `for (let i = 1; i <= ${LINES}; i++) console.log("line", i);`;
    lab = await used.open('long.ipynb', [
      { source: long },
      { source: '6 * 7' },
      { source: PROFILED }
    ]);
  });

  it('shows its last line, and the page answers to the keyboard', async () => {
    await lab.run(0);
    const output = lab.cell(0).locator('.jp-OutputArea-output');
    await output
      .filter({ hasText: `line ${LINES}` })
      .first()
      .waitFor({ timeout: LIMIT_MS });
    await lab.select(1);
    await lab.page.keyboard.press('Control+Enter');
    const answer = lab.cell(1).locator('.jp-OutputArea-output').filter({ hasText: '42' });
    await answer.waitFor({ timeout: LIMIT_MS });
    const text = (await output.first().textContent()) ?? '';
    expect(text.trimEnd().split('\n')).toHaveLength(LINES);
  });

  it(
    'has what its profile says first above all of it, and leads to the profile',
    { tags: 'night' },
    async () => {
      await lab.run(2);
      const line = lab.cell(2).getByRole('note', { name: 'What the profile says first' });
      await line.waitFor();
      expect(await line.innerText()).toMatch(/^Line Cell \[\d+\]:3 took /);
      await lab.picture('first-sentence-above');
      const above = (await line.boundingBox())!;
      const printed = (await lab.cell(2).locator('.jp-OutputArea-output').first().boundingBox())!;
      expect(above.y).toBeLessThan(printed.y);
      expect(above.height).toBeLessThan(40);
      const findings = lab.profile(2).getByRole('region', { name: 'Findings' });
      await line.getByRole('button', { name: 'Show the profile' }).click();
      const height = lab.page.viewportSize()!.height;
      const isInSight = async (): Promise<boolean> => {
        const box = await findings.boundingBox();
        return box !== null && box.y >= 0 && box.y < height;
      };
      await expect.poll(isInSight).toBe(true);
      await lab.picture('first-sentence-jumped');
    }
  );
});
