import type { GridCell, GridColumn, RowSource } from './rowGridNodes';

/** A column of a table whose rows are of type `T`. */
export interface TableColumn<T> extends Omit<GridColumn, 'sort'> {
  /** Its width; of names the least, as they take what is left. */
  readonly widthPx: number;
  /** The value that orders rows: texts ascend at first, numbers descend; null is none. */
  readonly key: (row: T) => number | string | null;
  readonly cell: (row: T) => GridCell;
}

/** Which column orders the rows. */
export interface TableSort {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** A table in some order. */
export interface SortedTable<T> {
  readonly rows: readonly T[];
  readonly columns: readonly GridColumn[];
  /** The rows of the grid; a row is put into words when it becomes visible. */
  readonly source: RowSource;
}

/** The order after a click on a column: reversed if it ruled already, else its natural direction. */
export function nextTableSort(
  columns: readonly Pick<GridColumn, 'kind'>[],
  current: TableSort | null,
  column: number
): TableSort {
  if (current?.column === column) {
    return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
  }
  const isText = columns[column].kind === 'name' || columns[column].kind === 'plain';
  return { column, direction: isText ? 'ascending' : 'descending' };
}

/** `rows` in order, as they are for null; equal ones stay as they were, those without a key come last. */
export function sortedTable<T>(
  columns: readonly TableColumn<T>[],
  rows: readonly T[],
  sort: TableSort | null
): SortedTable<T> {
  const sorted = sort === null ? rows : inOrder(columns[sort.column], rows, sort);
  return {
    rows: sorted,
    columns: columns.map(({ label, explanation, kind }, at) => {
      return { label, explanation, kind, sort: at === sort?.column ? sort.direction : 'none' };
    }),
    source: { length: sorted.length, at: index => columns.map(({ cell }) => cell(sorted[index])) }
  };
}

function inOrder<T>(
  { key }: TableColumn<T>,
  rows: readonly T[],
  { direction }: TableSort
): readonly T[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const keyed = rows.map(row => ({ row, key: key(row) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key, sign));
  return keyed.map(({ row }) => row);
}

function compareKeys(a: number | string | null, b: number | string | null, sign: number): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -sign : sign;
}

/** CSS of a grid with these columns: their template, and the least width that they take together. */
export function tableWidths<T>(columns: readonly TableColumn<T>[]): {
  readonly template: string;
  readonly least: string;
} {
  const widths = columns.map(({ kind, widthPx }) =>
    kind === 'name' || kind === 'change' ? `minmax(${widthPx}px, 1fr)` : `${widthPx}px`
  );
  const leastPx = columns.reduce((sum, { widthPx }) => sum + widthPx, 0);
  return { template: widths.join(' '), least: `${leastPx}px` };
}
