import { describe, expect, it } from 'vitest';
import {
  type TableColumn,
  nextTableSort,
  sortedTable,
  tableWidths
} from '../../../../../extension/src/shared/grid/tableColumns';

interface Row {
  readonly name: string;
  readonly size: number | null;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    ...{ label: 'Name', explanation: '', kind: 'name', widthPx: 100 },
    key: ({ name }) => name,
    cell: ({ name }) => ({ text: name })
  },
  {
    ...{ label: 'Size', explanation: '', kind: 'number', widthPx: 50 },
    key: ({ size }) => size,
    cell: ({ size }) => ({ text: String(size) })
  }
];
const ROWS: readonly Row[] = [
  { name: 'b', size: null },
  { name: 'a', size: 2 },
  { name: 'c', size: 10 },
  { name: 'd', size: 2 }
];

describe('a sorted table', () => {
  const names = (column: number, direction: 'ascending' | 'descending') =>
    sortedTable(COLUMNS, ROWS, { column, direction })
      .rows.map(({ name }) => name)
      .join('');

  it('orders texts and numbers either way, with what has no key last and equals as they were', () => {
    expect(names(0, 'ascending')).toBe('abcd');
    expect(names(0, 'descending')).toBe('dcba');
    expect(names(1, 'ascending')).toBe('adcb');
    expect(names(1, 'descending')).toBe('cadb');
  });

  it('leaves rows as they are until somebody orders them', () => {
    const { rows, columns } = sortedTable(COLUMNS, ROWS, null);
    expect(rows).toBe(ROWS);
    expect(columns.map(({ sort }) => sort)).toEqual(['none', 'none']);
    expect(nextTableSort(COLUMNS, null, 1)).toEqual({ column: 1, direction: 'descending' });
  });

  it('says which column rules, and makes rows when asked for them', () => {
    const { columns, source } = sortedTable(COLUMNS, ROWS, { column: 1, direction: 'descending' });
    expect(columns.map(({ sort }) => sort)).toEqual(['none', 'descending']);
    expect(source.length).toBe(4);
    expect(source.at(0)).toEqual([{ text: 'c' }, { text: '10' }]);
  });

  it('turns its order round on a second press, and begins in the natural one', () => {
    const byName = nextTableSort(COLUMNS, { column: 1, direction: 'descending' }, 0);
    expect(byName).toEqual({ column: 0, direction: 'ascending' });
    expect(nextTableSort(COLUMNS, byName, 0)).toEqual({ column: 0, direction: 'descending' });
    expect(nextTableSort(COLUMNS, byName, 1)).toEqual({ column: 1, direction: 'descending' });
  });

  it('lets names take the room that is left', () => {
    expect(tableWidths(COLUMNS)).toEqual({ template: 'minmax(100px, 1fr) 50px', least: '150px' });
  });
});
