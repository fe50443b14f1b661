import type { DataType } from 'apache-arrow';
import {
  Bool,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray
} from 'apache-arrow';
import type { DuckdbValue } from '../../../../sources/databases/duckdbModule';
import type { ColumnType, TableName } from '../rows/crossRankColumns';
import { EXTRACTED_COLUMNS, FAILED, ROW_TABLES, TABLE_NAMES } from '../rows/crossRankColumns';
import type { KeyedRows } from '../rows/rowColumns';
import { rowColumns } from '../rows/rowColumns';

const ARROW_TYPES: Readonly<Record<ColumnType, () => DataType>> = {
  INTEGER: () => new Int32(),
  BIGINT: () => new Int64(),
  DOUBLE: () => new Float64(),
  VARCHAR: () => new Utf8(),
  BOOLEAN: () => new Bool()
};

const FIELDS = Object.entries(EXTRACTED_COLUMNS).map(
  ([name, type]) => new Field(name, ARROW_TYPES[type](), true)
);

/** The schema of all batches: docs/offline-dataset.md describes the columns. */
const SCHEMA = new Schema(FIELDS);

/** Values of columns by name; those of other columns are null. */
type Values = ReadonlyMap<string, readonly DuckdbValue[]>;

/** The end of a stream. */
const END_BYTES = 8;

/** The bytes before the metadata of a message: a mark, and the length of the metadata. */
const PREFIX_BYTES = 8;

/** One stream in Arrow's format of all batches, written as they come. */
export async function* arrowStream(
  batches: AsyncIterable<readonly RecordBatch[]>
): AsyncGenerator<Uint8Array> {
  const empty = tableToIPC(new Table(SCHEMA), 'stream');
  yield empty.subarray(0, schemaBytes(empty));
  for await (const some of batches) {
    const stream = tableToIPC(new Table(some), 'stream');
    yield stream.subarray(schemaBytes(stream), stream.length - END_BYTES);
  }
  yield empty.subarray(empty.length - END_BYTES);
}

/** The length of the message with which a stream begins: its schema, which has no body. */
function schemaBytes(stream: Uint8Array): number {
  const view = new DataView(stream.buffer, stream.byteOffset);
  return PREFIX_BYTES + view.getInt32(PREFIX_BYTES / 2, true);
}

/** The rows of a cycle: a batch for each table that has any, that of `cycles` last. */
export function batchesOfCycle(keyed: KeyedRows): readonly RecordBatch[] {
  const rows = rowColumns(keyed);
  const batchOfTable = (table: TableName): RecordBatch => {
    const { length, columns } = rows[table];
    const values = new Map<string, readonly DuckdbValue[]>([['tbl', filled(length, table)]]);
    Object.keys(ROW_TABLES[table]).forEach((name, column) => {
      values.set(
        name,
        Array.from({ length }, (_, row) => columns[column](row))
      );
    });
    return batchOf(length, values);
  };
  const tables = TABLE_NAMES.filter(table => rows[table].length > 0);
  return tables.reverse().map(batchOfTable);
}

/** The one row of a directory that could not be read. */
export function batchOfFailure(cycleId: string, reason: string): RecordBatch {
  const values = { tbl: FAILED, cycle_id: cycleId, reason };
  return batchOf(1, new Map(Object.entries(values).map(([name, value]) => [name, [value]])));
}

function batchOf(length: number, values: Values): RecordBatch {
  const children = FIELDS.map(({ name, type }) => {
    const column = values.get(name) ?? filled(length, null);
    return vectorFromArray(column, type).data[0];
  });
  return new RecordBatch(SCHEMA, makeData({ type: new Struct(FIELDS), length, children }));
}

function filled<T>(length: number, value: T): readonly T[] {
  return Array.from({ length }, () => value);
}
