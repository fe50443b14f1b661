import {
  type Aggregate,
  type AggregateKey,
  aggregateRecords,
  pairwiseSum
} from './aggregateRecords';
import {
  type OperatorRecord,
  recordOf,
  type Place,
  type ProfiledOperator,
  type RunTime,
  infoTexts
} from './operatorRecord';

/** Up to when an operator's time counts: its end, or only until the wait before it ended. */
export const END_KEYS = ['end', 'kern'] as const;
export type EndKey = (typeof END_KEYS)[number];

/** The selection and order of a table's records. */
export interface RecordSelection {
  readonly place: Place;
  readonly endKey: EndKey;
  /** Seconds; operators that took less or more are left out, before any are put together. */
  readonly minTime: number;
  readonly maxTime: number;
  readonly aggregate: Aggregate | null;
  readonly aggregateBy: AggregateKey | null;
  readonly order: RecordOrder;
  /** Records at most; 0 for all. */
  readonly top: number;
}

/** The records of operators: combined, sorted, and limited to the requested number. */
export function selectRecords(
  operators: readonly ProfiledOperator[],
  selection: RecordSelection
): OperatorRecord[] {
  const { aggregate, aggregateBy, order, top } = selection;
  const records = operators.flatMap(operator => {
    const time = operatorTime(operator, selection);
    return time === null || isOutside(time, selection) ? [] : [recordOf(operator, time)];
  });
  const rows = aggregate === null ? records : aggregateRecords(records, aggregate, aggregateBy);
  const ordered = orderRecords(rows, order);
  return top === 0 ? ordered : ordered.slice(0, top);
}

/** Limits that are not numbers leave nothing out, as comparisons with them fail. */
function isOutside(time: number, { minTime, maxTime }: RecordSelection): boolean {
  return time < minTime || time > maxTime;
}

/**
 * Seconds of an operator's longest run at a place; null if it did not run there or the time is unknown.
 */
function operatorTime(
  operator: ProfiledOperator,
  { place, endKey }: Pick<RecordSelection, 'place' | 'endKey'>
): number | null {
  let longest: number | null = null;
  for (const run of operator[place]) {
    const time = timeOf(run, endKey);
    if (time !== null && (longest === null || time > longest)) longest = time;
  }
  return longest;
}

function timeOf({ endS, kernS }: RunTime, endKey: EndKey): number | null {
  return endKey === 'end' ? endS : kernS;
}

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
type RecordColumn = (typeof RECORD_COLUMNS)[number];

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
function orderRecords(
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

/** Type of the operators that copy between devices. */
export const COPY_TYPE = 'Copy';

/** Seconds that copies took on devices together and each. */
export interface CopyTime {
  readonly totalS: number;
  readonly averageS: number;
}

/** Time of copies up to an end; null if there are none, or the time was not recorded. */
export function copyTime(operators: readonly ProfiledOperator[], endKey: EndKey): CopyTime | null {
  const times = operators
    .filter(operator => operator.type === COPY_TYPE)
    .map(operator => operatorTime(operator, { place: 'device', endKey }))
    .filter(time => time !== null);
  if (times.length === 0) return null;
  const totalS = pairwiseSum(times);
  return { totalS, averageS: totalS / times.length };
}

/** Seconds of all operators at a place; null if none ran there. */
export function totalTime(
  operators: readonly ProfiledOperator[],
  place: 'device' | 'host'
): number | null {
  const times = operators
    .map(operator => operatorTime(operator, { place, endKey: 'end' }))
    .filter(time => time !== null);
  return times.length === 0 ? null : pairwiseSum(times);
}
