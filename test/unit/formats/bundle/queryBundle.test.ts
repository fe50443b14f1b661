import { describe, expect, it } from 'vitest';
import { queryBundle, validateQueryBundle } from '../../../../src/formats/bundle/queryBundle';
import type { QueryTable, QueryValue } from '../../../../src/model/output/queryTable';

const table = (rows: QueryValue[][], isCut = false): QueryTable => ({
  columns: rows[0].map((_, at) => ({ name: `c${at}`, type: 'DOUBLE' })),
  rows,
  isCut
});

describe('the result of a query in an output', () => {
  it('has numbers that JSON has no form for as texts', () => {
    const bundle = queryBundle(table([[1.5, 2n ** 60n, NaN, -Infinity, null, true]]));
    const read = validateQueryBundle(JSON.parse(JSON.stringify(bundle)));
    expect(read.rows).toEqual([[1.5, '1152921504606846976', 'NaN', '-Infinity', null, true]]);
  });

  it('has as many rows as fit, with cut texts, and the number of all', () => {
    const many = queryBundle(
      table(
        Array.from({ length: 2000 }, (_, at) => [at]),
        true
      )
    );
    expect([many.rows.length, many.rowCount, many.isCut]).toEqual([1000, 2000, true]);
    const wide = queryBundle(
      table(Array.from({ length: 500 }, () => Array<string>(100).fill('x'.repeat(1000))))
    );
    expect(JSON.stringify(wide).length).toBeLessThan(600_000);
    expect(wide.rows[0][0]).toHaveLength(300);
    expect(validateQueryBundle(wide)).toBe(wide);
  });

  it.each([
    ['no object', 5],
    ['another version', { version: 2 }],
    ['no columns', { version: 1 }],
    [
      'too many rows',
      { version: 1, columns: [], rows: Array<[]>(1001).fill([]), rowCount: 0, isCut: false }
    ],
    ['rows of another length', { version: 1, columns: [], rows: [[1]], rowCount: 1, isCut: false }],
    [
      'an object as a value',
      {
        version: 1,
        columns: [{ name: 'a', type: 'JSON' }],
        rows: [[{}]],
        rowCount: 1,
        isCut: false
      }
    ],
    [
      'a text that is too long',
      {
        version: 1,
        columns: [{ name: 'a'.repeat(301), type: '' }],
        rows: [],
        rowCount: 0,
        isCut: false
      }
    ]
  ])('is refused with %s', (_what, value) => {
    expect(() => validateQueryBundle(value)).toThrow();
  });
});
