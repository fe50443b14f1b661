import type { Steps } from '../../base/steps';
import type { CounterSeries, InstantTable } from '../../model/profile/profile';
import type { RecordedRows } from '../../model/profile/recordedPart';
import type { TableName } from '../../columns/tableSchema';
import { KscopeError } from './kscopeContainer';
import { contradiction, splitHead, withHead } from './kscopeFrames';
import {
  type ColumnRoom,
  type Columns,
  type StoredColumn,
  decodeLeadingColumns,
  decodeRows,
  encodeRows,
  storedColumns
} from './kscopeRows';

const COUNTER_COLUMNS: readonly StoredColumn[] = [
  { name: 'time', type: 'float64', coding: 'steps' },
  { name: 'value', type: 'float64', coding: 'value' }
];

const RECORDED_COLUMNS: readonly StoredColumn[] = [
  { name: 'token', type: 'uint32', coding: 'value' },
  { name: 'parent', type: 'int32', coding: 'orNone' },
  { name: 'start', type: 'float64', coding: 'value' },
  { name: 'duration', type: 'float64', coding: 'value' },
  { name: 'label', type: 'uint32', coding: 'value' }
];

/** Rows `from` … `to` − 1 of a table of the profile. */
export function encodeTable(
  name: TableName,
  columns: Columns,
  from: number,
  to: number
): Uint8Array {
  return encodeRows(storedColumns(name), columns, from, to);
}

/**
 * The table in its frames, not yet validated; one of an older version may lack columns.
 *
 * @throws KscopeError
 */
export function* decodeTable(
  name: TableName,
  frames: readonly Uint8Array[],
  room: ColumnRoom
): Steps<Record<string, unknown>> {
  const { length, columns } = yield* decodeLeadingColumns(storedColumns(name), frames, name, room);
  return { length, ...columns };
}

/** The instants of a recording of this version, not yet validated. @throws KscopeError */
export function* decodeInstants(
  frames: readonly Uint8Array[],
  room: ColumnRoom
): Steps<InstantTable> {
  const stored = storedColumns('instants');
  const { length, columns } = yield* decodeRows(stored, frames, 'instants', room);
  return { length, ...columns } as unknown as InstantTable;
}

/** Points `from` … `to` − 1 of the counter with the number `series`. */
export function encodeCounter(
  series: number,
  { time, value, ...head }: CounterSeries,
  from: number,
  to: number
): Uint8Array {
  return withHead({ series, ...head }, encodeRows(COUNTER_COLUMNS, { time, value }, from, to));
}

/** The frames of one counter, and the head of the first. */
interface CounterParts {
  readonly head: Record<string, unknown>;
  readonly frames: Uint8Array[];
}

/**
 * All counters, in order of their first frames. Their heads are not yet validated. `refuse` gets the
 * message about each frame or series that is damaged, and the others are returned.
 */
export function* decodeCounters(
  frames: readonly Uint8Array[],
  room: ColumnRoom,
  refuse: (message: string) => void
): Steps<CounterSeries[]> {
  const counters: CounterSeries[] = [];
  for (const { head, frames: parts } of countersBySeries(frames, refuse).values()) {
    try {
      const { columns } = yield* decodeRows(COUNTER_COLUMNS, parts, 'counter', room);
      counters.push({ ...head, ...columns } as unknown as CounterSeries);
    } catch (error) {
      refuse(damageIn(error));
    }
  }
  return counters;
}

function countersBySeries(
  frames: readonly Uint8Array[],
  refuse: (message: string) => void
): Map<unknown, CounterParts> {
  const found = new Map<unknown, CounterParts>();
  const add = (frame: Uint8Array): void => {
    const { head, rows } = splitHead(frame, 'counter');
    const { series, ...rest } = (head ?? {}) as Record<string, unknown>;
    if (!Number.isSafeInteger(series)) throw contradiction('counter');
    const known = found.get(series);
    if (known) known.frames.push(rows);
    else found.set(series, { head: rest, frames: [rows] });
  };
  for (const frame of frames) {
    try {
      add(frame);
    } catch (error) {
      refuse(damageIn(error));
    }
  }
  return found;
}

/** @throws `error` itself if it does not tell of a damaged file */
function damageIn(error: unknown): string {
  if (error instanceof KscopeError) return error.message;
  throw error;
}

/** Slices `from` … `to` − 1 in the layout of a recorder. */
export function encodeRecordedSlices(rows: RecordedRows, from: number, to: number): Uint8Array {
  return encodeRows(RECORDED_COLUMNS, rows as unknown as Columns, from, to);
}

/** The slices in their frames; their values are not yet checked. @throws KscopeError */
export function* decodeRecordedSlices(
  frames: readonly Uint8Array[],
  room: ColumnRoom
): Steps<RecordedRows> {
  const { length, columns } = yield* decodeRows(RECORDED_COLUMNS, frames, 'recordedSlices', room);
  return { length, ...columns } as unknown as RecordedRows;
}
