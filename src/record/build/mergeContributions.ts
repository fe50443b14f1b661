import { type Column, concatenate, permute } from '../../model/profile/columns';
import type { ArgTable, Columns, FlowTable } from '../../model/profile/profile';
import { columnsOf, createTable } from '../../columns/tableSchema';
import { type MergedPart, type MergedSlices, rowOfRef } from './mergeSlices';
import { orderByStart } from './orderByStart';
import type { FlowColumns } from './sliceColumns';

/** The arguments of the recorder's slices, which `own` has by merged row, and of contributed ones. */
export function mergeArgs(own: ArgTable, { table, parts }: MergedSlices): ArgTable {
  const contributed = parts.reduce((sum, { columns }) => sum + columns.args.key.length, 0);
  if (contributed === 0) return own;
  const merged = createTable('args', own.length + contributed);
  const next = firstArgs(own, parts, table.length);
  for (let from = 0; from < own.length; from++) {
    const at = next[own.slice[from]]++;
    merged.slice[at] = own.slice[from];
    merged.key[at] = own.key[from];
    merged.kind[at] = own.kind[from];
    merged.value[at] = own.value[from];
  }
  for (const part of parts) writeArgs(part, merged, next);
  return merged;
}

/** For each merged slice where its arguments begin. */
function firstArgs(own: ArgTable, parts: readonly MergedPart[], slices: number): Uint32Array {
  const next = new Uint32Array(slices + 1);
  for (let from = 0; from < own.length; from++) next[own.slice[from] + 1]++;
  for (const { columns, rowOf } of parts) {
    const { first } = columns.args;
    for (let row = 0; row < columns.length; row++) {
      next[rowOf[row] + 1] += first[row + 1] - first[row];
    }
  }
  for (let slice = 0; slice < slices; slice++) next[slice + 1] += next[slice];
  return next;
}

function writeArgs({ columns, rowOf }: MergedPart, merged: ArgTable, next: Uint32Array): void {
  const { order, args } = columns;
  const { first, key, kind, value } = args;
  for (let place = 0; place < order.length; place++) {
    const row = order[place];
    const slice = rowOf[row];
    let at = next[slice];
    for (let from = first[row]; from < first[row + 1]; from++) {
      merged.slice[at] = slice;
      merged.key[at] = key[from];
      merged.kind[at] = kind[from];
      merged.value[at++] = value[from];
    }
    next[slice] = at;
  }
}

/** The arrows of the recorder and of contributions; those to slices that were not kept are left out. */
export function mergeFlows(own: FlowTable, { rowOf, parts }: MergedSlices): FlowTable {
  const contributed = parts.reduce((sum, { columns }) => sum + columns.flows.length, 0);
  if (contributed === 0) return own;
  const merged = createTable('flows', own.length + contributed);
  merged.from.set(own.from);
  merged.to.set(own.to);
  merged.label.set(own.label);
  let used = own.length;
  for (const part of parts) {
    used = addFlows(merged, used, part.columns.flows, ref => rowOfRef(ref, rowOf, part.rowOf));
  }
  const { from, to, label } = merged;
  return {
    length: used,
    from: from.slice(0, used),
    to: to.slice(0, used),
    label: label.slice(0, used)
  };
}

function addFlows(
  merged: FlowTable,
  used: number,
  flows: FlowColumns,
  rowOf: (ref: number) => number
): number {
  let at = used;
  for (let flow = 0; flow < flows.length; flow++) {
    const from = rowOf(flows.from[flow]);
    const to = rowOf(flows.to[flow]);
    if (from < 0 || to < 0) continue;
    merged.from[at] = from;
    merged.to[at] = to;
    merged.label[at++] = flows.label[flow];
  }
  return at;
}

/** The rows of all tables by time, those of earlier tables first. */
export function mergeByTime<Name extends 'instants' | 'allocations'>(
  name: Name,
  tables: readonly Columns[Name][]
): Columns[Name] {
  const filled = tables.filter(({ length }) => length > 0);
  if (filled.length < 2) return filled[0] ?? createTable(name, 0);
  const times = concatenate(filled.map(({ time }) => time));
  const order = orderByStart(times, new Float64Array(times.length));
  const merged = createTable(name, times.length);
  for (const [column] of columnsOf(name)) {
    const values = concatenate(filled.map(table => Float64Array.from(columnOf(table, column))));
    permute(values, order, columnOf(merged, column));
  }
  return merged;
}

function columnOf(table: object, column: string): Column {
  return (table as Readonly<Record<string, Column>>)[column];
}
