import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ColumnCoding,
  columnBytes,
  decodeColumn,
  encodeColumn
} from '../../../../src/formats/kscope/kscopeColumn';
import type { Column } from '../../../../src/model/profile/columns';

const CODINGS: readonly ColumnCoding[] = ['value', 'orNone', 'earlierRow', 'steps'];

function decoded(stored: Uint8Array, like: Column, coding: ColumnCoding, firstRow: number): Column {
  const column = like.slice().fill(0);
  decodeColumn(stored, coding, column, firstRow);
  return column;
}

describe('a stored column', () => {
  const number = fc.oneof(
    fc.nat(300),
    fc.maxSafeInteger(),
    fc.double(),
    fc.constantFrom(-1, -0, 0, 2 ** 32 - 1, 2 ** 32, 2 ** 53, 2 ** 60, Infinity, -Infinity, NaN)
  );
  const numbers = fc.oneof(
    fc.array(number, { maxLength: 20 }),
    fc.array(fc.nat(70_000), { maxLength: 20 }).map(list => list.sort((a, b) => a - b)),
    fc.array(fc.integer({ min: -1, max: 20 }), { maxLength: 20 })
  );
  const types = [Float64Array, Uint32Array, Int32Array, Uint16Array, Uint8Array] as const;

  test('comes back exactly, whatever its values, its type and its coding', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom(...types),
        fc.constantFrom(...CODINGS),
        fc.nat(100_000),
        (list, type, coding, firstRow) => {
          const column = type.from(list);
          const stored = encodeColumn(column, coding, firstRow);
          const { length, BYTES_PER_ELEMENT } = column;
          expect(columnBytes(coding, stored[0], length, BYTES_PER_ELEMENT)).toBe(stored.length);
          const back = decoded(stored, column, coding, firstRow);
          expect([...back].every((value, row) => Object.is(value, column[row]))).toBe(true);
        }
      ),
      { numRuns: 3000 }
    );
  });

  test.each<[ColumnCoding, number]>([
    ['earlierRow', -0],
    ['earlierRow', 5e-324],
    ['earlierRow', -2],
    ['orNone', -0],
    ['orNone', 2 ** 53],
    ['steps', -0],
    ['value', -0]
  ])('comes back exactly as %s with %s', (coding, value) => {
    const column = Float64Array.of(0, value, 3);
    const back = decoded(encodeColumn(column, coding, 10), column, coding, 10);
    expect([...back].map(each => Object.is(each, -0))).toEqual([
      false,
      Object.is(value, -0),
      false
    ]);
    expect([...back]).toEqual([...column]);
  });

  test.each<[string, ColumnCoding, Column, number]>([
    ['small numbers in a large type', 'value', Float64Array.of(3, 0, 255), 1 + 3],
    ['numbers of two bytes', 'value', Uint32Array.of(3, 256), 1 + 2 * 2],
    ['numbers beyond 32 bits', 'value', Float64Array.of(1, 2 ** 40), 1 + 2 * 6],
    ['references with a none', 'orNone', Int32Array.of(-1, 254), 1 + 2],
    ['parents that are near', 'earlierRow', Int32Array.of(-1, 99_999, 99_998), 1 + 3],
    ['times a little apart', 'steps', Float64Array.of(1e12 + 0.5, 1e12 + 7.5), 1 + 8 + 2],
    ['what is no whole number', 'value', Float64Array.of(0.5, 1), 1 + 16],
    ['times that fall', 'steps', Float64Array.of(5, 3), 1 + 16]
  ])('takes as many bytes as the largest of its numbers needs: %s', (_, coding, column, bytes) => {
    expect(encodeColumn(column, coding, 100_000).length).toBe(bytes);
  });

  test('is never smaller than its rows, and not wider than its type', () => {
    expect(encodeColumn(new Float64Array(1000), 'value', 0).length).toBe(1001);
    expect(columnBytes('value', 5, 10, 4)).toBeNaN();
    expect(columnBytes('value', 8, 10, 8)).toBeNaN();
    expect(columnBytes('value', 1, 0, 8)).toBeNaN();
  });
});
