import { GPU_INFO_SCHEMA, MAX_GPUS } from '../../facts/gpus';
import {
  list,
  nullable,
  number,
  optional,
  record,
  text,
  type ValueOf,
  wholeNumber,
  word
} from '../../schema/schema';

/** How many rows of a table there are at most, and how many gaps of a device are named. */
export const MAX_GPU_ROWS = 20_000;
export const MAX_GAPS = 100;

const CAUSES = {
  hostBusy: true,
  sync: true,
  copy: true,
  launch: true,
  nothingLaunched: true
} as const;

/**
 * Why a device had nothing to do. Where several hold at a moment, the first of these:
 *
 * - `copy`: the host was in a call that copies;
 * - `launch`: a launch was under way: called, but not begun on the device;
 * - `sync`: the host waited for the GPU, and then for nothing new;
 * - `hostBusy`: the host ran code, or was in another call of CUDA, such as one that allocates;
 * - `nothingLaunched`: the host did nothing either, or what it did is not known.
 */
export type IdleCause = keyof typeof CAUSES;

const LIMITS = { warps: true, blocks: true, registers: true, sharedMemory: true } as const;

/** The resource that limits how many blocks of a kernel a multiprocessor holds. */
export type OccupancyLimit = keyof typeof LIMITS;

const STREAM = record({
  /** `TrackIndex`, of the first of its tracks. */
  track: wholeNumber(-1),
  /** The name of the stream's track. */
  name: text(),
  /** Time in which anything ran on it, nanoseconds. */
  busyNs: number(),
  /** Kernels, copies, fills and graphs that ran on it. */
  works: number(),
  /** `busyNs` as a share of the recorded window, 0 … 1. */
  utilisation: number()
});

/** One stream of a device; it has several tracks where its work overlaps. */
export type StreamUse = ValueOf<typeof STREAM>;

const GAP = record({
  /** From the start of the recorded window, nanoseconds. */
  startNs: number(),
  /** Length of the gap, nanoseconds. */
  durationNs: number(),
  /** The cause of most of it. */
  cause: word(CAUSES),
  /** The activity of the host for most of it, such as `JSON.parse`, `cudaMemcpy` or the `await` at `Cell [3]:4`; empty where unknown. */
  host: text()
});

/** A stretch in which nothing ran on any stream of a device. */
export type IdleGap = ValueOf<typeof GAP>;

const DEVICE = record({
  /** CUDA's number of the device. */
  device: number(),
  /** `TrackIndex` of the device, or of its stream where that stands alone. */
  track: wholeNumber(-1),
  /** Null where the profile says nothing of the device. */
  info: nullable(GPU_INFO_SCHEMA),
  /** Time in which anything ran on it, nanoseconds. */
  busyNs: number(),
  /** Time in which a kernel or a whole graph ran, nanoseconds. */
  kernelNs: number(),
  /** Time in which a copy ran, nanoseconds. */
  copyNs: number(),
  /** Time in which copies and kernels ran at once, nanoseconds. */
  overlappedNs: number(),
  /** Streams, the busiest first. */
  streams: list(STREAM, MAX_GPU_ROWS),
  /** Stretches in which nothing ran on it, longest first, 100 at most. */
  gaps: list(GAP, MAX_GAPS),
  /** All idle time by cause, each moment of it under one: with `busyNs` it is the recorded window. */
  idleNs: record({
    hostBusy: number(),
    sync: number(),
    copy: number(),
    launch: number(),
    nothingLaunched: number()
  }),
  /** Mean theoretical occupancy of its kernels by their time, 0 … 1; null where it is not known. */
  occupancy: nullable(number())
});

/** How a device was used in the recorded window; all times in nanoseconds. */
export type DeviceUse = ValueOf<typeof DEVICE>;

