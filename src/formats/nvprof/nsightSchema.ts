import type { Demangle } from '../../base/text';
import type { SqlRow, SqlRows } from '../../base/sqlRows';
import { copyName, gpuWork, KERNEL_COLUMNS, WORK_COLUMNS, unreadText } from './sharedSchema';
import {
  type ApiCall,
  type CudaTrace,
  type GpuWork,
  type TraceMark,
  type TraceName,
  type TraceRange,
  placeKey
} from './cudaTrace';
import {
  TraceTables,
  asIs,
  asProcess,
  asText,
  asThread,
  asTime,
  integer,
  isTime
} from './traceTables';

const ACTIVITY = 'CUPTI_ACTIVITY_KIND_';
const RUNTIME = `${ACTIVITY}RUNTIME`;
const KERNEL = `${ACTIVITY}KERNEL`;
const MEMCPY = `${ACTIVITY}MEMCPY`;
const MEMSET = `${ACTIVITY}MEMSET`;
const GRAPH = `${ACTIVITY}GRAPH_TRACE`;

/** The table of NVTX events. */
const NVTX_TABLE = 'NVTX_EVENTS';

/** Tables whose rows become something in a profile. */
const READ_TABLES: readonly string[] = [RUNTIME, KERNEL, MEMCPY, MEMSET, GRAPH, NVTX_TABLE];

/** The texts of an export by their number. */
type Texts = ReadonlyMap<number, string>;

/** Reads an export of `nsys export --type sqlite`. Missing tables count as empty. */
export function readNsight(rows: SqlRows, demangle: Demangle): CudaTrace {
  const starts = Object.fromEntries(READ_TABLES.map(table => [table, 'start']));
  const tables = new TraceTables(rows, demangle, starts);
  const texts = tables.strings('StringIds', 'id');
  return {
    writer: 'Nsight Systems',
    baseNs: tables.baseNs,
    baseAtMs: sessionStartMs(tables),
    ...readNvtxEvents(tables, texts),
    calls: readCalls(tables, texts),
    gpuWork: readWork(tables, texts),
    deviceNames: readDeviceNames(tables),
    threadNames: readThreadNames(tables, texts),
    corrections: tables.corrections,
    unread: unreadText(tables, READ_TABLES)
  };
}

/** The text with a number; null, and counted, if there is none. */
function textOf(tables: TraceTables, texts: Texts, value: SqlRow[string]): string | null {
  const id = integer(value);
  if (id === null) return null;
  const text = texts.get(id);
  if (text === undefined) tables.corrections.add('unnamed');
  return text ?? `string ${id}`;
}

const CALL_COLUMNS = {
  start: ['start', asTime],
  end: ['end', asTime],
  name: ['nameId', asIs],
  process: ['globalTid', asProcess],
  thread: ['globalTid', asThread],
  correlation: ['correlationId', asIs],
  status: ['returnValue', asIs]
} as const;

function readCalls(tables: TraceTables, texts: Texts): ApiCall[] {
  const calls: ApiCall[] = [];
  for (const row of tables.read(RUNTIME, CALL_COLUMNS)) {
    const interval = tables.interval(row);
    if (interval === null) continue;
    const name = (textOf(tables, texts, row.name) ?? 'CUDA call').replace(/_v\d{4,}$/, '');
    calls.push({
      start: interval.start,
      end: interval.end,
      id: calls.length + 1,
      name,
      category: /^cu[A-Z]/.test(name) ? 'cuda_driver' : 'cuda_runtime',
      process: integer(row.process),
      thread: integer(row.thread),
      correlation: integer(row.correlation),
      status: integer(row.status) ?? 0
    });
  }
  return calls.sort((a, b) => a.start - b.start);
}

const PROCESS_COLUMN = { process: ['globalPid', asProcess] } as const;
const NODE_COLUMN = { graphNode: ['graphNodeId', asIs] } as const;
const TRANSFER_COLUMNS = {
  ...{ ...WORK_COLUMNS, ...PROCESS_COLUMN, ...NODE_COLUMN },
  bytes: ['bytes', asIs]
} as const;
const GRAPH_COLUMNS = {
  ...{ ...WORK_COLUMNS, ...PROCESS_COLUMN },
  graph: ['graphId', asIs]
} as const;

function readWork(tables: TraceTables, texts: Texts): GpuWork[] {
  const found: (GpuWork | null)[] = [];
  const kernelColumns = {
    ...KERNEL_COLUMNS,
    ...{ ...PROCESS_COLUMN, ...NODE_COLUMN },
    demangled: ['demangledName', asIs],
    mangled: ['mangledName', asIs],
    short: ['shortName', asIs]
  } as const;
  for (const row of tables.read(KERNEL, kernelColumns)) {
    found.push(gpuWork(tables, row, 'kernel', kernelName(tables, texts, row)));
  }
  for (const row of tables.read(MEMCPY, { ...TRANSFER_COLUMNS, kind: ['copyKind', asIs] })) {
    const name = { name: copyName(integer(row.kind)), mangled: null };
    found.push(gpuWork(tables, row, 'gpu_memcpy', name));
  }
  for (const row of tables.read(MEMSET, TRANSFER_COLUMNS)) {
    found.push(gpuWork(tables, row, 'gpu_memset', { name: 'Memset', mangled: null }));
  }
  for (const row of tables.read(GRAPH, GRAPH_COLUMNS)) {
    const name = `CUDA graph ${integer(row.graph) ?? '?'}`;
    found.push(gpuWork(tables, row, 'cuda_graph', { name, mangled: null }));
  }
  return found.filter(work => work !== null);
}

