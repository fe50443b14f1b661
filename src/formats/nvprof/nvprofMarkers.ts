import type { SqlRow } from '../../base/sqlRows';
import type { TraceMark, TraceName, TracePlace, TraceRange } from './cudaTrace';
import { DuplicateKeyError } from './traceErrors';
import { type TraceTables, asHex, asIs, asTime, integer, isTime } from './traceTables';

const COLUMNS = {
  id: ['id', asIs],
  name: ['name', asIs],
  time: ['timestamp', asTime],
  flags: ['flags', asIs],
  objectKind: ['objectKind', asIs],
  object: ['objectId', asHex]
} as const;

/** The flag of a marker that is a moment. */
const INSTANTANEOUS = 1;
/** Kinds of objects that a marker belongs to. */
const PROCESS = 1;
const THREAD = 2;

/**
 * Ranges and moments of the table of markers. A range is two rows of one id: one with a name, and
 * one whose name is 0 at its end.
 *
 * @throws DuplicateKeyError where two ranges have one id.
 */
export function readMarkers(
  tables: TraceTables,
  table: string,
  nameOf: (value: SqlRow[string]) => TraceName
): { readonly ranges: readonly TraceRange[]; readonly marks: readonly TraceMark[] } {
  const beginnings = new Map<number, SqlRow>();
  const ends = new Map<number, SqlRow>();
  const marks: TraceMark[] = [];
  const placeOfRow = placeReader();
  for (const row of tables.read(table, COLUMNS)) {
    const id = integer(row.id);
    const isMark = ((integer(row.flags) ?? 0) & INSTANTANEOUS) !== 0;
    if (isMark && isTime(row.time)) {
      marks.push({ time: row.time, ...nameOf(row.name), ...placeOfRow(row) });
    } else if (isMark) tables.corrections.add('untimed');
    else if (id === null || row.name === null) tables.corrections.add('unfinished');
    else addOnce(row.name === 0 ? ends : beginnings, id, row);
  }
  const ranges = paired(tables, { beginnings, ends }, { nameOf, placeOfRow });
  return { ranges, marks };
}

function addOnce(rows: Map<number, SqlRow>, id: number, row: SqlRow): void {
  if (rows.has(id)) throw new DuplicateKeyError([id], 'two ranges have one marker id');
  rows.set(id, row);
}

/** Readers of names and places of rows. */
interface RowReaders {
  readonly nameOf: (value: SqlRow[string]) => TraceName;
  readonly placeOfRow: (row: SqlRow) => TracePlace;
}

function paired(
  tables: TraceTables,
  { beginnings, ends }: Readonly<Record<'beginnings' | 'ends', ReadonlyMap<number, SqlRow>>>,
  { nameOf, placeOfRow }: RowReaders
): TraceRange[] {
  const ranges: TraceRange[] = [];
  for (const id of ends.keys()) if (!beginnings.has(id)) tables.corrections.add('unfinished');
  for (const [id, row] of beginnings) {
    const end = ends.get(id);
    if (end === undefined) {
      tables.corrections.add('unfinished');
      continue;
    }
    const interval = tables.interval({ start: row.time, end: end.time });
    if (interval === null) continue;
    const { name, mangled } = nameOf(row.name);
    const { process, thread } = placeOfRow(row);
    ranges.push({ id, start: interval.start, end: interval.end, name, mangled, process, thread });
  }
  return ranges.sort((a, b) => a.start - b.start);
}

/** Reads objects of markers, of which there are few, each once. */
function placeReader(): (row: SqlRow) => TracePlace {
  const known = new Map<string, TracePlace>();
  return ({ object, objectKind }) => {
    if (typeof object !== 'string' || object.length < 16) return NOWHERE;
    if (objectKind !== THREAD && objectKind !== PROCESS) return NOWHERE;
    const key = `${objectKind} ${object}`;
    const place = known.get(key) ?? placeOf(object, objectKind);
    known.set(key, place);
    return place;
  };
}

const NOWHERE: TracePlace = { process: null, thread: null };

/** Process and thread are the first two numbers of the object, 32 bits each, little-endian. */
function placeOf(object: string, kind: number): TracePlace {
  const process = littleEndian(object.slice(0, 8));
  if (process === 0) return NOWHERE;
  return { process, thread: kind === THREAD ? littleEndian(object.slice(8, 16)) : null };
}

function littleEndian(hex: string): number {
  const bytes = hex.match(/../g) ?? [];
  return parseInt(bytes.reverse().join(''), 16);
}
