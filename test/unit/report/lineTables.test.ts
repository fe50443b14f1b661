// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { tableHtml } from '../../../src/formats/html/tableHtml';
import type { Profile } from '../../../src/model/profile/profile';
import { lineTables } from '../../../src/report/lineTables';
import { plainForm } from '../../../src/report/profileTables';
import { drawProfile } from '../../support/drawProfile';

/** Lines of two cells: of the profiled one, `Cell [3]`, and of an earlier one. */
function profileWith(lines: readonly (readonly [cell: 3 | 1, line: number, selfMs: number])[]) {
  const profile = drawProfile('main |[step              ]', {
    nsPerColumn: 1e6,
    meta: { cell: { file: 'Cell [3]', executionCount: 3, source: 'let a = 1;\nslow(a < 2);\n' } }
  });
  const first = profile.strings.length;
  const selfNs = Float64Array.from(lines, ([, , selfMs]) => selfMs * 1e6);
  return {
    ...profile,
    strings: [...profile.strings, 'Cell [1]', 'Cell [3]'],
    sourceTexts: [
      { file: 'Cell [1]', text: `${'\n'.repeat(6)}  sum += <number>value;`, isClipped: false }
    ],
    lineTotals: {
      length: lines.length,
      file: Uint32Array.from(lines, ([cell]) => (cell === 1 ? first : first + 1)),
      line: Uint32Array.from(lines, ([, line]) => line),
      self: selfNs,
      total: selfNs.map(ns => Math.max(ns, 14e6)),
      own: selfNs
    }
  };
}

function tablesOf(profile: Profile): HTMLTableElement[] {
  const html = tableHtml(lineTables(profile, plainForm(0)));
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('table')];
}

const rowsOf = (table: HTMLTableElement, part = 'tbody'): string[][] =>
  [...table.querySelectorAll(`${part} tr`)].map(({ children }) =>
    [...children].map(({ textContent }) => textContent)
  );

describe('lineTables', () => {
  it('lists the hottest lines of all files, the greatest first, where one is outside of the cell', () => {
    const lines = [
      [3, 2, 3],
      [1, 7, 14],
      [1, 1, 0]
    ] as const;
    const [hottest, own] = tablesOf(profileWith(lines));
    expect(hottest.caption?.textContent).toBe('Hottest Lines, times in milliseconds');
    expect(rowsOf(hottest)).toEqual([
      ['Cell [1]:7', '70.0\u00a0%', '████████▍', '14.0', '14.0', 'sum += <number>value;'],
      ['Cell [3]:2', '15.0\u00a0%', '█▊', '3.00', '14.0', 'slow(a < 2);'],
      ['Cell [1]:1', '0.0\u00a0%', '', '0', '14.0', '']
    ]);
    expect(rowsOf(hottest, 'tfoot')).toEqual([
      ['other code, and when idle', '15.0\u00a0%', '█▊', '3.00', '', ''],
      ['all of the wall time', '100.0\u00a0%', '████████████', '20.0', '', '']
    ]);
    expect(own.caption?.textContent).toBe('CPU time by line of Cell [3], times in milliseconds');
    expect(rowsOf(own)[0]).toEqual(['1', '', '', '', 'let a = 1;']);
  });

  it('lists the lines of files that took much, without those that their texts lack', () => {
    const profile = profileWith([
      [1, 7, 6],
      [1, 9, 1],
      [3, 2, 3]
    ]);
    const text = `\n\n\n\n\nfor (;;) {\n  sum += <number>value;\n\n}\n\n\nlet cold;`;
    const sourceTexts = [{ file: 'Cell [1]', text, isClipped: true }];
    const tables = tablesOf({ ...profile, sourceTexts, meta: { ...profile.meta, cell: null } });
    expect(tables.map(({ caption }) => caption?.textContent)).toEqual([
      'Hottest Lines, times in milliseconds',
      'CPU time by line of Cell [1], times in milliseconds'
    ]);
    expect(rowsOf(tables[1]).map(cells => [cells[0], cells.at(-1)])).toEqual([
      ['6', 'for (;;) {'],
      ['7', '  sum += <number>value;'],
      ['⋮', ''],
      ['9', '}'],
      ['⋮', ''],
      ['12', 'let cold;']
    ]);
  });

  it('has no lines of a file that took little', () => {
    const captions = tablesOf(
      profileWith([
        [1, 7, 0.5],
        [3, 2, 3]
      ])
    ).map(each => each.caption?.textContent);
    expect(captions).toEqual([
      'Hottest Lines, times in milliseconds',
      'CPU time by line of Cell [3], times in milliseconds'
    ]);
  });

  it('lists the lines of the cell alone where all of them are there', () => {
    const tables = tablesOf(profileWith([[3, 2, 3]]));
    expect(tables.map(({ caption }) => caption?.textContent)).toEqual([
      'CPU time by line of Cell [3], times in milliseconds'
    ]);
  });
});
