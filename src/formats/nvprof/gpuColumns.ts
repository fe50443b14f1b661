import type { SqlRow, SqlValue } from '../../base/sqlRows';
import type { GpuWork, KernelLaunch, TraceName } from './cudaTrace';
import { type Selection, type TraceTables, asIs, asTime, countOf, integer } from './traceTables';

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