const KERNEL = record({
  /** The name of the kernel in the profile. */
  name: text(),
  /** Number of runs. */
  count: number(),
  /** Time of all runs, nanoseconds. */
  totalNs: number(),
  /** Time of the shortest run, nanoseconds. */
  minNs: number(),
  /** Time of the longest run, nanoseconds. */
  maxNs: number(),
  /** Its share of the time of all kernels, 0 … 1. */
  share: number(),
  /** Blocks of its longest run, as `[x, y, z]`; empty where unknown. */
  grid: text(),
  /** Threads of a block of its longest run, as `[x, y, z]`; empty where unknown. */
  block: text(),
  /** Registers of a thread in its longest run; 0 where unknown. */
  registers: number(),
  /** Shared memory of a block in its longest run, bytes; 0 where it has none. */
  sharedBytes: number(),
  /** Theoretical occupancy of its longest run, 0 … 1; null where it is not known. */
  occupancy: nullable(number()),
  /** The resource that limits how many of its blocks a multiprocessor holds; null where `occupancy` is. */
  limitedBy: nullable(word(LIMITS))
});

/** All runs of one kernel. */
export type KernelUse = ValueOf<typeof KERNEL>;

const TRANSFER = record({
  /** The kind, such as `Memcpy HtoD (Pinned -> Device)`. */
  name: text(),
  /** Number of copies or fills. */
  count: number(),
  /** Time of all of them, nanoseconds. */
  totalNs: number(),
  /** Bytes that all of them wrote; those of unknown size count as 0. */
  bytes: number(),
  /** Bytes a second, in the mean over its time. */
  bytesPerSecond: number(),
  /**
   * Of what the link to the host can do, or the device's memory, which a copy within it reads and
   * writes, 0 … 1; null where that is not known, as for rates above it.
   */
  shareOfPeak: nullable(number())
});

/** All copies or fills of one kind, such as `Memcpy HtoD (Pinned -> Device)`. */
export type TransferUse = ValueOf<typeof TRANSFER>;

const OPERATOR = record({
  /** The name of the operator or range. */
  name: text(),
  /** Runs of the operator that made a GPU do something. */
  count: number(),
  /** Kernels, copies, fills and graphs that it started. */
  works: number(),
  /** Time of that work, nanoseconds. */
  totalNs: number()
});

/**
 * The GPU work of operators of one name, or of ranges and the like without an operator; work counts for
 * the innermost one.
 */
export type OperatorGpuUse = ValueOf<typeof OPERATOR>;

const LINE = record({
  /** File or cell of the line, such as `Cell [3]`. */
  file: text(),
  /** Number of the line, from 1. */
  line: number(),
  /** Kernels, copies, fills and graphs that the line led to. */
  works: number(),
  /** Time of that work, nanoseconds. */
  totalNs: number()
});

/** The GPU work of one line of TypeScript. */
export type LineGpuUse = ValueOf<typeof LINE>;

const LAUNCHES = record({
  /** Number of calls that launched kernels or graphs. */
  count: number(),
  /** Mean of all calls, nanoseconds. */
  meanNs: number(),
  /** Median of all calls, nanoseconds. */
  p50Ns: number(),
  /** 95th percentile of all calls, nanoseconds. */
  p95Ns: number(),
  /** The longest of all calls, nanoseconds. */
  maxNs: number(),
  /** Time in all of the calls themselves, nanoseconds. */
  callNs: number()
});

/**
 * From the start of the calls that launch kernels or graphs to the start of the first of that on the
 * device, nanoseconds; waiting for earlier kernels counts.
 */
export type LaunchLatency = ValueOf<typeof LAUNCHES>;

export const GPU_REPORT_SCHEMA = record({
  /** One entry for each device that worked, in order of their tracks. */
  devices: list(DEVICE, MAX_GPUS),
  /** Kernels by name. */
  kernels: list(KERNEL, MAX_GPU_ROWS),
  /** Copies and fills by kind. */
  transfers: list(TRANSFER, MAX_GPU_ROWS),
  /** GPU work by the operator or range that started it. */
  operators: list(OPERATOR, MAX_GPU_ROWS),
  /** GPU work by the line of TypeScript that led to it; empty where stacks were not recorded. */
  lines: list(LINE, MAX_GPU_ROWS),
  /** Time from a call to the first work on the device; null if no launch was recorded. */
  launches: nullable(LAUNCHES),
  /** Time of all kernels, copies, fills and graphs, nanoseconds; absent in outputs of old versions. */
  workNs: optional(number())
});

/** The work of a profile's GPUs; tables are in order of total time, longest first. */
export type GpuReport = ValueOf<typeof GPU_REPORT_SCHEMA>;
