import { Bool, Data, type DataType, Float64, Int32, Int64, Utf8 } from 'apache-arrow';
import { formatBytes } from '../../../../base/text';
import type { NumberColumn, TextColumn } from '../rows/columnarRows';
import type { ColumnType } from '../rows/crossRankColumns';

/** The types of Arrow that stand for those of SQL. */
export const ARROW_TYPES: Readonly<Record<ColumnType, DataType>> = {
  INTEGER: new Int32(),
  BIGINT: new Int64(),
  DOUBLE: new Float64(),
  VARCHAR: new Utf8(),
  BOOLEAN: new Bool()
};

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

export function columnData(
  type: ColumnType,
  column: NumberColumn | TextColumn,
  length: number
): Data {
  if (column.kind === 'texts') return textData(column, length);
  if (type === 'VARCHAR') throw new Error('a column of texts cannot hold numbers');
  const { numbers } = column;
  const values = VALUES[type].of(numbers);
  const nulls = type === 'DOUBLE' ? 0 : countNaN(numbers);
  const valid = nulls === 0 ? undefined : bitsWhere(numbers, number => !Number.isNaN(number));
  return new Data(ARROW_TYPES[type], 0, length, nulls, [undefined, values, valid]);
}

/** Makes columns of Arrow that are null in all of `length` rows, and share their memory. */
export function nullColumns(length: number): (type: ColumnType) => Data {
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
