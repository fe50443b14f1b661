import {
  BANDWIDTH_ARG,
  BLOCK_ARG,
  CONTEXT_ARG,
  CORRELATION_ARG,
  DEVICE_ARG,
  GRAPH_ARG,
  GRAPH_NODE_ARG,
  GRID_ARG,
  MANGLED_ARG,
  REGISTERS_ARG,
  SHARED_MEMORY_ARG,
  STREAM_ARG,
  TRANSFER_BYTES_ARG
} from '../../model/profile/argKeys';
import type { ArgValue } from '../../model/build/profileBuilder';
import type { GpuWork, KernelLaunch } from './cudaTrace';

type Args = Record<string, ArgValue>;

/** The arguments of the slice of GPU work; unknown ones are absent. */
export function gpuArgs(work: GpuWork): Readonly<Args> {
  const args: Args = {
    [DEVICE_ARG]: work.device,
    [CONTEXT_ARG]: work.context,
    [STREAM_ARG]: work.stream
  };
  if (work.correlation !== null) args[CORRELATION_ARG] = work.correlation;
  if (work.mangled !== null) args[MANGLED_ARG] = work.mangled;
  if (work.graph !== null) args[GRAPH_ARG] = work.graph;
  if (work.graphNode !== null) args[GRAPH_NODE_ARG] = work.graphNode;
  if (work.launch !== null) addLaunch(args, work.launch);
  addTransfer(args, work);
  return args;
}

function addLaunch(args: Args, launch: KernelLaunch): void {
  const { registers, staticMemory, dynamicMemory } = launch;
  const { gridX, gridY, gridZ, blockX, blockY, blockZ } = launch;
  if (gridX !== null) args[GRID_ARG] = triple(gridX, gridY, gridZ);
  if (blockX !== null) args[BLOCK_ARG] = triple(blockX, blockY, blockZ);
  if (registers !== null) args[REGISTERS_ARG] = registers;
  if (staticMemory !== null || dynamicMemory !== null) {
    args[SHARED_MEMORY_ARG] = (staticMemory ?? 0) + (dynamicMemory ?? 0);
  }
}

function triple(...sizes: readonly (number | null)[]): string {
  return `[${sizes.map(size => size ?? 1).join(', ')}]`;
}

function addTransfer(args: Args, { bytes, start, end }: GpuWork): void {
  if (bytes === null || bytes < 0) return;
  args[TRANSFER_BYTES_ARG] = bytes;
  // A byte in a nanosecond is a gigabyte in a second.
  if (end > start) args[BANDWIDTH_ARG] = bytes / (end - start);
}
