import { describe, expect, it } from 'vitest';
import { KeptRows } from '../../../../src/sources/gpu/keptRows';

const columns = (time: readonly number[], value: readonly number[], dropped = 0) => ({
  ...{ device: 0, dropped, time: Float64Array.from(time) },
  values: [Float64Array.from(value)]
});

describe('Rows that are kept of a GPU', () => {
  it('are joined in order, without readings that failed', () => {
    const rows = new KeptRows();
    rows.add(columns([1, 2], [10, NaN]));
    rows.add(columns([], []));
    rows.add(columns([3], [30]));
    const { time, value } = rows.column(0);
    expect([[...time], [...value]]).toEqual([
      [1, 3],
      [10, 30]
    ]);
  });

  it('are no more than there is room for; others are counted with those that the sampler lost', () => {
    const rows = new KeptRows(3);
    rows.add(columns([1, 2], [1, 2], 4));
    rows.add(columns([3, 4], [3, 4], 5));
    rows.add(columns([5], [5], 5));
    expect([...rows.column(0).time]).toEqual([1, 2, 5]);
    expect(rows.dropped).toBe(2 + 5);
  });
});
