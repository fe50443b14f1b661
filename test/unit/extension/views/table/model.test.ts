import { describe, expect, it } from 'vitest';
import type { BundleSection } from '../../../../../src/model/output/bundle';
import {
  INITIAL_SORT,
  type RowPredicate,
  type TableLine,
  columnsFor,
  linesOf,
  nextSort,
  sectionsOfKind,
  sortRows
} from '../../../../../extension/src/views/table/model';
import { exampleBundle, gpuRow, repeatedRow, row, timeSection } from '../../exampleBundle';

const rows = [row('b', 1, 5), row('a', 3, 5), row('c', 2, 9, 1)];
const names = (sorted: readonly { readonly 0: string }[]): string =>
  sorted.map(({ 0: name }) => name).join('');

const all = (): boolean => true;
const drawn = (line: TableLine): string =>
  line.type === 'section' ? `# ${line.section.category} ${line.rowCount}` : line.row[0];

describe('columnsFor', () => {
  it('has the figures of a repeated cell beside the share, for times alone', () => {
    const repeated = [row('a', 1, 1), repeatedRow('b', [4, 1])];
    const columns = columnsFor('time', repeated);
    expect(columns.slice(4, 8)).toEqual(['share', 'meanPerRun', 'halfWidth', 'min']);
    expect(columns).toHaveLength(columnsFor('time', rows).length + 2);
    expect(columnsFor('counter', repeated)).not.toContain('meanPerRun');
  });

  it('has fewer where functions are among the rows, whose runs are not known', () => {
    const columns = columnsFor('time', [row('f', NaN, 3), row('scavenge', 1, 1)]);
    expect(columns).toEqual(['name', 'total', 'self', 'share', 'count', 'max']);
    const repeated = columnsFor('time', [row('f', NaN, 3), repeatedRow('repetition', [4, 1])]);
    expect(repeated.slice(3, 6)).toEqual(['share', 'meanPerRun', 'halfWidth']);
  });

  it('has times of GPUs beside other times, where rows have some', () => {
    const alone = gpuRow('a', 5);
    const both = gpuRow('b', 7, repeatedRow('b', [4, 1]));
    const columns = columnsFor('time', [row('c', 1, 1), alone]);
    expect(columns.slice(3, 7)).toEqual(['self', 'share', 'gpu', 'min']);
    expect(columns).not.toContain('meanPerRun');
    expect(columnsFor('time', [alone, both])).toContain('halfWidth');
    const sorted = sortRows([row('c', 1, 1), alone, both], {
      ...{ column: 'gpu', direction: 'descending' }
    });
    expect(names(sorted)).toBe('bac');
    expect(columnsFor('counter', [alone])).not.toContain('gpu');
  });
});

describe('sortRows', () => {
  it('puts rows without a figure below those that have one, by name', () => {
    const mixed = [row('z', 1, 1), row('y', 1, 1), repeatedRow('b', [4]), repeatedRow('a', [4, 1])];
    expect(names(sortRows(mixed, { column: 'halfWidth', direction: 'descending' }))).toBe('abyz');
    expect(names(sortRows(mixed, { column: 'meanPerRun', direction: 'descending' }))).toBe('abyz');
  });

  it('puts the greatest on top when descending and the smallest when ascending', () => {
    expect(names(sortRows(rows, { column: 'count', direction: 'descending' }))).toBe('acb');
    expect(names(sortRows(rows, { column: 'count', direction: 'ascending' }))).toBe('bca');
  });

  it('orders equal values by name in both directions', () => {
    expect(names(sortRows(rows, { column: 'total', direction: 'descending' }))).toBe('cab');
    expect(names(sortRows(rows, { column: 'total', direction: 'ascending' }))).toBe('abc');
  });

  it('orders shares by the self time they are made of', () => {
    expect(names(sortRows(rows, { column: 'share', direction: 'ascending' }))).toBe('cab');
  });

  it('orders numbers within names by their value', () => {
    const numbered = [row('conv10', 1, 1), row('conv2', 1, 1)];
    const sorted = sortRows(numbered, { column: 'name', direction: 'ascending' });
    expect(names(sorted)).toBe('conv2conv10');
  });

  it('leaves the rows it was given alone', () => {
    sortRows(rows, { column: 'name', direction: 'ascending' });
    expect(names(rows)).toBe('bac');
  });
});

describe('nextSort', () => {
  it('reverses the column that rules', () => {
    expect(nextSort(INITIAL_SORT, 'total')).toEqual({
      ...INITIAL_SORT,
      direction: 'ascending'
    });
  });

  it('starts names at A and numbers at the greatest', () => {
    expect(nextSort(INITIAL_SORT, 'name').direction).toBe('ascending');
    expect(nextSort(INITIAL_SORT, 'count').direction).toBe('descending');
  });
});

describe('linesOf', () => {
  const { sections } = exampleBundle();
  const grouped = (of: readonly BundleSection[], isShown: RowPredicate = all): TableLine[] =>
    linesOf(of, { sort: INITIAL_SORT, isShown, isGrouped: true });

  it('lists the rows of all sections in one order', () => {
    const options = { sort: INITIAL_SORT, isShown: all, isGrouped: false };
    const lines = linesOf(sectionsOfKind(sections, 'time'), options);
    expect(lines.map(drawn)).toEqual(['step', 'conv2d', 'add', 'relu']);
    expect(lines.map(({ section }) => section.category)).toEqual([
      'range',
      'operator',
      'operator',
      'operator'
    ]);
  });

  it('lists each section with its rows in order', () => {
    expect(grouped(sectionsOfKind(sections, 'time')).map(drawn)).toEqual([
      '# operator 3',
      'conv2d',
      'add',
      'relu',
      '# range 1',
      'step'
    ]);
  });

  it('leaves out a section without a row to show', () => {
    const times = [timeSection('a', row('x', 1, 1)), timeSection('b', row('y', 1, 1))];
    expect(grouped(times, ([name]) => name === 'y').map(drawn)).toEqual(['# b 1', 'y']);
  });

  it('keeps counters apart from times', () => {
    const counters = sectionsOfKind(sections, 'counter');
    expect(grouped(counters).map(drawn)).toEqual(['# memory 1', 'Heap']);
  });
});
