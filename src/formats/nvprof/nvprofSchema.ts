import type { Demangle } from '../../base/text';
import type { SqlRow, SqlRows } from '../../base/sqlRows';
import {
  apiName,
  copyName,
  gpuWork,
  KERNEL_COLUMNS,
  WORK_COLUMNS,
  unreadText
} from './sharedSchema';
import {
  type ApiCall,
  type CudaTrace,
  type GpuWork,
  type TraceMark,
  type TraceName,
  type TracePlace,
  type TraceRange,
  DuplicateKeyError
} from './cudaTrace';
import { TraceTables, asHex, asIs, asTime, countOf, integer, isTime } from './traceTables';

const ACTIVITY = 'CUPTI_ACTIVITY_KIND_';
const MARKER = `${ACTIVITY}MARKER`;
const CALLS = [
  [`${ACTIVITY}RUNTIME`, 'cuda_runtime'],
  [`${ACTIVITY}DRIVER`, 'cuda_driver']
] as const;
const KERNELS = [`${ACTIVITY}CONCURRENT_KERNEL`, `${ACTIVITY}KERNEL`];
const COPIES = [`${ACTIVITY}MEMCPY`, `${ACTIVITY}MEMCPY2`];
const MEMSET = `${ACTIVITY}MEMSET`;

/** Wall-clock times from 2001 on; a smaller base is not a time since 1970. */
const OLDEST_EPOCH_NS = 10n ** 18n;

/** Reads a file of nvprof. Missing tables count as empty. @throws GpuTraceError */
export function readNvprof(rows: SqlRows, demangle: Demangle): CudaTrace {
  const starts = [...CALLS.map(([table]) => table), ...KERNELS, ...COPIES, MEMSET];
  const tables = new TraceTables(rows, demangle, {
    ...Object.fromEntries(starts.map(table => [table, 'start'])),
    [MARKER]: 'timestamp'
  });
  const nameOf = names(tables);
  return {
    writer: 'nvprof',
    baseNs: tables.baseNs,
    baseAtMs: tables.baseNs > OLDEST_EPOCH_NS ? Number(tables.baseNs / 1_000_000n) : null,
    ...readMarkers(tables, MARKER, nameOf),
    calls: readCalls(tables),
    gpuWork: readWork(tables, nameOf),
    deviceNames: readDeviceNames(tables, nameOf),
    threadNames: new Map(),
    corrections: tables.corrections,
    unread: unreadText(tables, [...starts, MARKER])
  };
}

/** The name behind a number of the table of strings, demangled. */
function names(tables: TraceTables): (value: SqlRow[string]) => TraceName {
  const texts = tables.strings('StringTable', '_id_');
  const known = new Map<number, TraceName>();
  return value => {
    const id = integer(value) ?? 0;
    const found = known.get(id) ?? newName(tables, id, texts.get(id));
    known.set(id, found);
    if (!texts.has(id)) tables.corrections.add('unnamed');
    return found;
  };
}

function newName(tables: TraceTables, id: number, text: string | undefined): TraceName {
  return text === undefined ? { name: `string ${id}`, mangled: null } : tables.nameOf(text);
}

function readCalls(tables: TraceTables): ApiCall[] {
  const calls = CALLS.flatMap(([table, category]) => callsOf(tables, table, category));
  return calls.sort((a, b) => a.start - b.start);
}

function callsOf(tables: TraceTables, table: string, category: ApiCall['category']): ApiCall[] {
  const calls: ApiCall[] = [];
  for (const row of tables.read(table, CALL_COLUMNS)) {
    const interval = tables.interval(row);
    if (interval === null) continue;
    const thread = integer(row.thread);
    calls.push({
      start: interval.start,
      end: interval.end,
      id: integer(row.id) ?? calls.length + 1,
      name: apiName(category, integer(row.callback)),
      category,
      process: integer(row.process),
      thread: thread === null ? null : thread >>> 0,
      correlation: integer(row.correlation),
      status: integer(row.status) ?? 0
    });
  }
  return calls;
}

const CALL_COLUMNS = {
  id: ['_id_', asIs],
  callback: ['cbid', asIs],
  start: ['start', asTime],
  end: ['end', asTime],
  process: ['processId', asIs],
  thread: ['threadId', asIs],
  correlation: ['correlationId', asIs],
  status: ['returnValue', asIs]
} as const;

function readWork(tables: TraceTables, nameOf: (value: SqlRow[string]) => TraceName): GpuWork[] {
  const found: (GpuWork | null)[] = [];
  for (const table of KERNELS) {
    for (const row of tables.read(table, { ...KERNEL_COLUMNS, name: ['name', asIs] })) {
      found.push(gpuWork(tables, row, 'kernel', nameOf(row.name)));
    }
  }
  for (const table of COPIES) {
    for (const row of tables.read(table, { ...TRANSFER_COLUMNS, kind: ['copyKind', asIs] })) {
      const name = { name: copyName(integer(row.kind)), mangled: null };
      found.push(gpuWork(tables, row, 'gpu_memcpy', name));
    }
  }
  for (const row of tables.read(MEMSET, TRANSFER_COLUMNS)) {
    found.push(gpuWork(tables, row, 'gpu_memset', { name: 'Memset', mangled: null }));
  }
  return found.filter(work => work !== null);
}

const TRANSFER_COLUMNS = { ...WORK_COLUMNS, bytes: ['bytes', asIs] } as const;

function readDeviceNames(
  tables: TraceTables,
  nameOf: (value: SqlRow[string]) => TraceName
): ReadonlyMap<number, string> {
  const devices = new Map<number, string>();
  const columns = { id: ['id', asIs], name: ['name', asIs] } as const;
  for (const { id, name } of tables.read(`${ACTIVITY}DEVICE`, columns)) {
    const text = typeof name === 'string' ? name : nameOf(name).name;
    devices.set(countOf(id), text.slice(0, 200));
  }
  return devices;
}

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
function readMarkers(
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
