import type { Steps } from '../../base/steps';
import type { Column } from '../../model/profile/columns';
import {
  COLUMN_BYTES,
  type ColumnRule,
  type ColumnType,
  type TableName,
  columnsOf,
  createColumn
} from '../../columns/tableSchema';
import { joinChunks } from '../shared/chunks';
import { type ColumnCoding, columnBytes, decodeColumn, encodeColumn } from './kscopeColumn';
import { KscopeError } from './kscopeContainer';
import { contradiction } from './kscopeFrames';

/** The maximum number of rows of a table or counter in one frame. */
export const ROWS_PER_FRAME = 65_536;

/** Bytes before the columns of a frame: the number of rows, and that of columns. */
const HEAD_BYTES = 5;

/** Columns of a table by name. */
export type Columns = Readonly<Record<string, Column>>;

/** A column as stored in frames. */
export interface StoredColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly coding: ColumnCoding;
}

/** Rows joined from frames. */
export interface DecodedRows {
  readonly length: number;
  readonly columns: Columns;
}

/** The columns of a table of the profile, in stored order. */
export function storedColumns(name: TableName): readonly StoredColumn[] {
  return columnsOf(name).map(([column, { type, rule }]) => {
    return { name: column, type, coding: codingOf(rule) };
  });
}

function codingOf({ is }: ColumnRule): ColumnCoding {
  switch (is) {
    case 'risingTime':
    case 'risingIndex':
      return 'steps';
    case 'indexOrNone':
    case 'placeOrNone':
      return 'orNone';
    case 'earlierRow':
      return 'earlierRow';
    default:
      return 'value';
  }
}

/** Rows `from` … `to` − 1: their number, the number of columns, then column after column. */
export function encodeRows(
  stored: readonly StoredColumn[],
  columns: Columns,
  from: number,
  to: number
): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  new DataView(head.buffer).setUint32(0, to - from, true);
  head[HEAD_BYTES - 1] = stored.length;
  return joinChunks([
    head,
    ...stored.map(({ name, coding }) =>
      encodeColumn(columns[name].subarray(from, to), coding, from)
    )
  ]);
}

/** The memory that the columns of a file may still take; more is refused before it is allocated. */
export class ColumnRoom {
  constructor(
    private readonly limit: number,
    private taken = 0
  ) {}

  /** Takes `bytes` of the room. @throws KscopeError if less is left */
  take(bytes: number): void {
    if (this.taken + bytes <= this.limit) {
      this.taken += bytes;
      return;
    }
    throw new KscopeError(
      `The rows of the .kscope file take more than ${this.limit} bytes, which is the limit for ` +
        'its size.'
    );
  }
}

/** A frame of rows, split into its columns. */
interface RowFrame {
  readonly rows: number;
  readonly columns: readonly Uint8Array[];
}

/**
 * The rows of `frames` joined, one column of a frame per step. Values are not checked.
 *
 * @throws KscopeError if a frame contradicts its own size or lacks a column, or there is no room
 */
export function* decodeRows(
  stored: readonly StoredColumn[],
  frames: readonly Uint8Array[],
  what: string,
  room: ColumnRoom
): Steps<DecodedRows> {
  const decoded = yield* decodeLeadingColumns(stored, frames, what, room);
  if (Object.keys(decoded.columns).length < stored.length) throw contradiction(what);
  return decoded;
}

/** {@link decodeRows} with the columns that all frames have; older versions may lack the last ones. */
export function* decodeLeadingColumns(
  stored: readonly StoredColumn[],
  frames: readonly Uint8Array[],
  what: string,
  room: ColumnRoom
): Steps<DecodedRows> {
  const parts = frames.map(content => rowFrame(stored, content, what));
  const length = parts.reduce((sum, { rows }) => sum + rows, 0);
  const count = Math.min(stored.length, ...parts.map(part => part.columns.length));
  const columns: Record<string, Column> = {};
  for (const [at, { name, type, coding }] of stored.slice(0, count).entries()) {
    room.take(length * COLUMN_BYTES[type]);
    const column = createColumn[type](length);
    let row = 0;
    for (const part of parts) {
      decodeColumn(part.columns[at], coding, column.subarray(row, row + part.rows), row);
      row += part.rows;
      yield null;
    }
    columns[name] = column;
  }
  return { length, columns };
}

/** Finds the columns of a frame without reading them. */
function rowFrame(stored: readonly StoredColumn[], content: Uint8Array, what: string): RowFrame {
  if (content.length < HEAD_BYTES) throw contradiction(what);
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const rows = view.getUint32(0, true);
  const count = content[HEAD_BYTES - 1];
  if (rows > ROWS_PER_FRAME || count > stored.length) throw contradiction(what);
  let at = HEAD_BYTES;
  const columns = stored.slice(0, count).map(({ type, coding }) => {
    const bytes = columnBytes(coding, content[at] ?? NaN, rows, COLUMN_BYTES[type]);
    const column = content.subarray(at, at + bytes);
    if (column.length !== bytes) throw contradiction(what);
    at += bytes;
    return column;
  });
  if (at !== content.length) throw contradiction(what);
  return { rows, columns };
}
