import { describe, expect, test } from 'vitest';
import { KscopeError } from '../../../../src/formats/kscope/kscopeContainer';
import {
  ColumnRoom,
  type StoredColumn,
  decodeLeadingColumns,
  decodeRows,
  encodeRows
} from '../../../../src/formats/kscope/kscopeRows';
import { runSteps } from '../../../../src/base/steps';

const STORED: readonly StoredColumn[] = [
  { name: 'time', type: 'float64', coding: 'steps' },
  { name: 'parent', type: 'int32', coding: 'earlierRow' }
];
const columns = {
  time: Float64Array.of(10, 12, 15, 15),
  parent: Int32Array.of(-1, 0, 1, -1)
};
const parts = [encodeRows(STORED, columns, 0, 3), encodeRows(STORED, columns, 3, 4)];
const room = (): ColumnRoom => new ColumnRoom(1000);

describe('rows in frames', () => {
  test('are one table again', () => {
    const decoded = runSteps(decodeRows(STORED, parts, 'toy', room()));
    expect(decoded).toEqual({ length: 4, columns });
  });

  test('of an older version are read without the columns that came later', () => {
    const older = [encodeRows(STORED.slice(0, 1), columns, 0, 4)];
    const decoded = runSteps(decodeLeadingColumns(STORED, older, 'toy', room()));
    expect(decoded).toEqual({ length: 4, columns: { time: columns.time } });
    expect(() => runSteps(decodeRows(STORED, older, 'toy', room()))).toThrow(
      'A toy frame of the .kscope file contradicts its own size.'
    );
  });

  test('are refused before they take more memory than there is room for', () => {
    const all = 4 * (8 + 4);
    expect(runSteps(decodeRows(STORED, parts, 'toy', new ColumnRoom(all))).length).toBe(4);
    expect(() => runSteps(decodeRows(STORED, parts, 'toy', new ColumnRoom(all - 1)))).toThrow(
      /take more than 47 bytes/
    );
  });

  test('are refused when they contradict their own size', () => {
    const changed = (at: number, byte: number): Uint8Array => {
      const frame = parts[0].slice();
      frame[at] = byte;
      return frame;
    };
    const wrong = [
      new Uint8Array(4),
      parts[0].subarray(0, -1),
      Uint8Array.of(...parts[0], 0),
      changed(0, 2),
      changed(2, 2),
      changed(4, 3),
      changed(5, 9)
    ];
    for (const frame of wrong) {
      expect(() => runSteps(decodeRows(STORED, [frame], 'toy', room()))).toThrow(KscopeError);
    }
  });
});
