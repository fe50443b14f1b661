import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LabPage, startBrowser } from './labPage';
import type { LabServer } from './labServer';
import { startLab } from './labServer';
import { writeNotebook } from './notebook';

const LINES = 20_000;
/** Far beyond the two seconds it takes where nothing else runs: a message a line held it for ever. */
const LIMIT_MS = 60_000;

describe('a cell of 20,000 lines in JupyterLab', () => {
  let server: LabServer;
  let browser: Browser;
  let lab: LabPage;

  beforeAll(async () => {
    server = await startLab({});
    const long = `for (let i = 1; i <= ${LINES}; i++) console.log("line", i);`;
    writeNotebook(join(server.folder, 'long.ipynb'), [{ source: long }, { source: '6 * 7' }]);
    browser = await startBrowser();
    lab = await LabPage.open(browser, server.address('lab/tree/long.ipynb'));
    await lab.waitForIdleKernel();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
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
      const shownAt = Date.now();
      await lab.select(1);
      await lab.page.keyboard.press('Control+Enter');
      const answer = lab.cell(1).locator('.jp-OutputArea-output').filter({ hasText: '42' });
      await answer.waitFor({ timeout: LIMIT_MS });
      expect(Date.now() - shownAt).toBeLessThan(LIMIT_MS);
      const text = (await output.first().textContent()) ?? '';
      expect(text.trimEnd().split('\n')).toHaveLength(LINES);
    }
  );
});
