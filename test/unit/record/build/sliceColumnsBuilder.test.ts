import { describe, expect, it } from 'vitest';
import { StringTable } from '../../../../src/model/build/stringTable';
import { SliceColumnsBuilder } from '../../../../src/record/build/sliceColumnsBuilder';
import { sizesAroundGrowths } from '../../../support/growthSizes';

/** As many slices, of which the one in row `n` has `n % 3` arguments and an arrow to row 0. */
function columnsOf(length: number) {
  const columns = new SliceColumnsBuilder({ strings: new StringTable(), label: () => 0 });
  for (let row = 0; row < length; row++) {
    columns.add(row, 1, row, row % 7, row - 1);
    for (let arg = 0; arg < row % 3; arg++) columns.number(arg, row);
    columns.flow(row, 0, row);
  }
  return columns.build();
}

/** The rows in which a column is not what `expected` says. */
function wrongRows(column: ArrayLike<number>, expected: (row: number) => number): number[] {
  return Array.from(column).flatMap((value, row) => (value === expected(row) ? [] : [row]));
}

describe('SliceColumnsBuilder', () => {
  it.each(sizesAroundGrowths(16))('keeps every value of %i slices', length => {
    const { start, label, track, cause, args, flows } = columnsOf(length);
    const argsBefore = (row: number): number =>
      3 * Math.floor(row / 3) + Math.max(0, (row % 3) - 1);
    const wrong = {
      start: wrongRows(start, row => row),
      label: wrongRows(label, row => row),
      track: wrongRows(track, row => row % 7),
      cause: wrongRows(cause, row => row - 1),
      firstArg: wrongRows(args.first, argsBefore),
      from: wrongRows(flows.from, row => row),
      to: wrongRows(flows.to, () => 0),
      arrow: wrongRows(flows.label, row => row)
    };
    expect(wrong).toEqual({
      ...{ start: [], label: [], track: [], cause: [] },
      ...{ firstArg: [], from: [], to: [], arrow: [] }
    });
    expect([args.first.length, args.key.length, flows.length]).toEqual([
      length + 1,
      argsBefore(length),
      length
    ]);
  });
});
