import { expect, test } from 'vitest';
import { tableHtml } from '../../../src/formats/html/tableHtml';
import type { ReportTable } from '../../../src/tables/reportTable';
import { reportTableMarkdown, reportTableText } from '../../../src/tables/reportTableText';
import { tableCsv } from '../../../src/tables/csvText';
import { sectionText } from '../../../src/tables/textTable';

const line = (text: string, count: number) => ({ text, count, title: `${count}: ${text}` });

/** A column of each kind; the second of three rows has text that is markup, the third is beyond the limit. */
const TABLE: ReportTable = {
  title: 'Growth',
  columns: [
    { heading: 'Name', align: 'left' },
    { heading: 'Objects', align: 'right', unit: 'count' },
    { heading: 'Size', align: 'right', unit: 'bytes' },
    { heading: 'First', align: 'right', unit: 'nanoseconds' },
    { heading: 'Held by', align: 'left', hasLines: true }
  ],
  rows: [
    ['Map', 1234, -56_789, 1_250_000, [line('a → b', 2), line('c', 1)]],
    ['<b>\n', 1, 1000, 2_000_000, []],
    ['=1+2', 0, 0, 0, []]
  ],
  limit: 2,
  hidden: 0,
  notes: ['All of it.']
};

test('text has units in its headings, names at the end, lines below rows', () => {
  expect(sectionText(TABLE)).toBe(`
Growth
=================
Objects  Size (kB)  First (ms)  Name
-------  ---------  ----------  ----
   1234      -56.8         1.3  Map
          2 × a → b
          1 × c
      1        1.0         2.0  <b>\\u000a
1 more not shown (--top 0 shows all).
All of it.
`);
  expect(sectionText({ ...TABLE, rows: [] })).toBe('');
  expect(sectionText({ ...TABLE, rows: [], none: 'Nothing grew.' })).toBe('\nNothing grew.\n');
});

test('reports have natural units', () => {
  expect(reportTableText(TABLE).split('\n').slice(2, 5)).toEqual([
    '---------  -------  --------  -------  ------------',
    'Map          1,234  −56.8 kB  1.25 ms  a → b\\u000ac',
    '<b>\\u000a        1   1.00 kB  2.00 ms'
  ]);
  const markdown = reportTableMarkdown(TABLE, text => text.replaceAll('\n', ' '));
  expect(markdown).toContain('| --- | ---: | ---: | ---: | --- |');
  expect(markdown).toContain('| Map | 1,234 | −56.8 kB | 1.25 ms | a → b c |');
  expect(markdown).toContain('1 more row in the files.');
});

test('a page escapes all text, and has lines below each other', () => {
  const html = tableHtml([TABLE]);
  expect(html).toContain('a → b<br>c</td>');
  expect(html).toContain('>−56.8\u00a0kB</td>');
  expect(html).toContain('&lt;b&gt;');
  expect(html).toContain('<p>1 more row not shown.</p>');
  expect(html).toContain('<li>All of it.</li>');
});

test('CSV has all rows and all digits, and nothing that a spreadsheet executes', () => {
  expect(tableCsv(TABLE)).toBe(
    'Name,Objects,Size,First,Held by\r\n' +
      'Map,1234,-56789,1250000,"a → b\nc"\r\n' +
      '"<b>\n",1,1000,2000000,\r\n' +
      "'=1+2,0,0,0,\r\n"
  );
});

test('rows that add up to the last one stand below all others, whatever the limit', () => {
  const share = { heading: 'Self share', brief: 'Self', align: 'right', unit: 'share' } as const;
  const table: ReportTable = {
    title: 'Hottest',
    columns: [
      { heading: 'Place', align: 'left', short: 'place' },
      { ...share, wholeNs: 20_000_000 },
      { heading: 'Total', align: 'right', unit: 'nanoseconds' },
      { heading: 'Source', align: 'left', isCode: true }
    ],
    rows: [
      ['a.ts:1', 0.5, 12_000_000, 'f();'],
      ['b.ts:2', 0.25, null, '']
    ],
    limit: 1,
    hidden: 0,
    foot: [
      ['1 other', 0.25, null, ''],
      ['all', 1, null, '']
    ]
  };
  expect(sectionText(table)).toBe(`
Self %  Total (ms)  Hottest
  50.0        12.0  a.ts:1  f();
  25.0              1 other
 100.0              all
`);
  const end = /1 other.*\n.*all.*100/;
  expect(reportTableText(table)).toMatch(end);
  expect(reportTableMarkdown(table, text => text)).toMatch(end);
  const html = tableHtml([table]);
  expect(html.match(/<tfoot>[^]*<\/tfoot>/)?.[0].match(/<tr>/g)).toHaveLength(2);
  expect(html.match(/<tbody>[^]*<\/tbody>/)?.[0].match(/<tr>/g)).toHaveLength(1);
  expect(html).toContain('<code style="white-space:pre">f();</code>');
});

test('a number without a unit has its decimal places wherever people read it, and all digits in CSV', () => {
  const columns = [
    { heading: 'Name', align: 'left' },
    { heading: 'Rate (1/s)', align: 'right', decimals: 2 }
  ] as const;
  const table: ReportTable = { ...TABLE, columns, rows: [['GET /', 201.68353973429308]] };
  const markdown = reportTableMarkdown(table, text => text);
  for (const text of [sectionText(table), reportTableText(table), markdown, tableHtml([table])]) {
    expect(text).toMatch(/\b201\.68(?!\d)/);
  }
  expect(tableCsv(table)).toContain('201.68353973429308');
});
