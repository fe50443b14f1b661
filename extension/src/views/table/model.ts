import type { BundleRow, BundleSection } from 'kernelscope/model';

/** Columns of the table, by what they hold; `share` is the share of a {@link SharedColumn}. */
export type ColumnKey =
  | 'name'
  | 'count'
  | 'total'
  | 'self'
  | 'share'
  | 'min'
  | 'max'
  | 'average'
  | 'p50'
  | 'p95'
  | 'p99'
  | 'meanPerRun'
  | 'halfWidth'
  | 'gpu'
  | 'waiting';

/** Time sections have totals and shares; counter sections have a last value. */
export type TableKind = 'time' | 'counter';

/** Columns of each kind of table, from left to right: those of `dumps`, self, share, percentiles. */
const COLUMNS: Readonly<Record<TableKind, readonly ColumnKey[]>> = {
  time: ['name', 'count', 'total', 'self', 'share', 'min', 'max', 'average', 'p50', 'p95', 'p99'],
  counter: ['name', 'count', 'total', 'min', 'max', 'average', 'p50', 'p95', 'p99']
};

/** Columns where functions are among the rows: their runs are not known. */
const FUNCTION_COLUMNS: readonly ColumnKey[] = ['name', 'total', 'self', 'share', 'count', 'max'];

/** Columns that rows of a repeated cell have beside their share. */
const RUN_COLUMNS: readonly ColumnKey[] = ['meanPerRun', 'halfWidth'];

/** The columns of a table of these rows, from left to right: what some rows have beside their share. */
export function columnsFor(kind: TableKind, rows: Iterable<BundleRow>): readonly ColumnKey[] {
  if (kind === 'counter') return COLUMNS.counter;
  let [isRepeated, hasGpu, hasWaits, hasFunctions] = [false, false, false, false];
  for (const row of rows) {
    isRepeated ||= !Number.isNaN(numberIn(row, 'meanPerRun'));
    hasGpu ||= !Number.isNaN(numberIn(row, 'gpu'));
    hasWaits ||= !Number.isNaN(numberIn(row, 'waiting'));
    hasFunctions ||= Number.isNaN(numberIn(row, 'count'));
  }
  const added: readonly ColumnKey[] = [
    ...(isRepeated ? RUN_COLUMNS : []),
    ...(hasGpu ? (['gpu'] as const) : []),
    ...(hasWaits ? (['waiting'] as const) : [])
  ];
  const columns = hasFunctions ? FUNCTION_COLUMNS : COLUMNS.time;
  const beside = hasFunctions ? added.filter(column => column !== 'gpu') : added;
  return columns.flatMap(column => (column === 'share' ? [column, ...beside] : [column]));
}

/** The columns of grids of both kinds in one order: that of `times`, with the others before their next one. */
export function mergedColumns(
  times: readonly ColumnKey[],
  counters: readonly ColumnKey[]
): readonly ColumnKey[] {
  const merged = [...times];
  counters.forEach((column, at) => {
    if (merged.includes(column)) return;
    const next = counters.slice(at + 1).find(each => merged.includes(each));
    merged.splice(next === undefined ? merged.length : merged.indexOf(next), 0, column);
  });
  return merged;
}

/** Columns of times of which the column of shares can be. */
const SHARED_COLUMNS = ['total', 'self', 'gpu', 'waiting'] as const;

/** The column that shares are of: the one that orders the rows, or did so last. */
export type SharedColumn = (typeof SHARED_COLUMNS)[number];

/** The total that shares are parts of. */
export interface ShareOf {
  readonly column: SharedColumn;
  /** The value of a share of 1, nanoseconds. */
  readonly wholeNs: number;
}

/**
 * The time of a row that shares of a column are of: of total and self what a moment counts once for, on however many
 * threads. NaN where a row has none.
 */
export function sharedTime(row: BundleRow, column: SharedColumn): number {
  const once = ONCE[column];
  const onceNs = once === undefined ? NaN : numberIn(row, once);
  return Number.isNaN(onceNs) ? numberIn(row, column) : onceNs;
}

/** Shares of a column of `rows`: of the wall time, or of the greatest value where that is more, as of waits at a time. */
export function shareOf(
  column: SharedColumn,
  sections: readonly BundleSection[],
  wallNs: number
): ShareOf {
  let wholeNs = wallNs;
  if (wallNs <= 0) return { column, wholeNs };
  for (const { unit, rows } of sections) {
    if (unit !== 'nanoseconds') continue;
    for (const row of rows) wholeNs = Math.max(wholeNs, sharedTime(row, column) || 0);
  }
  return { column, wholeNs };
}

/** Which column orders the rows of every section. */
export interface SortState {
  readonly column: ColumnKey;
  readonly direction: 'ascending' | 'descending';
  /** The total that shares are parts of: self time unless given. */
  readonly share?: SharedColumn;
}

/** The column that the shares are of where rows are in this order. */
export function sharedBy({ share = 'self' }: SortState): SharedColumn {
  return share;
}

/** The order in which a table first appears: the greatest total on top. */
export const INITIAL_SORT: SortState = {
  ...{ column: 'total', direction: 'descending', share: 'total' }
};

