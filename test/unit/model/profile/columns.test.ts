import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Column, permute } from '../../../../src/model/profile/columns';

const TYPES = [Float64Array, Uint32Array, Int32Array, Uint16Array, Uint8Array] as const;

test('a column keeps its values in another order, whatever its type and where it lies in its memory', () => {
  const values = fc.array(fc.oneof(fc.integer(), fc.constant(-1), fc.double()), { minLength: 3 });
  fc.assert(
    fc.property(fc.constantFrom(...TYPES), values, fc.array(fc.nat()), (type, given, rows) => {
      const column: Column = new type(given).subarray(1);
      const order = Uint32Array.from(rows, row => row % column.length);
      const expected = Array.from(order, row => column[row]);
      expect([...permute(column, order, new type(order.length))]).toEqual(expected);
    })
  );
});
