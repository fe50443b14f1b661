import type { Steps } from '../../base/steps';
import type { Column } from '../../model/profile/columns';
import type { CounterSeries } from '../../model/profile/profile';
import type { RecordedRows } from '../../model/profile/recordedPart';
import type { ColumnType, TableName } from '../../model/profile/tableSchema';
import { COLUMN_BYTES, columnsOf, createColumn } from '../../model/profile/tableSchema';
import { isCrowdedJson } from '../shared/text/crowdedJson';
import { KscopeError } from './kscopeError';

/**
 * The content of a frame, by its type number. A frame refers only to rows of frames before it, so
 * everything before a damaged frame is complete. Readers skip unknown types.
 */
export const FRAME_TYPES = {
  header: 1,
  strings: 2,
  tracks: 3,
  counter: 4,
  sources: 5,
  meta: 6,
  sourceTexts: 7,
  labels: 16,
  frames: 17,
  stacks: 18,
  slices: 19,
  args: 20,
  flows: 21,
  instants: 22,
  samples: 23,
  lineTicks: 24,
  droppedTotals: 25,
  lineTotals: 26,
  allocations: 27,
  heapSamples: 28,
  sliceStacks: 29,
  recording: 30,
  recordedLabels: 31,
  recordedSlices: 32,
  recordedState: 33,
  footer: 255
} as const;

/** The maximum number of rows of a table or counter in one frame. */
export const ROWS_PER_FRAME = 65_536;

/** The maximum number of strings in one frame. */
export const STRINGS_PER_FRAME = 8192;

/** Columns of a table by name. */
export type Columns = Readonly<Record<string, Column>>;

/** A part of a counter; parts of one counter have the same `series` number. */
export interface CounterPart extends CounterSeries {
  readonly series: number;
}

type ColumnTypes = readonly (readonly [name: string, type: ColumnType])[];

const COUNTER_COLUMNS: ColumnTypes = [
  ['time', 'float64'],
  ['value', 'float64']
];

const RECORDED_COLUMNS: ColumnTypes = [
  ['token', 'uint32'],
  ['parent', 'int32'],
  ['start', 'float64'],
  ['duration', 'float64'],
  ['label', 'uint32']
];

/** `value` as UTF-8 JSON. Lone surrogates are escaped and survive. */
export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The value of a JSON frame. @throws KscopeError if it is not JSON, or holds too many values. */
export function decodeJson(content: Uint8Array, what: string): unknown {
  if (isCrowdedJson(content)) {
    throw new KscopeError(
      `The ${what} frame of the .kscope file holds more lists and objects than its size allows.`
    );
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content)) as unknown;
  } catch (cause) {
    throw new KscopeError(`The ${what} frame of the .kscope file is not JSON.`, { cause });
  }
}

/** Rows `from` … `to` − 1 of a table: their number, then column after column. */
export function encodeRows(
  name: TableName,
  columns: Columns,
  from: number,
  to: number
): Uint8Array {
  return packColumns(typesOf(name), columns, from, to);
}

/** The rows of a table frame of a file with that profile version. @throws KscopeError */
export function decodeRows(name: TableName, content: Uint8Array, version: number): DecodedRows {
  return unpackColumns(typesOf(name, version), content, name);
}

/** Points `from` … `to` − 1 of the counter with the number `series`. */
export function encodeCounter(
  series: number,
  { time, value, ...head }: CounterSeries,
  from: number,
  to: number
): Uint8Array {
  const json = encodeJson({ series, ...head });
  const points = packColumns(COUNTER_COLUMNS, { time, value }, from, to);
  const content = new Uint8Array(4 + json.length + points.length);
  new DataView(content.buffer).setUint32(0, json.length, true);
  content.set(json, 4);
  content.set(points, 4 + json.length);
  return content;
}

