import { rmSync } from 'node:fs';
import { loadSqlite } from '../../src/sources/databases/sqliteModule';

/** A value of a column; bigints are written as they are, beyond 2⁵³. */
export type Cell = number | bigint | string | null;
/** Rows of a table by column. */
export type Table = readonly Readonly<Record<string, Cell>>[];
/** Tables by name. */
export type Tables = Readonly<Record<string, Table>>;

/** Columns of nvprof's tables, of which a trace has those that are asked for. */
const NVPROF = {
  StringTable: '_id_ INTEGER PRIMARY KEY, value TEXT',
  CUPTI_ACTIVITY_KIND_MARKER:
    '_id_ INTEGER PRIMARY KEY, flags INT, timestamp INT, id INT, objectKind INT, objectId BLOB, ' +
    'name INT, domain INT',
  CUPTI_ACTIVITY_KIND_RUNTIME:
    '_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT, processId INT, threadId INT, ' +
    'correlationId INT, returnValue INT',
  CUPTI_ACTIVITY_KIND_DRIVER:
    '_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT, processId INT, threadId INT, ' +
    'correlationId INT, returnValue INT',
  CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    '_id_ INTEGER PRIMARY KEY, registersPerThread INT, start INT, end INT, deviceId INT, ' +
    'contextId INT, streamId INT, gridX INT, gridY INT, gridZ INT, blockX INT, blockY INT, ' +
    'blockZ INT, staticSharedMemory INT, dynamicSharedMemory INT, correlationId INT, name INT',
  CUPTI_ACTIVITY_KIND_MEMCPY:
    '_id_ INTEGER PRIMARY KEY, copyKind INT, bytes INT, start INT, end INT, deviceId INT, ' +
    'contextId INT, streamId INT, correlationId INT',
  CUPTI_ACTIVITY_KIND_MEMSET:
    '_id_ INTEGER PRIMARY KEY, value INT, bytes INT, start INT, end INT, deviceId INT, ' +
    'contextId INT, streamId INT, correlationId INT'
} as const;

/** Columns of the tables of Nsight Systems. */
const NSIGHT = {
  StringIds: 'id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL',
  NVTX_EVENTS:
    'start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER, ' +
    'category INTEGER, color INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER, ' +
    'textId INTEGER REFERENCES StringIds(id), domainId INTEGER',
  CUPTI_ACTIVITY_KIND_RUNTIME:
    'start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL, ' +
    'globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL',
  CUPTI_ACTIVITY_KIND_KERNEL:
    'start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, ' +
    'contextId INTEGER NOT NULL, streamId INTEGER NOT NULL, correlationId INTEGER, ' +
    'globalPid INTEGER, demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, ' +
    'mangledName INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, ' +
    'gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL, ' +
    'blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL, ' +
    'dynamicSharedMemory INTEGER NOT NULL',
  CUPTI_ACTIVITY_KIND_MEMCPY:
    'start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, ' +
    'contextId INTEGER NOT NULL, streamId INTEGER NOT NULL, correlationId INTEGER, ' +
    'globalPid INTEGER, bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL',
  CUPTI_ACTIVITY_KIND_MEMSET:
    'start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, ' +
    'contextId INTEGER NOT NULL, streamId INTEGER NOT NULL, correlationId INTEGER, ' +
    'globalPid INTEGER, value INTEGER NOT NULL, bytes INTEGER NOT NULL',
  CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
    'start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, ' +
    'contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, ' +
    'correlationId INTEGER, globalPid INTEGER, graphId INTEGER NOT NULL, graphExecId INTEGER NOT NULL',
  OSRT_API:
    'start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER, globalTid INTEGER, ' +
    'correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER',
  NVTX_EVENTS_V2: 'start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, text TEXT',
  ThreadNames: 'nameId INTEGER NOT NULL, priority INTEGER, globalTid INTEGER',
  TARGET_INFO_GPU: 'id INTEGER NOT NULL, name TEXT',
  TARGET_INFO_SESSION_START_TIME: 'utcEpochNs INTEGER, utcTime TEXT, localTime TEXT'
} as const;

/** Writes a file as nvprof does, with the tables that `tables` names. */
export function writeNvprof(
  file: string,
  tables: Readonly<Partial<Record<keyof typeof NVPROF, Table>>>
): string {
  return writeDatabase(file, tables, NVPROF);
}

/** Writes a file as `nsys export --type sqlite` does, with the tables that `tables` names. */
export function writeNsight(
  file: string,
  tables: Readonly<Partial<Record<keyof typeof NSIGHT, Table>>>
): string {
  return writeDatabase(file, tables, NSIGHT);
}

/** Runs statements on a new database. */
export function writeSql(file: string, statements: readonly string[]): string {
  rmSync(file, { force: true });
  const database = new (loadSqlite().Database)(file);
  try {
    database.exec(`BEGIN; ${statements.join(';')}; COMMIT`);
  } finally {
    database.close();
  }
  return file;
}

function writeDatabase(
  file: string,
  tables: Readonly<Partial<Record<string, Table>>>,
  schema: Readonly<Record<string, string>>
): string {
  const statements = Object.entries(tables).flatMap(([name, rows = []]) => [
    `CREATE TABLE ${name} (${schema[name]})`,
    ...inserts(name, rows)
  ]);
  return writeSql(file, statements);
}

/** Statements that insert `rows`, as many as possible by each. */
function inserts(table: string, rows: Table): string[] {
  const batches: { columns: string; values: string[] }[] = [];
  for (const row of rows) {
    const columns = Object.keys(row).join(', ');
    const values = `(${Object.values(row).map(literal).join(', ')})`;
    const last = batches.at(-1);
    if (last?.columns === columns && last.values.length < 500) last.values.push(values);
    else batches.push({ columns, values: [values] });
  }
  return batches.map(
    ({ columns, values }) => `INSERT INTO ${table} (${columns}) VALUES ${values.join(', ')}`
  );
}

/** A value in SQL; text that begins with `x'` is a blob. */
function literal(value: Cell): string {
  if (value === null) return 'NULL';
  if (typeof value !== 'string') return String(value);
  return value.startsWith("x'") ? value : `'${value.replaceAll("'", "''")}'`;
}

/** The object of a marker of a thread, as nvprof writes it. */
export function threadObject(process: number, thread: number): string {
  const bytes = new DataView(new ArrayBuffer(12));
  bytes.setUint32(0, process, true);
  bytes.setUint32(4, thread, true);
  return `x'${Buffer.from(bytes.buffer).toString('hex')}'`;
}

/** Nsight Systems' number of a thread. */
export function globalTid(process: number, thread: number): bigint {
  return (1n << 56n) | (BigInt(process) << 24n) | BigInt(thread);
}

/** Nsight Systems' number of a process. */
export function globalPid(process: number): bigint {
  return globalTid(process, 0);
}
