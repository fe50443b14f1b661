import type { BundleRow, BundleSection } from 'kernelscope/model';

/** Columns of the table, by what they hold; `share` is self time over the run's wall time. */
export type ColumnKey = 'name' | 'count' | 'total' | 'self' | 'share' | 'min' | 'max' | 'average';

/** Time sections have totals and shares; counter sections have a last value. */
export type TableKind = 'time' | 'counter';

/** Columns of each kind of table, from left to right: those of `dumps`, self and share. */
export const COLUMNS: Readonly<Record<TableKind, readonly ColumnKey[]>> = {
  time: ['name', 'count', 'total', 'self', 'share', 'min', 'max', 'average'],
  counter: ['name', 'count', 'total', 'min', 'max', 'average']
};

/** Which column orders the rows of every section. */
export interface SortState {
  readonly column: ColumnKey;
  readonly direction: 'ascending' | 'descending';
}

/** The order in which a table first appears: the greatest total on top. */
export const INITIAL_SORT: SortState = { column: 'total', direction: 'descending' };

/** A line of the table as it is drawn: a section's heading or one of its rows. */
export type TableLine =
  | { readonly type: 'section'; readonly section: BundleSection; readonly rowCount: number }
  | { readonly type: 'row'; readonly section: BundleSection; readonly row: BundleRow };

const CELL = {
  name: 0,
  count: 1,
  total: 2,
  self: 3,
  share: 3,
  min: 4,
  max: 5,
  average: 6
} as const;

/** The number in a cell, in the section's unit; for `share` the self time it is made of. */
export function numberIn(row: BundleRow, column: Exclude<ColumnKey, 'name'>): number {
  return row[CELL[column]];
}

/** The sections that one kind of table shows, in the bundle's order. */
export function sectionsOfKind(
  sections: readonly BundleSection[],
  kind: TableKind
): BundleSection[] {
  return sections.filter(({ unit }) => (unit === 'nanoseconds') === (kind === 'time'));
}

/** The order after a click on `column`: reversed if it ruled already, else its natural direction. */
export function nextSort(current: SortState, column: ColumnKey): SortState {
  if (current.column === column) {
    return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
  }
  return { column, direction: column === 'name' ? 'ascending' : 'descending' };
}

/**
 * A sorted copy. Equal values are ordered by name, equal names stay in the order given; `conv2`
 * comes before `conv10`.
 */
export function sortRows(rows: readonly BundleRow[], sort: SortState): BundleRow[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const { column } = sort;
  const keyed = rows.map(row => ({ row, key: nameKey(row[0]) }));
  if (column === 'name') {
    keyed.sort((a, b) => sign * compareText(a.key, b.key));
  } else {
    const cell = CELL[column];
    keyed.sort((a, b) => sign * (a.row[cell] - b.row[cell]) || compareText(a.key, b.key));
  }
  return keyed.map(({ row }) => row);
}

/** The rows whose name contains `text`, whatever the case; all rows for blank text. */
export function filterRows(rows: readonly BundleRow[], text: string): readonly BundleRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter(([name]) => name.toLowerCase().includes(wanted));
}

/** Everything to draw, from top to bottom; a section without a matching row is left out. */
export function linesOf(
  sections: readonly BundleSection[],
  sort: SortState,
  filter: string
): TableLine[] {
  return sections.flatMap(section => {
    const rows = sortRows(filterRows(section.rows, filter), sort);
    if (rows.length === 0) return [];
    const heading: TableLine = { type: 'section', section, rowCount: rows.length };
    return [heading, ...rows.map((row): TableLine => ({ type: 'row', section, row }))];
  });
}

/** Text whose plain order is the order of names: numbers in it have equal length. */
function nameKey(name: string): string {
  return name.replace(/\d+/g, digits => digits.padStart(12, '0'));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