/** A part of a counter. Its head is not yet validated. @throws KscopeError */
export function decodeCounter(content: Uint8Array): CounterPart {
  const jsonBytes = content.length < 4 ? Infinity : viewOf(content).getUint32(0, true);
  if (jsonBytes > content.length - 4) throw badSize('counter');
  const head = decodeJson(content.subarray(4, 4 + jsonBytes), 'counter') as CounterPart | null;
  const points = unpackColumns(COUNTER_COLUMNS, content.subarray(4 + jsonBytes), 'counter');
  if (!Number.isSafeInteger(head?.series)) throw badSize('counter');
  return {
    ...(head as CounterPart),
    time: points.columns.time as Float64Array,
    value: points.columns.value as Float64Array
  };
}

/** Slices `from` … `to` − 1 as a recorder has them. */
export function encodeRecordedSlices(rows: RecordedRows, from: number, to: number): Uint8Array {
  return packColumns(RECORDED_COLUMNS, rows as unknown as Columns, from, to);
}

/** The slices of such a frame; their values are not yet checked. @throws KscopeError */
export function decodeRecordedSlices(content: Uint8Array): RecordedRows {
  const { length, columns } = unpackColumns(RECORDED_COLUMNS, content, 'recordedSlices');
  return { length, ...columns } as unknown as RecordedRows;
}

/** The rows of one frame. */
export interface DecodedRows {
  readonly length: number;
  readonly columns: Columns;
}

/**
 * The parts of a table joined into one table of that profile version, one column per step. Every
 * column has exactly `length` rows.
 */
export function* joinRows(
  name: TableName,
  parts: readonly DecodedRows[],
  version: number
): Steps<Record<string, unknown>> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const table: Record<string, unknown> = { length };
  for (const [column, type] of typesOf(name, version)) {
    const whole = createColumn[type](length);
    let row = 0;
    for (const part of parts) {
      whole.set(part.columns[column], row);
      row += part.length;
    }
    table[column] = whole;
    yield null;
  }
  return table;
}

function typesOf(name: TableName, version?: number): ColumnTypes {
  return columnsOf(name, version).map(([column, { type }]) => [column, type]);
}

function packColumns(types: ColumnTypes, columns: Columns, from: number, to: number): Uint8Array {
  const content = new Uint8Array(4 + (to - from) * bytesPerRow(types));
  viewOf(content).setUint32(0, to - from, true);
  let at = 4;
  for (const [column] of types) {
    const values = columns[column].subarray(from, to);
    splitBytes(bytesOf(values), values.BYTES_PER_ELEMENT, content.subarray(at));
    at += values.byteLength;
  }
  return content;
}

function unpackColumns(types: ColumnTypes, content: Uint8Array, what: string): DecodedRows {
  const length = content.length < 4 ? NaN : viewOf(content).getUint32(0, true);
  if (content.length !== 4 + length * bytesPerRow(types)) throw badSize(what);
  const columns: Record<string, Column> = {};
  let at = 4;
  for (const [column, type] of types) {
    const values = createColumn[type](length);
    joinBytes(content.subarray(at), values.BYTES_PER_ELEMENT, bytesOf(values));
    columns[column] = values;
    at += values.byteLength;
  }
  return { length, columns };
}

function bytesPerRow(types: ColumnTypes): number {
  return types.reduce((sum, [, type]) => sum + COLUMN_BYTES[type], 0);
}

/**
 * Stores the lowest bytes of all values, then the second lowest and so on. Neighbours resemble each
 * other, so this deflates far better than whole values. Typed arrays are little-endian wherever
 * JavaScript engines run.
 */
function splitBytes(source: Uint8Array, size: number, target: Uint8Array): void {
  let at = 0;
  for (let plane = 0; plane < size; plane++) {
    for (let from = plane; from < source.length; from += size) target[at++] = source[from];
  }
}

function joinBytes(source: Uint8Array, size: number, target: Uint8Array): void {
  let at = 0;
  for (let plane = 0; plane < size; plane++) {
    for (let to = plane; to < target.length; to += size) target[to] = source[at++];
  }
}

function bytesOf(column: Column): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function badSize(what: string): KscopeError {
  return new KscopeError(`A ${what} frame of the .kscope file contradicts its own size.`);
}
