import {
  list,
  number,
  optional,
  record,
  text,
  type ValueOf,
  wholeNumber,
  MAX_NAME_LENGTH
} from '../schema/schema';
import { type Fact, NOT_SHOWN } from './shared/fact';
import { COLUMN_SOURCES } from './shared/columnSources';

/** GPUs of a profile at most. */
export const MAX_GPUS = 64;

/** The members of a {@link GpuInfo}. */
export const GPU_INFO_SCHEMA = record({
  /**
   * CUDA's number, as in the names of tracks: `GPU 0 (NVIDIA H200)`. In a profile of several processes, a
   * number for each UUID: that of the first process, or the next free one if another GPU has it.
   */
  device: wholeNumber(),
  /**
   * The driver's UUID of the GPU or MIG instance, equal in all processes, such as
   * `GPU-01234567-89ab-cdef-0123-456789abcdef`; absent or empty if unknown.
   */
  uuid: optional(text(MAX_NAME_LENGTH)),
  /** The product, such as `NVIDIA H200`; empty if unknown. */
  name: text(MAX_NAME_LENGTH),
  /** Major and minor: `9.0`; empty if unknown. */
  computeCapability: text(MAX_NAME_LENGTH),
  /** The number of its multiprocessors. */
  multiprocessors: number(),
  /** Threads in a warp. */
  warpSize: number(),
  /** Most threads that a multiprocessor holds at a time. */
  maxThreadsPerMultiprocessor: number(),
  /** Most blocks that a multiprocessor holds at a time. */
  maxBlocksPerMultiprocessor: number(),
  /** Registers of a multiprocessor, for all threads that it holds. */
  registersPerMultiprocessor: number(),
  /** Shared memory of a multiprocessor, for all blocks that it holds, in bytes. */
  sharedBytesPerMultiprocessor: number(),
  /** The part of every block's shared memory that the driver reserves, in bytes. */
  reservedSharedBytesPerBlock: number(),
  /** All of its memory, in bytes. */
  memoryBytes: number(),
  /** Highest rate of the device's memory, bytes a second. */
  memoryBytesPerSecond: number(),
  /** The size of its second-level cache, in bytes. */
  l2Bytes: number(),
  /** Highest rate of the link to the host in one direction, bytes a second. */
  linkBytesPerSecond: number()
});

/** A recorded GPU, as its driver described it; 0 for unknown values. */
export type GpuInfo = ValueOf<typeof GPU_INFO_SCHEMA>;

/** The part of a profile. */
export interface GpusPart {
  /** The GPUs whose work was recorded, by number; {@link MAX_GPUS} at most. */
  readonly gpus?: readonly GpuInfo[];
}

/** The GPUs whose work was recorded; what they did is in slices, which formats and reports of GPUs read. */
export const GPUS = {
  ...NOT_SHOWN,
  name: 'gpus',
  source: { name: 'cuda', title: COLUMN_SOURCES.cuda, isLate: false },
  schema: list(GPU_INFO_SCHEMA, MAX_GPUS),
  isAlwaysThere: true,
  addsMembers: true,
  merge: runs => ({ gpus: eachGpuOnce(runs.flatMap(({ parts }) => parts.gpus ?? [])) })
} as const satisfies Fact<GpusPart>;

/** The first description of each GPU, by number, within the limits of a profile. */
export function eachGpuOnce(all: readonly GpuInfo[]): readonly GpuInfo[] {
  const known = new Map<number, GpuInfo>();
  for (const gpu of all) if (!known.has(gpu.device)) known.set(gpu.device, gpu);
  return [...known.values()].sort((a, b) => a.device - b.device).slice(0, MAX_GPUS);
}

/** CUDA's number of the GPU that a track of kind `device` is for: from its name, else its `tid`. */
export function numberOfGpuTrack({ name, tid }: { name: string; tid: number }): number {
  const named = /^GPU (\d{1,6})\b/.exec(name);
  return named ? Number(named[1]) : tid;
}
