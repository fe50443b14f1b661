import { type OperatorRecord, infoTexts } from './operatorRecord';

/** Columns by which records can be sorted. */
export const RECORD_COLUMNS = [
  'time',
  'info',
  'computation',
  'memory',
  'in_shapes',
  'in_layouts',
  'out_shapes',
  'flops',
  'bandwidth',
  'opr_id'
] as const;
export type RecordColumn = (typeof RECORD_COLUMNS)[number];

/** An order of records. */
export interface RecordOrder {
  readonly column: RecordColumn;
  readonly direction: 'ascending' | 'descending';
}

/** Reads `COLUMN`, descending, or `+COLUMN`, ascending; null for a column that there is not. */
export function parseRecordOrder(text: string): RecordOrder | null {
  const direction = text.startsWith('+') ? 'ascending' : 'descending';
  const name = direction === 'ascending' ? text.slice(1) : text;
  const column = RECORD_COLUMNS.find(known => known === name);
  return column === undefined ? null : { column, direction };
}

/** Sort keys: numbers, texts, and lists of such; null if unknown. */
type Key = number | string | null | readonly Key[];

/**
 * Sorted records; equal ones keep their order. Values that are not numbers come last, followed by
 * unknown ones, in either direction. Lists are compared by their first difference.
 */
export function orderRecords(
  records: readonly OperatorRecord[],
  { column, direction }: RecordOrder
): OperatorRecord[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return records
    .map(record => ({ record, key: keyOf(record, column) }))
    .sort((a, b) => rank(a.key) - rank(b.key) || sign * compare(a.key, b.key))
    .map(({ record }) => record);
}

function keyOf(record: OperatorRecord, column: RecordColumn): Key {
  if (column === 'info') return infoTexts(record.info).map(([, text]) => text);
  if (column === 'opr_id') return idOf(record);
  if (column === 'in_layouts') return record.inLayouts;
  if (column === 'in_shapes') return listed(record.inShapes);
  return column === 'out_shapes' ? listed(record.outShapes) : record[column];
}

function idOf({ info }: OperatorRecord): number | null {
  if ('count' in info) return null;
  const { id } = info;
  return /^\s*[-+]?\d+\s*$/.test(id) ? Number(id) : null;
}

function listed(shapes: OperatorRecord['inShapes']): Key {
  return typeof shapes === 'string' ? null : shapes;
}

function rank(key: Key): number {
  if (key === null) return 2;
  return Number.isNaN(key) ? 1 : 0;
}

function compare(a: Key, b: Key): number {
  if (isList(a) && isList(b)) return compareLists(a, b);
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : Number(a > b);
}

function isList(key: Key): key is readonly Key[] {
  return Array.isArray(key);
}

function compareLists(a: readonly Key[], b: readonly Key[]): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = compare(a[at], b[at]);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
