import type { SqlRow } from '../../base/sqlRows';
import type { TraceMark, TraceName, TraceRange } from './cudaTrace';
import {
  type TraceTables,
  asIs,
  asProcess,
  asText,
  asThread,
  asTime,
  integer,
  isTime
} from './traceTables';

/** The table of NVTX events. */
export const NVTX_TABLE = 'NVTX_EVENTS';

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
export function readNvtxEvents(
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
