import type { BundleComparison } from './comparison';
import type { Finding, TimeShares } from './findings';
import { type GpuReport, MAX_GPU_ROWS } from './gpuReport';
import type { CellInfo, CounterUnit, ProfileStatus, SourceReport } from '../profile/profile';

/** MIME type of a profile in a notebook output; the version is inside the data. */
export const PROFILE_MIME_TYPE = 'application/vnd.kernelscope.profile+json';

/**
 * Version of {@link ProfileBundle} and of the profile in it. `BUNDLE_PATH` leads from older ones to
 * it; a renderer names a newer one instead of guessing.
 */
export const BUNDLE_VERSION = 2;

/** The maximum size of the JSON text of one bundle, bytes. The rest goes to the sidecar file. */
export const MAX_BUNDLE_BYTES = 1_000_000;

/**
 * The data of a profile in a notebook output: the facts shown before the tables are read, totals in
 * full, and a profile with the rows that fit.
 */
export interface ProfileBundle {
  readonly version: number;
  readonly summary: BundleSummary;
  /** What is worth knowing about the whole profile, most important first. */
  readonly findings: readonly Finding[];
  /** What the wall time was used for; null if the stack was not sampled. */
  readonly shares: TimeShares | null;
  /** That of the main thread alone, where `shares` are of several threads; absent otherwise. */
  readonly mainShares?: TimeShares;
  readonly sections: readonly BundleSection[];
  /** Rows with the least total time that were left out of `sections` to bound the bundle. */
  readonly hiddenRows: number;
  readonly overview: BundleOverview;
  /** The GPU report, if the overview does not have all GPU work; else null, as without such work. */
  readonly gpu: BundleGpu | null;
  readonly sources: readonly SourceReport[];
  /** What changed from another profile, if this one was compared with it. */
  readonly comparison: BundleComparison | null;
  /** The location of the whole profile, if the overview is partial. */
  readonly sidecar: BundleSidecar | null;
  /** True for a light profile, as `%profile on` records it: one line, until somebody asks for more. */
  readonly isLight?: true;
}

/** The line above the tabs. Times in nanoseconds, memory in bytes. */
export interface BundleSummary {
  readonly id: string;
  readonly name: string;
  readonly status: ProfileStatus;
  readonly startedAtMs: number;
  readonly wallNs: number;
  /** Null for a profile that was made of another file, which knows nothing of it. */
  readonly cpuNs: number | null;
  /** Highest resident set size seen, or null when memory was not sampled. */
  readonly peakRssBytes: number | null;
  readonly slices: number;
  readonly samples: number;
  readonly droppedSlices: number;
  /** Null as for `cpuNs`. */
  readonly overheadNs: number | null;
  /** CPU time of threads that only record, nanoseconds; absent where not known. */
  readonly helperCpuNs?: number;
  /** Time for which the thread had nothing to run, nanoseconds; absent where not recorded. */
  readonly waitingNs?: number;
  /** Time for which the thread waited for a core with something to run, nanoseconds; absent where not known. */
  readonly coreWaitNs?: number;
  /** Time of garbage collections, nanoseconds; absent where not recorded. */
  readonly gcNs?: number;
  /** Busy time of GPUs: the mean of those that worked; null where none did. */
  readonly gpuBusyNs: number | null;
  /** The number of GPUs whose work was recorded. */
  readonly gpus: number;
  readonly truncated: boolean;
  /** Script name of the profiled cell, such as `Cell [5]`, or null outside a notebook. */
  readonly cellFile: string | null;
}

/** One heading of the `dumps` table with its rows, as columns. */
export interface BundleSection {
  readonly category: string;
  /** Time sections have totals; `bytes` sections are the memory statistics. */
  readonly unit: CounterUnit;
  readonly rows: readonly BundleRow[];
}

/**
 * name, count, total, self, min, max, average, p50, p95, p99 — in the section's unit: 10 cells. In a
 * profile of a repeated cell 11 or 12: also the mean per run and, where known, how far its 95 %
 * confidence interval reaches to either side. Where GPUs worked at what was started there, 13: those
 * two, null where there is none, and the time for which they worked. Where async code waited, 14: those
 * three, null where there is none, and the time for which it waited.
 */
export type BundleRow = readonly [
  name: string,
  count: number,
  total: number,
  self: number,
  min: number,
  max: number,
  average: number,
  p50: number,
  p95: number,
  p99: number,
  ...more:
    | readonly []
    | readonly [mean: number]
    | readonly [mean: number, halfWidth: number]
    | readonly [mean: number | null, halfWidth: number | null, gpu: number]
    | readonly [mean: number | null, halfWidth: number | null, gpu: number | null, waiting: number]
];

/** The report on GPUs of the whole profile, with the rows that took the most time. */
export interface BundleGpu extends GpuReport {
  /** Rows with the least time that were left out to bound the bundle. */
  readonly hiddenRows: number;
}

/** The part of a profile that fits: a profile itself, whose references point to its own rows. */
export interface BundleOverview {
  /**
   * False if the whole profile is in here. Texts that were cut and counters that were decimated do
   * not make it partial, because no view could show more of them.
   */
  readonly partial: boolean;
  /** The number of slices in here. */
  readonly slices: number;
  /** A `.kscope` file in base64, with the density of the busiest tracks if slices are left out. */
  readonly kscope: string;
}

/** The maximum number of points of a decimated counter; its extremes are among them. */
export const MAX_COUNTER_POINTS = 4000;

/** The maximum length of a cell's source in a bundle, UTF-16 units. */
export const MAX_CELL_SOURCE = 64_000;

/** Whether a profile has all of the source of a cell, and not only its beginning. */
export function isWholeCell({ source }: Pick<CellInfo, 'source'>): boolean {
  return source.length < MAX_CELL_SOURCE - 1;
}

/** The limits of a reader; a writer stays within them. */
export const BUNDLE_LIMITS = {
  sections: 10_000,
  rows: 20_000,
  sources: 100,
  /** Rows of each list of `gpu`. */
  gpuRows: MAX_GPU_ROWS,
  /** Content of the profile in `overview`, and columns that are made of it, bytes. */
  overviewBytes: 64 * 1024 * 1024
} as const;

/** The file beside the notebook that holds the whole profile. */
export interface BundleSidecar {
  /** Relative to the notebook's folder, with forward slashes. */
  readonly path: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly slices: number;
}
