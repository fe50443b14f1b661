import { describe, expect, it } from 'vitest';
import type {
  AggregateRow,
  AggregateSection
} from '../../../../src/analysis/statistics/aggregateTypes';
import { type DiffRow, diffSections } from '../../../../src/analysis/statistics/diff';

function row(name: string, total: number, more: Partial<AggregateRow> = {}): AggregateRow {
  const each = { count: 1, total, self: total, min: total, max: total, average: total };
  return { name, ...each, p50: total, p95: total, p99: total, ...more };
}

function times(category: string, ...rows: AggregateRow[]): AggregateSection {
  return { category, unit: 'nanoseconds', rows };
}

describe('diffSections', () => {
  it('pairs rows by category, unit and name, the greatest change first', () => {
    const before = [times('op', row('conv', 100), row('relu', 10)), times('range', row('conv', 5))];
    const after = [times('op', row('relu', 15), row('conv', 60)), times('range', row('conv', 5))];
    const rows = diffSections(before, after);
    expect(
      rows.map(({ category, name, change, relative }) => [category, name, change, relative])
    ).toEqual([
      ['op', 'conv', -40, -0.4],
      ['op', 'relu', 5, 0.5],
      ['range', 'conv', 0, 0]
    ]);
  });

  it('has rows of only one of the two, without a share', () => {
    const rows = diffSections([times('op', row('old', 7))], [times('op', row('new', 3))]);
    expect(rows).toMatchObject([
      { name: 'old', after: null, change: -7, relative: null },
      { name: 'new', before: null, change: 3, relative: null }
    ]);
  });

  it('compares means per run where the cell was repeated, whatever the number of runs', () => {
    const one = [times('op', row('conv', 100))];
    const ten = [times('op', row('conv', 900, { perRun: { mean: 90, halfWidth: 5 } }))];
    expect(diffSections(one, ten)).toMatchObject([{ change: -10, relative: -0.1, overlaps: null }]);
  });

  it('leaves out the repetitions that only one of the two has', () => {
    const single = [times('op', row('conv', 100))];
    const repeated = [...single, times('repetition', row('repetition', 900))];
    const categories = (rows: readonly DiffRow[]) => rows.map(({ category }) => category);
    expect(categories(diffSections(repeated, single))).toEqual(['op']);
    expect(categories(diffSections(single, repeated))).toEqual(['op']);
    expect(categories(diffSections(repeated, repeated))).toEqual(['op', 'repetition']);
  });

  it('says whether the intervals of two repeated cells overlap', () => {
    const at = (mean: number, halfWidth: number | null): AggregateSection[] => [
      times('op', row('conv', 0, { perRun: { mean, halfWidth } }))
    ];
    expect(diffSections(at(10, 2), at(14, 2))[0].overlaps).toBe(true);
    expect(diffSections(at(10, 2), at(14.1, 2))[0].overlaps).toBe(false);
    expect(diffSections(at(10, 2), at(14, null))[0].overlaps).toBeNull();
  });

  it('compares counters by their mean, apart from slices of the same name', () => {
    const heap = (average: number): AggregateSection => ({
      category: 'memory',
      unit: 'bytes',
      rows: [row('heap', 1, { average })]
    });
    const rows = diffSections([heap(10), times('memory', row('heap', 1))], [heap(30)]);
    expect(rows).toMatchObject([
      { unit: 'bytes', change: 20, relative: 2 },
      { unit: 'nanoseconds', after: null }
    ]);
  });

  it('pairs rows of one name in their order, and loses none', () => {
    const rows = diffSections(
      [times('op', row('a', 1), row('a', 2))],
      [times('op', row('a', 4), row('a', 3), row('a', 9))]
    );
    expect(rows.map(({ before, after }) => [before?.total, after?.total])).toEqual([
      [undefined, 9],
      [1, 4],
      [2, 3]
    ]);
  });
});
