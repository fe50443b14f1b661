import { Field, makeData, RecordBatch, Schema, Struct, Table, tableToIPC } from 'apache-arrow';
import { type NumberColumn, type TextColumn, textColumn } from '../rows/columnarRows';
import {
  EXTRACTED_COLUMNS,
  FAILED,
  ROW_TABLES,
  TABLE_NAMES,
  type TableName
} from '../rows/crossRankColumns';
import { type KeyedRows, rowColumns } from '../rows/rowColumns';
import { ARROW_TYPES, columnData, nullColumns } from './arrowColumns';

const FIELDS = Object.entries(EXTRACTED_COLUMNS).map(
  ([name, type]) => new Field(name, ARROW_TYPES[type], true)
);

/** The schema of all batches: docs/offline-dataset.md describes the columns. */
const SCHEMA = new Schema(FIELDS);

/** Columns by name; other columns are null. */
type Columns = ReadonlyMap<string, NumberColumn | TextColumn>;

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
    const names = Object.keys(ROW_TABLES[table]);
    const named = names.map((name, at) => [name, columns[at]] as const);
    const tbl = { kind: 'texts', texts: [table], index: null } as const;
    return batchOf(length, new Map([['tbl', tbl], ...named]));
  };
  const tables = TABLE_NAMES.filter(table => rows[table].length > 0);
  return tables.reverse().map(batchOfTable);
}

/** The one row of a directory that could not be read. */
export function batchOfFailure(cycleId: string, reason: string): RecordBatch {
  const values = { tbl: FAILED, cycle_id: cycleId, reason };
  const columns = Object.entries(values).map(([name, text]) => [name, textColumn([text])] as const);
  return batchOf(1, new Map(columns));
}

function batchOf(length: number, columns: Columns): RecordBatch {
  const nullData = nullColumns(length);
  const children = Object.entries(EXTRACTED_COLUMNS).map(([name, type]) => {
    const column = columns.get(name);
    return column ? columnData(type, column, length) : nullData(type);
  });
  return new RecordBatch(SCHEMA, makeData({ type: new Struct(FIELDS), length, children }));
}
