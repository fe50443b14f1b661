import { describe, expect, it } from 'vitest';
import { tableHtml } from '../../../../src/formats/html/tableHtml';
import type { ReportTable } from '../../../../src/tables/reportTable';

const HOSTILE = '<script>alert(1)</script>"\'&';

function tableOf(rows: readonly (readonly string[])[], hidden = 0): ReportTable {
  return {
    title: 'A title',
    columns: [
      { heading: 'Name', align: 'left' },
      { heading: 'Count', align: 'right' },
      { heading: 'Source', align: 'left' }
    ],
    rows,
    hidden
  };
}

describe('tables as HTML', () => {
  it('have a caption, headings and rows with names', () => {
    const html = tableHtml([tableOf([['conv', '3', 'a.ts:1\nb.ts:2']])]);
    expect(html).toMatch(/<caption [^>]*>A title<\/caption>/);
    expect(html).toMatch(/<th scope="col" [^>]*text-align:right[^>]*>Count<\/th>/);
    expect(html).toMatch(/<th scope="row" [^>]*>conv<\/th>/);
    expect(html).toContain('a.ts:1<br>b.ts:2');
  });

  it('escape every text', () => {
    const table = tableOf([[HOSTILE, HOSTILE, HOSTILE]]);
    const columns = table.columns.map(column => ({ ...column, heading: HOSTILE }));
    const html = tableHtml([{ ...table, title: HOSTILE, columns }], {
      head: HOSTILE,
      notes: [HOSTILE]
    });
    expect(html.match(/&lt;script&gt;/g)).toHaveLength(9);
    expect(html).not.toMatch(/<script|alert\(1\)"/);
  });

  it('have a hundred rows at most, and say how many are missing', () => {
    const rows = Array.from({ length: 130 }, (_, at) => [`row ${at}`, '1', 'x'.repeat(1000)]);
    const html = tableHtml([tableOf(rows, 1000)], {
      notes: Array<string>(1000).fill('note')
    });
    expect(html.match(/scope="row"/g)).toHaveLength(100);
    expect(html).toContain('1,030 more rows not shown.');
    expect(html.length).toBeLessThan(60_000);
  });
});
