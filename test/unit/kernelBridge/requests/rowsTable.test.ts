// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { rowsTable } from '../../../../kernel-bridge/src/requests/rowsTable';

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** The texts of the cells of a table, the head first; null if there is no table. */
function cellsOf(value: unknown): string[][] | null {
  const html = rowsTable(value);
  if (html === null) return null;
  return [...parsed(html).querySelectorAll('tr')].map(row =>
    [...row.children].map(cell => cell.textContent ?? '')
  );
}

describe('an array of objects', () => {
  it('is a table of their values', () => {
    expect(
      cellsOf([
        { name: 'a', size: 1 },
        { name: 'b', size: 22.5, big: 3n }
      ])
    ).toEqual([
      ['name', 'size', 'big'],
      ['a', '1', ''],
      ['b', '22.5', '3n']
    ]);
  });

  it('has only the columns that are named', () => {
    const html = rowsTable([{ a: 1, b: 2, c: 3 }], ['c', 'a']);
    expect(
      parsed(html ?? '')
        .querySelector('tbody')
        ?.textContent?.trim()
    ).toBe('31');
  });

  it('has objects within rows as text, cut off', () => {
    const [, [text]] = cellsOf([{ a: { b: [1, 2] } }]) ?? [];
    expect(text).toBe('{ b: [ 1, 2 ] }');
    const [, [long]] = cellsOf([{ a: Array.from({ length: 99 }, () => 'x'.repeat(99)) }]) ?? [];
    expect(long.length).toBeLessThan(210);
  });

  it('shows 100 rows and counts the others', () => {
    const rows = Array.from({ length: 250 }, (_, at) => ({ at }));
    expect(cellsOf(rows)).toHaveLength(101);
    expect(rowsTable(rows)).toContain('150 more rows not shown.');
  });

  it('never becomes markup', () => {
    const html = rowsTable([{ '<b>': '<script>alert(1)</script>' }]);
    expect(html).not.toMatch(/<b>|<script>/);
    expect(
      parsed(html ?? '')
        .querySelector('tbody')
        ?.textContent?.trim()
    ).toBe('<script>alert(1)</script>');
  });

  it.each([
    ['an empty array', []],
    ['numbers', [1, 2]],
    ['a hole', [{ a: 1 }, , { a: 2 }]],
    [
      'rows of a class',
      [
        new (class Row {
          a = 1;
        })()
      ]
    ],
    ['dates', [new Date(0)]],
    ['arrays', [[1], [2]]],
    ['objects without properties', [{}, {}]],
    [
      'too many columns',
      [Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`c${at}`, at]))]
    ],
    ['an object', { a: 1 }]
  ])('is not %s', (_, value) => {
    expect(rowsTable(value)).toBeNull();
  });

  it('runs no code of the rows', () => {
    let calls = 0;
    const getter = {
      get a() {
        return ++calls;
      }
    };
    const proxy = new Proxy({ a: 1 }, { ownKeys: () => (calls++, ['a']) });
    const array = new Proxy([{ a: 1 }], { get: () => ++calls });
    expect([rowsTable([getter]), rowsTable([proxy]), rowsTable(array), calls]).toEqual([
      null,
      null,
      null,
      0
    ]);
  });
});