/** A line of the table as it is drawn: a section's heading or one of its rows. */
export type TableLine =
  | { readonly type: 'section'; readonly section: BundleSection; readonly rowCount: number }
  | { readonly type: 'row'; readonly section: BundleSection; readonly row: BundleRow };

/** The subject of a row: all slices, or the values, of one name in one category. */
export interface LabelKey {
  readonly category: string;
  readonly name: string;
}

/** Whether two rows stand for the same. */
export function isSameLabel(a: LabelKey | null, b: LabelKey | null): boolean {
  return a?.name === b?.name && a?.category === b?.category;
}

/** Whether a line is the row of `label`. */
export function isLabelOf(line: TableLine, label: LabelKey | null): boolean {
  if (label === null || line.type === 'section') return false;
  return line.row[0] === label.name && line.section.category === label.category;
}

/** Rows among the lines. */
export function rowCountOf(lines: readonly TableLine[]): number {
  return lines.reduce((count, { type }) => (type === 'row' ? count + 1 : count), 0);
}

const CELL = {
  name: 0,
  count: 1,
  total: 2,
  self: 3,
  min: 4,
  max: 5,
  average: 6,
  p50: 7,
  p95: 8,
  p99: 9,
  meanPerRun: 10,
  halfWidth: 11,
  gpu: 12,
  waiting: 13,
  onceTotal: 14,
  onceSelf: 15
} as const;

/** The cells with times of which a moment counts once. */
const ONCE: Readonly<Partial<Record<SharedColumn, NumberColumn>>> = {
  ...{ total: 'onceTotal', self: 'onceSelf' }
};

/** Columns with numbers of their own. */
export type NumberColumn = keyof Omit<typeof CELL, 'name'>;

/** The number in a cell, in the section's unit; NaN where a row has none. */
export function numberIn(row: BundleRow, column: NumberColumn): number {
  return row[CELL[column]] ?? NaN;
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
  const share = SHARED_COLUMNS.find(each => each === column) ?? current.share;
  if (current.column === column) {
    const direction = current.direction === 'ascending' ? 'descending' : 'ascending';
    return { column, direction, share };
  }
  return { column, direction: column === 'name' ? 'ascending' : 'descending', share };
}

/**
 * A sorted copy. Equal values are ordered by name, equal names stay in the order given; `conv2`
 * comes before `conv10`.
 */
export function sortRows(rows: readonly BundleRow[], sort: SortState): BundleRow[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const { column } = sort;
  const keyed = rows.map((row): KeyedRow => ({ row, key: null }));
  if (column === 'name') {
    keyed.sort((a, b) => sign * compareNames(a, b));
  } else {
    const value = (row: BundleRow): number =>
      column === 'share' ? sharedTime(row, sharedBy(sort)) : numberIn(row, column);
    keyed.sort(
      (a, b) => sign * (sortNumber(value(a.row)) - sortNumber(value(b.row))) || compareNames(a, b)
    );
  }
  return keyed.map(({ row }) => row);
}

export type RowPredicate = (row: BundleRow, section: BundleSection) => boolean;

/** The order and the choice of lines. */
export interface LineOptions {
  readonly sort: SortState;
  readonly isShown: RowPredicate;
  /** True for the rows of each category below its name, false for all rows in one order. */
  readonly isGrouped: boolean;
}

/** Everything to draw, from top to bottom; a section without a row that `isShown` is left out. */
export function linesOf(
  sections: readonly BundleSection[],
  { sort, isShown, isGrouped }: LineOptions
): TableLine[] {
  return isGrouped ? groupedLines(sections, sort, isShown) : flatLines(sections, sort, isShown);
}

function flatLines(
  sections: readonly BundleSection[],
  sort: SortState,
  isShown: RowPredicate
): TableLine[] {
  const shown = sections.flatMap(section =>
    section.rows.filter(row => isShown(row, section)).map(row => [row, section] as const)
  );
  const sectionOf = new Map(shown);
  return sortRows([...sectionOf.keys()], sort).flatMap((row): TableLine[] => {
    const section = sectionOf.get(row);
    return section ? [{ type: 'row', section, row }] : [];
  });
}

function groupedLines(
  sections: readonly BundleSection[],
  sort: SortState,
  isShown: RowPredicate
): TableLine[] {
  const lines: TableLine[] = [];
  for (const section of sections) {
    const shown = section.rows.filter(row => isShown(row, section));
    if (shown.length === 0) continue;
    lines.push({ type: 'section', section, rowCount: shown.length });
    for (const row of sortRows(shown, sort)) lines.push({ type: 'row', section, row });
  }
  return lines;
}

/** A row with what its name is ordered by, worked out when first asked for. */
interface KeyedRow {
  readonly row: BundleRow;
  key: string | null;
}

/** A row without the number comes after all that have one, the greatest first. */
function sortNumber(value: number): number {
  return Number.isNaN(value) ? -Infinity : value;
}

function compareNames(a: KeyedRow, b: KeyedRow): number {
  const first = keyOf(a);
  const second = keyOf(b);
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Text whose plain order is the order of names: numbers in it have equal length. */
function keyOf(keyed: KeyedRow): string {
  keyed.key ??= keyed.row[0].replace(/\d+/g, digits => digits.padStart(12, '0'));
  return keyed.key;
}
