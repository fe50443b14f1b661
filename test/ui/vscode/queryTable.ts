import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { QUERY_MIME_TYPE, queryBundle } from '../../../src/formats/bundle/queryBundle';
import type { SavedItem } from './hostPage';
import { type ThemeName, useHostWindows } from './openHost';
import { screenshot } from '../screenshot';

const MARKUP = '<img src=x onerror="document.title=1">';

const RESULT = queryBundle({
  columns: [
    { name: 'name', type: 'VARCHAR' },
    { name: 'calls', type: 'BIGINT' },
    { name: 'nothing', type: 'DOUBLE' }
  ],
  rows: [
    ['one', 3, null],
    ['ten', 10, null],
    [MARKUP, 7, null]
  ],
  isCut: false
});

const item = (text: string): SavedItem => ({ id: 'query', mime: QUERY_MIME_TYPE, text });

/** The tests of the result of a query, in a theme. */
export function testQueryTable(theme: ThemeName): void {
  describe(`the result of a query in VS Code in the theme ${theme}`, () => {
    const open = useHostWindows();

    const root = (page: Page): Locator => page.locator('#query');
    const firstColumn = async (page: Page): Promise<string[]> => {
      const rows = await root(page).getByRole('row').all();
      const cells = rows.slice(1).map(row => row.getByRole('gridcell').first().textContent());
      return (await Promise.all(cells)).map(String);
    };

    it('is a table that is ordered by its headings', async () => {
      const { page, render } = await open({ theme });
      expect(await render(item(JSON.stringify(RESULT)))).toBeNull();
      await root(page).getByRole('grid').waitFor();
      expect(await firstColumn(page)).toEqual(['one', 'ten', MARKUP]);
      expect(await root(page).innerText()).toContain('3 rows.');
      const heading = root(page).getByRole('columnheader', { name: 'calls' });
      await heading.click();
      expect(await firstColumn(page)).toEqual(['ten', MARKUP, 'one']);
      await heading.press('Enter');
      expect(await firstColumn(page)).toEqual(['one', MARKUP, 'ten']);
      await screenshot(page, `vscode-${theme}-query`);
    });

    it('has markup as text', async () => {
      const { page, render } = await open({ theme });
      const hostile = { ...RESULT, columns: [{ name: MARKUP, type: MARKUP }], rows: [[MARKUP]] };
      expect(await render(item(JSON.stringify(hostile)))).toBeNull();
      await root(page).getByRole('grid').waitFor();
      expect(await root(page).locator('img').count()).toBe(0);
      expect(await page.title()).toBe('Notebook');
    });

    it.each([
      ['no JSON', '{', 'not valid JSON'],
      ['damaged', '{"version":1}', 'This result of a query cannot be shown.'],
      ['of another version', JSON.stringify({ ...RESULT, version: 99 }), 'cannot be shown.']
    ])('says in a sentence why it is not shown if it is %s', async (_, text, sentence) => {
      const { page, render } = await open({ theme });
      expect(await render(item(text))).toBeNull();
      await root(page).getByRole('alert').getByText(sentence).waitFor();
      expect(await render(item(JSON.stringify(RESULT)))).toBeNull();
      await root(page).getByRole('grid').waitFor();
    });

    it('leaves nothing behind when it is closed', async () => {
      const { page, render } = await open({ theme });
      await render(item(JSON.stringify(RESULT)));
      await root(page).getByRole('grid').waitFor();
      expect(await page.evaluate(() => window.hostPage.dispose('query'))).toBeNull();
      expect(await page.locator('[class*=Kernelscope], [data-kernelscope-root]').count()).toBe(0);
    });
  });
}
