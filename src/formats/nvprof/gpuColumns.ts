import type { SqlRow } from '../../base/sqlRows';
import {
  BANDWIDTH_ARG,
  BLOCK_ARG,
  CONTEXT_ARG,
  CORRELATION_ARG,
  DEVICE_ARG,
  GRID_ARG,
  MANGLED_ARG,
  REGISTERS_ARG,
  SHARED_MEMORY_ARG,
  STREAM_ARG,
  TRANSFER_BYTES_ARG
} from '../../model/argKeys';
import type { ArgValue } from '../../model/profileBuilder';
import type { GpuWork, TraceName } from './cudaTrace';
import type { Selection, TraceTables } from './traceTables';
import { asIs, asTime, countOf, integer } from './traceTables';

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

/** What a GPU did by its row; null, and counted, where the GPU has no time of it. */
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
  const work = {
    ...interval,
    ...name,
    category,
    process: integer(row.process),
    device: countOf(row.device),
    context: countOf(row.context),
    stream: countOf(row.stream),
    correlation: integer(row.correlation)
  };
  return { ...work, args: argsOf(work, row) };
}

function argsOf(work: Omit<GpuWork, 'args'>, row: SqlRow): Record<string, ArgValue> {
  const args: Record<string, ArgValue> = {
    [DEVICE_ARG]: work.device,
    [CONTEXT_ARG]: work.context,
    [STREAM_ARG]: work.stream
  };
  if (work.correlation !== null) args[CORRELATION_ARG] = work.correlation;
  if (work.mangled !== null) args[MANGLED_ARG] = work.mangled;
  return work.category === 'kernel' ? addLaunch(args, row) : addTransfer(args, work, row);
}

function addLaunch(args: Record<string, ArgValue>, row: SqlRow): Record<string, ArgValue> {
  if (integer(row.gridX) !== null) args[GRID_ARG] = triple(row.gridX, row.gridY, row.gridZ);
  if (integer(row.blockX) !== null) args[BLOCK_ARG] = triple(row.blockX, row.blockY, row.blockZ);
  if (integer(row.registers) !== null) args[REGISTERS_ARG] = countOf(row.registers);
  if (integer(row.staticMemory) !== null || integer(row.dynamicMemory) !== null) {
    args[SHARED_MEMORY_ARG] = countOf(row.staticMemory) + countOf(row.dynamicMemory);
  }
  return args;
}

function triple(...sizes: readonly SqlRow[string][]): string {
  return `[${sizes.map(size => integer(size) ?? 1).join(', ')}]`;
}

function addTransfer(
  args: Record<string, ArgValue>,
  { start, end }: Omit<GpuWork, 'args'>,
  row: SqlRow
): Record<string, ArgValue> {
  const bytes = integer(row.bytes);
  if (bytes === null || bytes < 0) return args;
  args[TRANSFER_BYTES_ARG] = bytes;
  // A byte in a nanosecond is a gigabyte in a second.
  if (end > start) args[BANDWIDTH_ARG] = bytes / (end - start);
  return args;
}
