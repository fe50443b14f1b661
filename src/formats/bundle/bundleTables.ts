import type { BundleTable, BundleTableName, PackedColumns } from '../../model/output/bundle';
import type { Column } from '../../model/profile/columns';
import type { InstantTable, Profile, SliceTable, StackTable } from '../../model/profile/profile';
import { InstantScope } from '../../model/profile/profile';
import type { ColumnRule, ColumnSchema } from '../../model/profile/tableSchema';
import { columnsOf, createColumn, TABLE_SCHEMAS } from '../../model/profile/tableSchema';
import { BundleError } from './bundleError';
import type { AsyncInflate, Deflate, Inflate } from '../shared/bytes/compression';
import type { ColumnCoding, NumberColumn } from './packColumns';
import { packColumns, unpackColumns } from './packColumns';

/** The tables that a bundle packs, in the order of its overview. */
export const BUNDLE_TABLES: readonly BundleTableName[] = [
  'slices',
  'args',
  'flows',
  'instants',
  'allocations',
  'frames',
  'stacks',
  'samples',
  'heapSamples',
  'sliceStacks',
  'droppedTotals'
];

/** Rows `from` … `to` − 1 of a table as a bundle carries them, without the columns stored elsewhere. */
export function packRows(
  profile: Profile,
  name: BundleTableName,
  { from, to }: { readonly from: number; readonly to: number },
  deflate: Deflate
): BundleTable {
  const table = profile[name] as unknown as Readonly<Record<string, Column>>;
  const columns = packedColumnsOf(name).map(([column, { rule }]) =>
    numbersOf(table[column].subarray(from, to), rule, from)
  );
  return { length: to - from, ...packColumns(columns, deflate) };
}

/** The parents of slices as a bundle carries them; null when there are none. */
export function packParents({ parent }: SliceTable, deflate: Deflate): PackedColumns | null {
  if (parent.every(row => row < 0)) return null;
  return packColumns([numbersOf(parent, PARENT.rule, 0)], deflate);
}

/** The scopes of instants as a bundle carries them; null if all of them belong to their threads. */
export function packScopes({ scope }: InstantTable, deflate: Deflate): PackedColumns | null {
  if (scope.every(code => code === InstantScope.thread)) return null;
  return packColumns([numbersOf(scope, SCOPE.rule, 0)], deflate);
}

/** The lines of stacks as a bundle carries them; null when none is known. */
export function packStackLines({ line }: StackTable, deflate: Deflate): PackedColumns | null {
  if (line.every(each => each === 0)) return null;
  return packColumns([numbersOf(line, STACK_LINE.rule, 0)], deflate);
}

/**
 * The table that {@link packRows} packed. Its values fit the types of its columns; nothing else about
 * them is checked.
 *
 * @throws BundleError if the data is damaged, or does not have that many rows.
 */
export async function unpackTable(
  name: BundleTableName,
  table: BundleTable,
  inflate: Inflate | AsyncInflate
): Promise<Record<string, unknown>> {
  const columns = packedColumnsOf(name);
  const codings = columns.map(([, { rule }]) => codingOf(rule));
  const numbers = await unpackColumns(table, table.length, codings, inflate);
  const unpacked: Record<string, unknown> = { length: table.length };
  columns.forEach(([column, schema], index) => {
    unpacked[column] = columnOf(numbers[index], schema, `${name}.${column}`);
  });
  return unpacked;
}

/** The parents that {@link packParents} packed. @throws BundleError as {@link unpackTable} does */
export async function unpackParents(
  packed: PackedColumns | null,
  length: number,
  inflate: Inflate | AsyncInflate
): Promise<Column> {
  if (!packed) return new Int32Array(length).fill(-1);
  const [numbers] = await unpackColumns(packed, length, [codingOf(PARENT.rule)], inflate);
  return columnOf(numbers, PARENT, 'slices.parent');
}

/** The scopes that {@link packScopes} packed. @throws BundleError as {@link unpackTable} does */
export async function unpackScopes(
  packed: PackedColumns | null,
  length: number,
  inflate: Inflate | AsyncInflate
): Promise<Column> {
  if (!packed) return new Uint8Array(length).fill(InstantScope.thread);
  const [numbers] = await unpackColumns(packed, length, [codingOf(SCOPE.rule)], inflate);
  return columnOf(numbers, SCOPE, 'instants.scope');
}

/** The lines that {@link packStackLines} packed. @throws BundleError as {@link unpackTable} does */
export async function unpackStackLines(
  packed: PackedColumns | null,
  length: number,
  inflate: Inflate | AsyncInflate
): Promise<Column> {
  if (!packed) return new Uint32Array(length);
  const [numbers] = await unpackColumns(packed, length, [codingOf(STACK_LINE.rule)], inflate);
  return columnOf(numbers, STACK_LINE, 'stacks.line');
}

const PARENT: ColumnSchema = TABLE_SCHEMAS.slices.parent;
const SCOPE: ColumnSchema = TABLE_SCHEMAS.instants.scope;
const STACK_LINE: ColumnSchema = TABLE_SCHEMAS.stacks.line;

/** Columns stored outside their table, as most profiles do not have them. */
const BESIDE: Readonly<Partial<Record<BundleTableName, string>>> = {
  slices: 'parent',
  instants: 'scope',
  stacks: 'line'
};

function packedColumnsOf(name: BundleTableName): readonly (readonly [string, ColumnSchema])[] {
  return columnsOf(name).filter(([column]) => column !== BESIDE[name]);
}

function codingOf({ is }: ColumnRule): ColumnCoding {
  return is === 'risingTime' || is === 'risingIndex' ? 'delta' : 'value';
}

/** Packed rows are never negative: 0 means none, and an earlier row is the distance to it. */
function numbersOf(column: Column, rule: ColumnRule, firstRow: number): NumberColumn {
  const coding = codingOf(rule);
  if (rule.is !== 'indexOrNone' && rule.is !== 'earlierRow') return { coding, values: column };
  const isBelow = rule.is === 'earlierRow';
  const values = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row++) {
    if (column[row] >= 0) values[row] = isBelow ? firstRow + row - column[row] : column[row] + 1;
  }
  return { coding, values };
}

function columnOf(numbers: Float64Array, { type, rule }: ColumnSchema, place: string): Column {
  const column = createColumn[type](numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const value = rowValue(numbers[row], rule, row);
    column[row] = value;
    if (Object.is(column[row], value)) continue;
    throw new BundleError(`${place} row ${row} is ${value}, which is no ${type}.`);
  }
  return column;
}

function rowValue(number: number, { is }: ColumnRule, row: number): number {
  if (is === 'indexOrNone') return number - 1;
  if (is !== 'earlierRow') return number;
  return number === 0 ? -1 : row - number;
}