/** Exports have up to three names of a kernel; the mangled one may be in any of the columns. */
function kernelName(tables: TraceTables, texts: Texts, row: SqlRow): TraceName {
  const mangled = textOf(tables, texts, row.mangled);
  const given = textOf(tables, texts, row.demangled) ?? mangled;
  const text = given ?? textOf(tables, texts, row.short) ?? 'kernel';
  const known = tables.nameOf(text);
  return mangled === null || mangled === known.name ? known : { name: known.name, mangled };
}

function readDeviceNames(tables: TraceTables): ReadonlyMap<number, string> {
  const devices = new Map<number, string>();
  const columns = { id: ['id', asIs], name: ['name', asText] } as const;
  for (const { id, name } of tables.read('TARGET_INFO_GPU', columns)) {
    const number = integer(id);
    if (number !== null && typeof name === 'string') devices.set(number, name.slice(0, 200));
  }
  return devices;
}

function readThreadNames(tables: TraceTables, texts: Texts): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const columns = {
    name: ['nameId', asIs],
    process: ['globalTid', asProcess],
    thread: ['globalTid', asThread]
  } as const;
  for (const row of tables.read('ThreadNames', columns)) {
    const name = textOf(tables, texts, row.name);
    const key = placeKey(integer(row.process), integer(row.thread));
    if (name !== null) names.set(key, name.slice(0, 200));
  }
  return names;
}

function sessionStartMs(tables: TraceTables): number | null {
  const columns = { epochNs: ['utcEpochNs', asIs] } as const;
  for (const { epochNs } of tables.read('TARGET_INFO_SESSION_START_TIME', columns)) {
    if (typeof epochNs !== 'bigint' && integer(epochNs) === null) continue;
    return Number(epochNs) / 1e6;
  }
  return null;
}

/** Types of rows of the table that are read. */
const EventType = { mark: 34, pushPop: 59, startEnd: 60 } as const;

/** Types of rows that name categories, threads and domains, and tell of no event. */
const NAMING_TYPES: readonly number[] = [33, 39, 75, 76];

const COLUMNS = {
  type: ['eventType', asIs],
  start: ['start', asTime],
  end: ['end', asTime],
  text: ['text', asText],
  textId: ['textId', asIs],
  process: ['globalTid', asProcess],
  thread: ['globalTid', asThread]
} as const;

/** Ranges and moments of the table of NVTX events. */
function readNvtxEvents(
  tables: TraceTables,
  texts: ReadonlyMap<number, string>
): { readonly ranges: readonly TraceRange[]; readonly marks: readonly TraceMark[] } {
  const ranges: TraceRange[] = [];
  const marks: TraceMark[] = [];
  for (const row of tables.read(NVTX_TABLE, COLUMNS)) {
    if (row.type === EventType.mark) addMark(tables, marks, row, texts);
    else if (row.type === EventType.pushPop || row.type === EventType.startEnd) {
      addRange(tables, ranges, row, texts);
    } else if (!NAMING_TYPES.includes(Number(row.type))) {
      tables.countUnread(`NVTX events of type ${integer(row.type) ?? 'unknown'}`);
    }
  }
  return { ranges: ranges.sort((a, b) => a.start - b.start), marks };
}

function addRange(
  tables: TraceTables,
  ranges: TraceRange[],
  row: SqlRow,
  texts: ReadonlyMap<number, string>
): void {
  if (row.end === null && isTime(row.start)) {
    tables.corrections.add('unfinished');
    return;
  }
  const interval = tables.interval(row);
  if (interval === null) return;
  // A range with separate start and end may end on another thread: it belongs to the process.
  const thread = row.type === EventType.pushPop ? integer(row.thread) : null;
  const name = nameOf(tables, row, texts);
  ranges.push({
    id: ranges.length + 1,
    ...interval,
    ...name,
    process: integer(row.process),
    thread
  });
}

function addMark(
  tables: TraceTables,
  marks: TraceMark[],
  row: SqlRow,
  texts: ReadonlyMap<number, string>
): void {
  if (!isTime(row.start)) {
    tables.corrections.add('untimed');
    return;
  }
  const place = { process: integer(row.process), thread: integer(row.thread) };
  marks.push({ time: row.start, ...nameOf(tables, row, texts), ...place });
}

function nameOf(
  tables: TraceTables,
  { text, textId }: SqlRow,
  texts: ReadonlyMap<number, string>
): TraceName {
  const id = integer(textId);
  const found = typeof text === 'string' ? text : id === null ? undefined : texts.get(id);
  if (found === undefined) tables.corrections.add('unnamed');
  return tables.nameOf(found ?? (id === null ? 'range without a name' : `string ${id}`));
}
