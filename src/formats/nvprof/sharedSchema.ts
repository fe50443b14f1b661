import type { SqlRow, SqlValue } from '../../base/sqlRows';
import type { GpuWork, KernelLaunch, TraceName } from './cudaTrace';
import { type Selection, type TraceTables, asIs, asTime, countOf, integer } from './traceTables';
import { copyDirection } from '../../analysis/gpu/gpuWork';
import { plural } from '../../base/text';

/** Columns that both schemas have for everything a GPU does. */
export const WORK_COLUMNS: Selection = {
  start: ['start', asTime],
  end: ['end', asTime],
  device: ['deviceId', asIs],
  context: ['contextId', asIs],
  stream: ['streamId', asIs],
  correlation: ['correlationId', asIs]
};

/** Columns of kernels. */
export const KERNEL_COLUMNS: Selection = {
  ...WORK_COLUMNS,
  gridX: ['gridX', asIs],
  gridY: ['gridY', asIs],
  gridZ: ['gridZ', asIs],
  blockX: ['blockX', asIs],
  blockY: ['blockY', asIs],
  blockZ: ['blockZ', asIs],
  registers: ['registersPerThread', asIs],
  staticMemory: ['staticSharedMemory', asIs],
  dynamicMemory: ['dynamicSharedMemory', asIs]
};

/** GPU work from its row; null, and counted, if it has no time. */
export function gpuWork(
  tables: TraceTables,
  row: SqlRow,
  category: GpuWork['category'],
  name: TraceName
): GpuWork | null {
  if (row.start === Number(-tables.baseNs) && row.start === row.end) {
    tables.corrections.add('untimed');
    return null;
  }
  const interval = tables.interval(row);
  if (interval === null) return null;
  // Written out: objects combined from others are ten times as slow.
  return {
    start: interval.start,
    end: interval.end,
    name: name.name,
    mangled: name.mangled,
    category,
    process: integer(row.process),
    device: countOf(row.device),
    context: countOf(row.context),
    stream: countOf(row.stream),
    correlation: integer(row.correlation),
    launch: category === 'kernel' ? launchOf(row) : null,
    bytes: integer(row.bytes),
    graph: numberText(row.graph),
    graphNode: numberText(row.graphNode)
  };
}

/** A number of 64 bits as decimal text; null for none and 0. */
function numberText(value: SqlValue | undefined): string | null {
  const isNumber = typeof value === 'bigint' || integer(value) !== null;
  return isNumber && value !== 0 ? String(value) : null;
}

function launchOf(row: SqlRow): KernelLaunch {
  return {
    gridX: integer(row.gridX),
    gridY: integer(row.gridY),
    gridZ: integer(row.gridZ),
    blockX: integer(row.blockX),
    blockY: integer(row.blockY),
    blockZ: integer(row.blockZ),
    registers: integer(row.registers),
    staticMemory: integer(row.staticMemory),
    dynamicMemory: integer(row.dynamicMemory)
  };
}

/** Calls by their number in CUPTI, which is all that nvprof writes; those that programs make often. */
const RUNTIME =
  '3 GetDeviceCount|4 GetDeviceProperties|8 ConfigureCall|9 SetupArgument|10 GetLastError' +
  '|11 PeekAtLastError|13 Launch|15 FuncGetAttributes|16 SetDevice|17 GetDevice|20 Malloc' +
  '|21 MallocPitch|22 Free|25 MallocHost|26 FreeHost|27 HostAlloc|30 MemGetInfo|31 Memcpy' +
  '|32 Memcpy2D|39 MemcpyToSymbol|40 MemcpyFromSymbol|41 MemcpyAsync|44 Memcpy2DAsync|49 Memset' +
  '|50 Memset2D|51 MemsetAsync|126 ThreadSynchronize|129 StreamCreate|130 StreamDestroy' +
  '|131 StreamSynchronize|132 StreamQuery|133 EventCreate|134 EventCreateWithFlags|135 EventRecord' +
  '|136 EventDestroy|137 EventSynchronize|138 EventQuery|139 EventElapsedTime|144 Memcpy3D' +
  '|145 Memcpy3DAsync|147 StreamWaitEvent|160 MemcpyPeer|161 MemcpyPeerAsync|165 DeviceSynchronize' +
  '|198 StreamCreateWithFlags|200 DeviceGetAttribute|201 StreamDestroy|202 StreamCreateWithPriority' +
  '|206 MallocManaged|211 LaunchKernel|251 OccupancyMaxActiveBlocksPerMultiprocessorWithFlags' +
  '|252 MemPrefetchAsync|269 LaunchCooperativeKernel|310 GraphInstantiate|311 GraphLaunch' +
  '|373 MallocAsync|375 FreeAsync|430 LaunchKernelExC|443 GraphInstantiate';

