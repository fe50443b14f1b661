import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { QueryRows } from '../../../../src/engine/sql/queryRows';
import { queryProfiles } from '../../../../src/engine/sql/queryProfiles';
import { type ResultDisplay, displayKey } from '../../../../src/model/output/resultDisplay';
import { drawProfile } from '../../../support/drawProfile';

/** How a notebook shows rows. */
const shownAs = (shown: QueryRows): ResultDisplay =>
  Reflect.apply(Reflect.get(shown, displayKey()) as () => ResultDisplay, shown, []);

const PROFILE = drawProfile('main |[train   ][eval]');

const rows = await queryProfiles(
  [PROFILE],
  'SELECT name, dur_ns, dur_ns > 7 AS slow FROM slices UNION ALL SELECT NULL, 0.5, NULL ORDER BY 2 DESC'
);

describe('the rows of a query', () => {
  it('are an array of objects, with the columns and their types', () => {
    expect([...rows]).toEqual([
      { name: 'train', dur_ns: 10, slow: true },
      { name: 'eval', dur_ns: 6, slow: false },
      { name: null, dur_ns: 0.5, slow: null }
    ]);
    expect(rows.columns).toEqual([
      { name: 'name', type: 'VARCHAR' },
      { name: 'dur_ns', type: 'DOUBLE' },
      { name: 'slow', type: 'BOOLEAN' }
    ]);
    expect(Array.isArray(rows)).toBe(true);
    expect(rows.map(({ dur_ns }) => dur_ns)).toEqual([10, 6, 0.5]);
    expect(rows.map(each => each)).not.toBeInstanceOf(QueryRows);
  });

  it('print as a table with numbers on the right', () => {
    const text = [
      'name   dur_ns  slow',
      '-----  ------  -----',
      'train      10  true',
      'eval        6  false',
      'NULL      0.5  NULL',
      '(3 rows)'
    ].join('\n');
    expect(rows.table()).toBe(text);
    expect(String(rows)).toBe(text);
    expect(inspect(rows)).toBe(text);
    expect(inspect({ rows })).toBe('{ rows: [3 rows of name, dur_ns, slow] }');
    expect(rows.table(1)).toMatch(/\n\(3 rows; 1 shown\)$/);
  });

  it('are CSV that no spreadsheet executes', async () => {
    expect(rows.toCsv()).toBe('name,dur_ns,slow\r\ntrain,10,true\r\neval,6,false\r\n,0.5,\r\n');
    const odd = await queryProfiles([PROFILE], `SELECT '=1+1' AS a, 'x,"y"' AS b`);
    expect(odd.toCsv()).toBe('a,b\r\n\'=1+1,"x,""y"""\r\n');
  });

  it('have decimals as numbers where these are exact, else as texts', async () => {
    const [row] = await queryProfiles(
      [PROFILE],
      `SELECT 1.50::DECIMAL(4,2) AS a, -0.1::DECIMAL(38,30) AS b, 12345678901234567890.12::DECIMAL(38,2) AS c,
         9007199254740993::DECIMAL(18,0) AS d, 0.00::DECIMAL(4,2) AS e, 123456789012345.678::DECIMAL(18,3) AS f`
    );
    expect(row).toEqual({
      a: 1.5,
      b: -0.1,
      c: '12345678901234567890.12',
      d: '9007199254740993',
      e: 0,
      f: '123456789012345.678'
    });
  });

  it('have a value for every column, however these are called', async () => {
    const odd = await queryProfiles(
      [PROFILE],
      'SELECT 1 AS a, 2 AS a, 3 AS a, 4 AS "a:1", 5 AS constructor, 6 AS constructor, 7 AS "__proto__"'
    );
    expect(Object.entries(odd[0])).toEqual([
      ['a', 1],
      ['a:2', 2],
      ['a:3', 3],
      ['a:1', 4],
      ['constructor', 5],
      ['constructor:1', 6],
      ['__proto__', 7]
    ]);
    expect(odd.columns.map(({ name }) => name)).toEqual(Object.keys(odd[0]));
  });

  it('are shown as a table that can be sorted, with HTML and text for other front ends', () => {
    const { html, text, query } = shownAs(rows);
    expect(text).toBe(rows.table());
    expect(html).toMatch(/<th scope="row"[^>]*>train<\/th><td style="text-align:right/);
    expect(query).toEqual({
      version: 1,
      columns: rows.columns,
      rows: [
        ['train', 10, true],
        ['eval', 6, false],
        [null, 0.5, null]
      ],
      rowCount: 3,
      isCut: false
    });
  });
});

describe('values', () => {
  it('are numbers as long as they are exact', async () => {
    const [row] = await queryProfiles(
      [PROFILE],
      'SELECT 9007199254740991 AS exact, 9007199254740993 AS beyond, 1.25::DECIMAL(9, 2) AS decimal, sum(dur_ns::BIGINT) AS huge FROM slices'
    );
    expect(row).toEqual({
      exact: 9007199254740991,
      beyond: 9007199254740993n,
      decimal: 1.25,
      huge: 16
    });
  });

  it('are the texts of DuckDB for dates, lists, structs and bytes', async () => {
    const [row] = await queryProfiles(
      [PROFILE],
      "SELECT DATE '2026-11-21' AS date, [1, 2] AS list, {'a': 1} AS struct, INTERVAL 1 DAY AS gap, 'ab'::BLOB AS bytes"
    );
    expect(row).toEqual({
      date: '2026-11-21',
      list: '[1, 2]',
      struct: "{'a': 1}",
      gap: '1 day',
      bytes: expect.stringContaining('ab') as string
    });
  });
});
