import { copyDirection } from '../../../analysis/gpu/gpuWork';

/** Kinds of memory by CUPTI's number, as Kineto writes them. */
const MEMORY_KINDS: readonly string[] = [
  'Unknown',
  'Pageable',
  'Pinned',
  'Device',
  'Array',
  'Managed',
  'Device Static',
  'Managed Static'
];

const WAITS: readonly string[] = [
  'Unknown Sync',
  'Event Sync',
  'Stream Wait Event',
  'Stream Sync',
  'Context Sync'
];

/** Kinds of overhead: 1 is the compiler's, others are multiples of 2¹⁶. */
const OVERHEADS: readonly string[] = [
  'Unknown',
  'Buffer Flush',
  'Instrumentation',
  'Resource',
  'Runtime Triggered Module Loading',
  'Lazy Function Loading',
  'Command Buffer Full',
  'Activity Buffer Request',
  'UVM Activity Init'
];

/** The name of a copy: `Memcpy HtoD (Pinned -> Device)`. */
export function copyName(copyKind: number, fromKind: number, toKind: number): string {
  const direction = copyDirection(copyKind) ?? '<unknown>';
  return `Memcpy ${direction} (${memoryName(fromKind)} -> ${memoryName(toKind)})`;
}

/** The name of a fill: `Memset (Device)`. */
export function fillName(memoryKind: number): string {
  return `Memset (${memoryName(memoryKind)})`;
}

/** The name of a wait by CUPTI's number. */
export function waitName(type: number): string {
  return WAITS[type] ?? WAITS[0];
}

/** The name of what CUPTI or the driver took time for, by CUPTI's number. */
export function overheadName(kind: number): string {
  if (kind === 1) return 'Driver Compiler';
  return (kind % 2 ** 16 === 0 ? OVERHEADS[kind / 2 ** 16] : undefined) ?? OVERHEADS[0];
}

/** The name of a call without the version that CUPTI appends: `cudaLaunchKernel_v7000`. */
export function callName(name: string): string {
  return name.replace(/_v\d{4,}$/, '');
}

function memoryName(kind: number): string {
  return MEMORY_KINDS[kind] ?? 'Unrecognized';
}
