import { beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { useLab } from './useLab';

const LINES = 20_000;
/** Far beyond the two seconds it takes where nothing else runs: a message a line held it for ever. */
const LIMIT_MS = 85_000;

describe('a cell of 20,000 lines in JupyterLab', () => {
  const used = useLab();
  let lab: LabPage;

  beforeAll(async () => {
    const long = `for (let i = 1; i <= ${LINES}; i++) console.log("line", i);`;
    lab = await used.open('long.ipynb', [{ source: long }, { source: '6 * 7' }]);
  });

  it(
    'shows its last line, and the page answers to the keyboard',
    { timeout: 180_000 },
    async () => {
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
    }
  );
});
