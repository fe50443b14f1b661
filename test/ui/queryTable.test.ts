import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUERY_MIME_TYPE } from '../../src/formats';
import type { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { useLab } from './useLab';

const DUCKDB = fileURLToPath(new URL('../../node_modules/@duckdb', import.meta.url));

const RECORD = `%%profile rows --no-cpu -q
import { range } from 'kernelscope';
for (const name of ['one', '<img src=x onerror=alert(1)>', 'ten']) {
  for (let at = 0; at < name.length; at++) range(name, () => at);
}`;

const QUERY = `%%profile_sql
SELECT name, count(*) AS calls, NULL::DOUBLE AS nothing FROM slices
WHERE category = 'range' GROUP BY name ORDER BY calls DESC, name`;

const HOSTILE = {
  version: 1,
  columns: [{ name: '<b>bold</b>', type: 'VARCHAR' }],
  rows: [['<script>document.title = "run"</script>']],
  rowCount: 1,
  isCut: true
};

describe('the result of a query in JupyterLab', () => {
  const used = useLab({ hasOwnKernel: true });
  let lab: LabPage;

  beforeAll(async () => {
    const { folder } = used.server;
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(DUCKDB, join(folder, 'node_modules', '@duckdb'));
    writeNotebook(join(folder, 'query.ipynb'), [
      { source: RECORD },
      { source: QUERY },
      { source: '// hostile', outputs: [{ [QUERY_MIME_TYPE]: HOSTILE, 'text/plain': 'plain' }] },
      { source: '// damaged', outputs: [{ [QUERY_MIME_TYPE]: { version: 1 } }] }
    ]);
    lab = await used.visit('query.ipynb');
    await lab.waitForIdleKernel();
    await lab.run(0);
    await lab.run(1);
  });

  afterAll(() => {
    expect(lab?.scriptErrors ?? []).toEqual([]);
  });

  const grid = (cell: number): Locator => lab.profile(cell).getByRole('grid');
  const firstColumn = async (): Promise<string[]> => {
    const rows = await grid(1).getByRole('row').all();
    const cells = rows.slice(1).map(row => row.getByRole('gridcell').first().textContent());
    return (await Promise.all(cells)).map(String);
  };

  it('has the rows in the order of the query, as text', async () => {
    await grid(1).waitFor();
    expect(await firstColumn()).toEqual(['<img src=x onerror=alert(1)>', 'one', 'ten']);
    expect(await lab.profile(1).innerText()).toContain('3 rows.');
    await lab.picture('query-light');
  });

  it('is ordered by its headings, with the pointer and by keys', async () => {
    const heading = grid(1).getByRole('columnheader', { name: 'calls' });
    await heading.click();
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    await heading.press('Enter');
    expect(await firstColumn()).toEqual(['one', 'ten', '<img src=x onerror=alert(1)>']);
  });

  it('is text where an output of a stranger has markup, and says what is damaged', async () => {
    await lab.select(2);
    await grid(2).waitFor();
    expect(await grid(2).innerText()).toContain('<script>document.title = "run"</script>');
    expect(await grid(2).locator('script, b').count()).toBe(0);
    expect(await lab.profile(2).innerText()).toContain('The first 1 of more than 1 rows.');
    await lab.select(3);
    await lab.profile(3).getByText('This result of a query cannot be shown.').waitFor();
  });
});