const DRIVER =
  '17 CtxSynchronize|19 ModuleLoadData|20 ModuleLoadDataEx|23 ModuleGetFunction|119 EventRecord' +
  '|121 EventSynchronize|126 StreamSynchronize|216 MemsetD8Async|220 MemsetD32Async|243 MemAlloc' +
  '|245 MemFree|276 MemcpyHtoD|277 MemcpyHtoDAsync|278 MemcpyDtoH|279 MemcpyDtoHAsync' +
  '|280 MemcpyDtoD|281 MemcpyDtoDAsync|295 StreamWaitEvent|305 Memcpy|306 MemcpyAsync' +
  '|307 LaunchKernel|477 LaunchCooperativeKernel|514 GraphLaunch|652 LaunchKernelEx';

function table(prefix: string, entries: string): ReadonlyMap<number, string> {
  const rows = entries.split('|').map(entry => entry.split(' '));
  return new Map(rows.map(([number, name]) => [Number(number), prefix + name]));
}

const NAMES = { cuda_runtime: table('cuda', RUNTIME), cuda_driver: table('cu', DRIVER) };

/** The name of a call by CUPTI's callback id, or what says its number. */
export function apiName(category: keyof typeof NAMES, callback: number | null): string {
  const known = callback === null ? undefined : NAMES[category].get(callback);
  return known ?? `${category === 'cuda_driver' ? 'driver' : 'runtime'} call ${callback ?? '?'}`;
}

/** The name of a copy, such as `Memcpy HtoD`. */
export function copyName(kind: number | null): string {
  const direction = copyDirection(kind);
  return direction === null ? 'Memcpy' : `Memcpy ${direction}`;
}

/** Columns that only tables of events have. */
const TIME_COLUMNS: readonly string[] = ['start', 'timestamp', 'rawTimestamp'];

/** Tables about the recording itself. */
const OF_RECORDING =
  /^(TARGET_INFO|META_DATA|ENUM_|ANALYSIS|EXPORT_|DIAGNOSTIC_EVENT|PROFILER_OVERHEAD)/;

/** What the rows of tables are, where their names do not say it. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['OSRT_API', 'calls of the operating system'],
  ['SCHED_EVENTS', 'switches between threads'],
  ['COMPOSITE_EVENTS', 'CPU samples'],
  ['GPU_METRICS', 'metrics of the hardware'],
  ['CUPTI_ACTIVITY_KIND_SYNCHRONIZATION', 'waits for GPUs'],
  ['CUDA_GPU_MEMORY_USAGE_EVENTS', 'memory of GPUs'],
  ['CUDA_UM_CPU_PAGE_FAULT_EVENTS', 'page faults'],
  ['CUDA_UM_GPU_PAGE_FAULT_EVENTS', 'page faults of GPUs']
]);

/** Tables that are counted, and characters of a name, at most. */
const [MAX_TABLES, MAX_NAME] = [200, 60];

/**
 * The rows of a file that are not read, by their tables, in one sentence; empty for none.
 *
 * @param read tables whose rows are read
 */
export function unreadText(tables: TraceTables, read: readonly string[]): string {
  const others = [...tables.columns].filter(([table, columns]) => {
    const isTimed = TIME_COLUMNS.some(column => columns.has(column));
    return isTimed && !read.includes(table) && !OF_RECORDING.test(table);
  });
  for (const [table] of others.slice(0, MAX_TABLES)) {
    tables.countUnread(titleOf(table), tables.countRows(table));
  }
  const parts = [...tables.unread].map(([what, count]) => `${plural(count, 'row')} of ${what}`);
  return parts.length === 0 ? '' : `Not read: ${parts.join('; ')}.`;
}

function titleOf(table: string): string {
  const meaning = MEANINGS.get(table);
  const name = table.slice(0, MAX_NAME);
  return meaning === undefined ? name : `${name} (${meaning})`;
}
