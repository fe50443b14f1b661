import type { GpuInfo } from '../../facts/gpus';

/** The work of a profile's GPUs; tables are in order of total time, longest first. */
export interface GpuReport {
  /** One entry for each device that worked, in order of their tracks. */
  readonly devices: readonly DeviceUse[];
  /** Kernels by name. */
  readonly kernels: readonly KernelUse[];
  /** Copies and fills by kind. */
  readonly transfers: readonly TransferUse[];
  /** GPU work by the operator or range that started it. */
  readonly operators: readonly OperatorGpuUse[];
  /** GPU work by the line of TypeScript that led to it; empty where stacks were not recorded. */
  readonly lines: readonly LineGpuUse[];
  /** Time from a call to the first work on the device; null if no launch was recorded. */
  readonly launches: LaunchLatency | null;
}

/** How a device was used in the recorded window; all times in nanoseconds. */
export interface DeviceUse {
  /** CUDA's number of the device. */
  readonly device: number;
  /** `TrackIndex` of the device, or of its stream where that stands alone. */
  readonly track: number;
  /** Null where the profile says nothing of the device. */
  readonly info: GpuInfo | null;
  /** Time in which anything ran on it, nanoseconds. */
  readonly busyNs: number;
  /** Time in which a kernel or a whole graph ran, nanoseconds. */
  readonly kernelNs: number;
  /** Time in which a copy ran, nanoseconds. */
  readonly copyNs: number;
  /** Time in which copies and kernels ran at once, nanoseconds. */
  readonly overlappedNs: number;
  /** Streams, the busiest first. */
  readonly streams: readonly StreamUse[];
  /** Stretches in which nothing ran on it, longest first, 100 at most. */
  readonly gaps: readonly IdleGap[];
  /** All idle time by cause, each moment of it under one: with `busyNs` it is the recorded window. */
  readonly idleNs: Readonly<Record<IdleCause, number>>;
  /** Mean theoretical occupancy of its kernels by their time, 0 … 1; null where it is not known. */
  readonly occupancy: number | null;
}

/** How many gaps of a device are named at most. */
export const MAX_GAPS = 100;

/** One stream of a device; it has several tracks where its work overlaps. */
export interface StreamUse {
  /** `TrackIndex`, of the first of its tracks. */
  readonly track: number;
  /** The name of the stream's track. */
  readonly name: string;
  /** Time in which anything ran on it, nanoseconds. */
  readonly busyNs: number;
  /** Kernels, copies, fills and graphs that ran on it. */
  readonly works: number;
  /** `busyNs` as a share of the recorded window, 0 … 1. */
  readonly utilisation: number;
}

/**
 * Why a device had nothing to do. Where several hold at a moment, the first of these:
 *
 * - `copy`: the host was in a call that copies;
 * - `launch`: a launch was under way: called, but not begun on the device;
 * - `sync`: the host waited for the GPU, and then for nothing new;
 * - `hostBusy`: the host ran code, or was in another call of CUDA, such as one that allocates;
 * - `nothingLaunched`: the host did nothing either, or what it did is not known.
 */
export type IdleCause = 'hostBusy' | 'sync' | 'copy' | 'launch' | 'nothingLaunched';

/** A stretch in which nothing ran on any stream of a device. */
export interface IdleGap {
  /** From the start of the recorded window, nanoseconds. */
  readonly startNs: number;
  /** Length of the gap, nanoseconds. */
  readonly durationNs: number;
  /** The cause of most of it. */
  readonly cause: IdleCause;
  /** The activity of the host for most of it, such as `JSON.parse`, `cudaMemcpy` or the `await` at `Cell [3]:4`; empty where unknown. */
  readonly host: string;
}

/** The resource that limits how many blocks of a kernel a multiprocessor holds. */
export type OccupancyLimit = 'warps' | 'blocks' | 'registers' | 'sharedMemory';

/** All runs of one kernel. */
export interface KernelUse {
  /** The name of the kernel in the profile. */
  readonly name: string;
  /** Number of runs. */
  readonly count: number;
  /** Time of all runs, nanoseconds. */
  readonly totalNs: number;
  /** Time of the shortest run, nanoseconds. */
  readonly minNs: number;
  /** Time of the longest run, nanoseconds. */
  readonly maxNs: number;
  /** Its share of the time of all kernels, 0 … 1. */
  readonly share: number;
  /** Blocks of its longest run, as `[x, y, z]`; empty where unknown. */
  readonly grid: string;
  /** Threads of a block of its longest run, as `[x, y, z]`; empty where unknown. */
  readonly block: string;
  /** Registers of a thread in its longest run; 0 where unknown. */
  readonly registers: number;
  /** Shared memory of a block in its longest run, bytes; 0 where it has none. */
  readonly sharedBytes: number;
  /** Theoretical occupancy of its longest run, 0 … 1; null where it is not known. */
  readonly occupancy: number | null;
  /** The resource that limits how many of its blocks a multiprocessor holds; null where `occupancy` is. */
  readonly limitedBy: OccupancyLimit | null;
}

/** All copies or fills of one kind, such as `Memcpy HtoD (Pinned -> Device)`. */
export interface TransferUse {
  /** The kind, such as `Memcpy HtoD (Pinned -> Device)`. */
  readonly name: string;
  /** Number of copies or fills. */
  readonly count: number;
  /** Time of all of them, nanoseconds. */
  readonly totalNs: number;
  /** Bytes that all of them wrote; those of unknown size count as 0. */
  readonly bytes: number;
  /** Bytes a second, in the mean over its time. */
  readonly bytesPerSecond: number;
  /**
   * Of what the link to the host can do, or the device's memory, which a copy within it reads and
   * writes, 0 … 1; null where that is not known.
   */
  readonly shareOfPeak: number | null;
}

/**
 * The GPU work of operators of one name, or of ranges and the like without an operator; work counts for
 * the innermost one.
 */
export interface OperatorGpuUse {
  /** The name of the operator or range. */
  readonly name: string;
  /** Runs of the operator that made a GPU do something. */
  readonly count: number;
  /** Kernels, copies, fills and graphs that it started. */
  readonly works: number;
  /** Time of that work, nanoseconds. */
  readonly totalNs: number;
}

/** The GPU work of one line of TypeScript. */
export interface LineGpuUse {
  /** File or cell of the line, such as `Cell [3]`. */
  readonly file: string;
  /** Number of the line, from 1. */
  readonly line: number;
  /** Kernels, copies, fills and graphs that the line led to. */
  readonly works: number;
  /** Time of that work, nanoseconds. */
  readonly totalNs: number;
}

/**
 * From the start of the calls that launch kernels or graphs to the start of the first of that on the
 * device, nanoseconds; waiting for earlier kernels counts.
 */
export interface LaunchLatency {
  /** Number of calls that launched kernels or graphs. */
  readonly count: number;
  /** Mean of all calls, nanoseconds. */
  readonly meanNs: number;
  /** Median of all calls, nanoseconds. */
  readonly p50Ns: number;
  /** 95th percentile of all calls, nanoseconds. */
  readonly p95Ns: number;
  /** The longest of all calls, nanoseconds. */
  readonly maxNs: number;
  /** Time in all of the calls themselves, nanoseconds. */
  readonly callNs: number;
}
