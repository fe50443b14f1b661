import { describe, expect, it } from 'vitest';
import { profileDocument } from '../../src/formats/html/write';
import { comparedProfile, comparisonOf, REPEATED } from '../support/comparedProfiles';
import { HOSTILE } from './hostileBundle';
import { testComparison, testNames } from './htmlExport';
import { useBrowser } from './useBrowser';

testNames(900);
testComparison(900, 'dark');

describe('an HTML export of what a stranger has written', () => {
  const used = useBrowser();
  it('shows names of calls and lines that are markup as text', async () => {
    const [before, after] = REPEATED;
    const comparison = comparisonOf(before, after);
    const { tree, source } = comparison;
    const page = await used.browser.newPage();
    await page.setContent(
      profileDocument(comparedProfile(after), {
        comparison: {
          ...comparison,
          before: { ...comparison.before, name: HOSTILE },
          rows: comparison.rows.map(row => ({ ...row, name: HOSTILE, category: HOSTILE })),
          source: { ...source!, lines: source!.lines.map(line => ({ ...line, text: HOSTILE })) },
          tree: {
            ...tree!,
            functions: tree!.functions.map(() => ({ name: HOSTILE, file: HOSTILE }))
          }
        }
      })
    );
    expect(await page.getByText('<img src=x').count()).toBeGreaterThan(5);
    expect(await page.locator('svg title', { hasText: '<img src=x' }).count()).toBeGreaterThan(2);
    expect(await page.locator('img, script').count()).toBe(0);
    expect(await page.title()).toBe('after – Kernelscope');
    await page.close();
  });
});
