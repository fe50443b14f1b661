import type { GpuInfo } from '../profile/gpuInfo';

/** The work of a profile's GPUs; tables are in order of total time, longest first. */
export interface GpuReport {
  readonly devices: readonly DeviceUse[];
  readonly kernels: readonly KernelUse[];
  readonly transfers: readonly TransferUse[];
  readonly operators: readonly OperatorGpuUse[];
  /** Empty where stacks were not recorded. */
  readonly lines: readonly LineGpuUse[];
  readonly launches: LaunchLatency | null;
}

/** How a device was used in the recorded window; all times in nanoseconds. */
export interface DeviceUse {
  /** CUDA's number. */
  readonly device: number;
  /** `TrackIndex` of the device, or of its stream where that stands alone. */
  readonly track: number;
  /** Null where the profile says nothing of the device. */
  readonly info: GpuInfo | null;
  /** Time in which anything ran on it, and in which a kernel or a whole graph did. */
  readonly busyNs: number;
  readonly kernelNs: number;
  readonly copyNs: number;
  /** Time in which copies and kernels ran at once. */
  readonly overlappedNs: number;
  readonly streams: readonly StreamUse[];
  /** In order of length, longest first, {@link MAX_GAPS} at most. */
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
  readonly name: string;
  readonly busyNs: number;
  readonly works: number;
  /** `busyNs` of the recorded window, 0 … 1. */
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
  readonly startNs: number;
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
  readonly name: string;
  readonly count: number;
  readonly totalNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  /** Of the time of all kernels, 0 … 1. */
  readonly share: number;
  /** Of its longest run, as `[x, y, z]`; empty where unknown. */
  readonly grid: string;
  readonly block: string;
  readonly registers: number;
  readonly sharedBytes: number;
  /** Theoretical, of its longest run, 0 … 1; null where it is not known. */
  readonly occupancy: number | null;
  readonly limitedBy: OccupancyLimit | null;
}

/** All copies or fills of one kind, such as `Memcpy HtoD (Pinned -> Device)`. */
export interface TransferUse {
  readonly name: string;
  readonly count: number;
  readonly totalNs: number;
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
  readonly name: string;
  /** Runs of the operator that made a GPU do something. */
  readonly count: number;
  readonly works: number;
  readonly totalNs: number;
}

/** The GPU work of one line of TypeScript. */
export interface LineGpuUse {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  readonly works: number;
  readonly totalNs: number;
}

/**
 * From the start of the calls that launch kernels or graphs to the start of the first of that on the
 * device, nanoseconds; waiting for earlier kernels counts.
 */
export interface LaunchLatency {
  /** Calls. */
  readonly count: number;
  readonly meanNs: number;
  readonly p50Ns: number;
  readonly p95Ns: number;
  readonly maxNs: number;
  /** Time in the calls themselves. */
  readonly callNs: number;
}
