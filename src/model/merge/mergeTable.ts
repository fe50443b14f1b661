import { type Column, permute } from '../profile/columns';
import type { Profile } from '../profile/profile';
import {
  type ColumnSchema,
  TABLE_SCHEMAS,
  type TableName,
  createColumn
} from '../../columns/tableSchema';
import type { MergedPart, MergedRows } from './mergeContext';

/** One part of a table, with the merged rows of what its columns may refer to. */
export interface TablePart extends MergedPart {
  readonly rows: MergedPart['rows'] & Partial<MergedRows>;
}

/**
 * The rows of one table of all parts, in `order` or, where that is `null`, end to end. What columns
 * refer to is renumbered and times are moved, as the schema of the table says.
 */
export function mergeTable<Name extends TableName>(
  name: Name,
  parts: readonly TablePart[],
  order: Uint32Array | null
): Profile[Name] {
  const schemas: Readonly<Record<string, ColumnSchema>> = TABLE_SCHEMAS[name];
  const merged: Record<string, Column> = {};
  for (const [column, schema] of Object.entries(schemas)) {
    merged[column] = mergeColumn(schema, parts, order, part => columnOf(part, name, column));
  }
  const length = parts.reduce((sum, { profile }) => sum + profile[name].length, 0);
  return { length, ...merged } as unknown as Profile[Name];
}

function columnOf({ profile }: TablePart, table: TableName, column: string): Column {
  return (profile[table] as unknown as Readonly<Record<string, Column>>)[column];
}

function mergeColumn(
  { type, rule }: ColumnSchema,
  parts: readonly TablePart[],
  order: Uint32Array | null,
  read: (part: TablePart) => Column
): Column {
  const length = parts.reduce((sum, part) => sum + read(part).length, 0);
  const joined: Column = createColumn[type](length);
  let at = 0;
  for (const part of parts) {
    const own = read(part);
    copyInto(joined, own, at, renumbering(rule, part, at));
    at += own.length;
  }
  if (!order) return joined;
  const ordered = permute(joined, order, createColumn[type](length) as Column);
  return rule.is === 'earlierRow' ? followRows(ordered, rowsAfter(order)) : ordered;
}

/** The new values of this column, or `null` if they stay. */
function renumbering(
  rule: ColumnSchema['rule'],
  { shiftNs, rows }: TablePart,
  firstRow: number
): ((value: number) => number) | null {
  switch (rule.is) {
    case 'time':
    case 'risingTime':
      return shiftNs === 0 ? null : value => value + shiftNs;
    case 'index':
    case 'risingIndex':
    case 'indexOrNone': {
      const target = rows[rule.target];
      return target ? value => (value < 0 ? -1 : target[value]) : null;
    }
    case 'earlierRow':
      return firstRow === 0 ? null : value => (value < 0 ? -1 : value + firstRow);
    default:
      return null;
  }
}

function copyInto(
  target: Column,
  own: Column,
  at: number,
  renumber: ((value: number) => number) | null
): void {
  if (!renumber) {
    target.set(own, at);
    return;
  }
  for (let row = 0; row < own.length; row++) target[at + row] = renumber(own[row]);
}

/** The new row of each row of the concatenation. */
export function rowsAfter(order: Uint32Array): Uint32Array {
  const rows = new Uint32Array(order.length);
  for (let row = 0; row < order.length; row++) rows[order[row]] = row;
  return rows;
}

function followRows(column: Column, rows: Uint32Array): Column {
  for (let row = 0; row < column.length; row++) {
    if (column[row] >= 0) column[row] = rows[column[row]];
  }
  return column;
}
