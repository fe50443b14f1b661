import {
  type DataType,
  Bool,
  Data,
  Field,
  Float64,
  Int32,
  Int64,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Utf8,
  makeData,
  tableToIPC
} from 'apache-arrow';
import { formatBytes } from '../../../base/text';
import {
  type NumberColumn,
  type TextColumn,
  textColumn,
  type KeyedRows,
  rowColumns
} from './rows/rowColumns';
import {
  type ColumnType,
  type TableName,
  EXTRACTED_COLUMNS,
  FAILED,
  ROW_TABLES,
  TABLE_NAMES
} from './rows/crossRankColumns';

/** The types of Arrow that stand for those of SQL. */
const ARROW_TYPES: Readonly<Record<ColumnType, DataType>> = {
  INTEGER: new Int32(),
  BIGINT: new Int64(),
  DOUBLE: new Float64(),
  VARCHAR: new Utf8(),
  BOOLEAN: new Bool()
};

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

/** Bytes of a value at most. */
const VALUE_BYTES = 8;

/** Arrow counts the bytes of the texts of a column in 31 bits. */
const MAX_TEXT_BYTES = 2 ** 31 - 1;

type Values = Uint8Array | Int32Array | BigInt64Array | Float64Array;

/** The values of a column from its numbers, and from a buffer in which every value is nought. */
const VALUES: Readonly<
  Record<
    Exclude<ColumnType, 'VARCHAR'>,
    {
      readonly of: (numbers: Float64Array) => Values;
      readonly nought: (buffer: ArrayBuffer) => Values;
    }
  >
> = {
  INTEGER: { of: numbers => Int32Array.from(numbers), nought: buffer => new Int32Array(buffer) },
  BIGINT: { of: wholeNumbers, nought: buffer => new BigInt64Array(buffer) },
  DOUBLE: { of: numbers => numbers, nought: buffer => new Float64Array(buffer) },
  BOOLEAN: {
    of: numbers => bitsWhere(numbers, number => number === 1),
    nought: buffer => new Uint8Array(buffer)
  }
};

function columnData(type: ColumnType, column: NumberColumn | TextColumn, length: number): Data {
  if (column.kind === 'texts') return textData(column, length);
  if (type === 'VARCHAR') throw new Error('a column of texts cannot hold numbers');
  const { numbers } = column;
  const values = VALUES[type].of(numbers);
  const nulls = type === 'DOUBLE' ? 0 : countNaN(numbers);
  const valid = nulls === 0 ? undefined : bitsWhere(numbers, number => !Number.isNaN(number));
  return new Data(ARROW_TYPES[type], 0, length, nulls, [undefined, values, valid]);
}

/** Makes columns of Arrow that are null in all of `length` rows, and share their memory. */
function nullColumns(length: number): (type: ColumnType) => Data {
  const buffer = new ArrayBuffer((length + 1) * VALUE_BYTES);
  const valid = new Uint8Array(buffer, 0, bytesOfBits(length));
  const offsets = new Int32Array(buffer, 0, length + 1);
  return type => {
    const values = type === 'VARCHAR' ? new Uint8Array(0) : VALUES[type].nought(buffer);
    const starts = type === 'VARCHAR' ? offsets : undefined;
    return new Data(ARROW_TYPES[type], 0, length, length, [starts, values, valid]);
  };
}

/** Each text is encoded once. */
function textData({ texts, index }: TextColumn, length: number): Data {
  const encoder = new TextEncoder();
  const encoded = texts.map(text => encoder.encode(text));
  const textAt = (row: number): Uint8Array => encoded[index === null ? 0 : index[row]];
  const offsets = new Int32Array(length + 1);
  let size = 0;
  for (let row = 0; row < length; row++) {
    size += textAt(row).length;
    offsets[row + 1] = size;
  }
  if (size > MAX_TEXT_BYTES) throw new Error(`its texts are too long: ${formatBytes(size)}`);
  const bytes = new Uint8Array(size);
  for (let row = 0; row < length; row++) bytes.set(textAt(row), offsets[row]);
  return new Data(ARROW_TYPES.VARCHAR, 0, length, 0, [offsets, bytes]);
}

function wholeNumbers(numbers: Float64Array): BigInt64Array {
  const values = new BigInt64Array(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    if (!Number.isNaN(numbers[row])) values[row] = BigInt(numbers[row]);
  }
  return values;
}

function countNaN(numbers: Float64Array): number {
  let count = 0;
  for (const number of numbers) if (Number.isNaN(number)) count++;
  return count;
}

function bitsWhere(numbers: Float64Array, isSet: (number: number) => boolean): Uint8Array {
  const bits = new Uint8Array(bytesOfBits(numbers.length));
  numbers.forEach((number, row) => {
    if (isSet(number)) bits[row >> 3] |= 1 << (row & 7);
  });
  return bits;
}

function bytesOfBits(length: number): number {
  return (length + 7) >> 3;
}
