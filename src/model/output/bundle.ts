import type { GpuInfo } from '../profile/gpuInfo';
import type { GpuReport } from './gpuReport';
import type {
  CellInfo,
  CounterKind,
  CounterUnit,
  DroppedCounts,
  ProfileStatus,
  SourceReport,
  TrackKind
} from '../profile/profile';
import type { SourceText } from '../profile/sourceText';

/** MIME type of a profile in a notebook output; the version is inside the data. */
export const PROFILE_MIME_TYPE = 'application/vnd.kernelscope.profile+json';

/**
 * Version of {@link ProfileBundle}. `upgradeBundle` turns older ones into this one; a renderer names
 * a newer one instead of guessing.
 */
export const BUNDLE_VERSION = 5;

/** Largest JSON text of one bundle, bytes. What does not fit goes to the sidecar file. */
export const MAX_BUNDLE_BYTES = 1_000_000;

/** A profile as a notebook output carries it: totals in full, the tables as far as they fit. */
export interface ProfileBundle {
  readonly version: number;
  readonly summary: BundleSummary;
  readonly run: BundleRun;
  /** Those of the profile that fit, hottest first; each is there as the profile has it or not at all. */
  readonly sourceTexts: readonly SourceText[];
  readonly sections: readonly BundleSection[];
  /** Rows with the least total time that were left out of `sections` to bound the bundle. */
  readonly hiddenRows: number;
  readonly overview: BundleOverview;
  /** The GPU report, if the overview does not have all GPU work; else null, as without such work. */
  readonly gpu: BundleGpu | null;
  readonly sources: readonly SourceReport[];
  /** Where the whole profile is, when the overview is partial. */
  readonly sidecar: BundleSidecar | null;
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
  /** Time in which GPUs worked, the mean of those that did; null where none did. */
  readonly gpuBusyNs: number | null;
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
 * two, null where there is none, and the time for which they worked.
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
];

/** The report on GPUs of the whole profile, with the rows that took the most time. */
export interface BundleGpu extends GpuReport {
  /** Rows with the least time that were left out to bound the bundle. */
  readonly hiddenRows: number;
}

/** The facts about the run that views and exports need beside the summary; see `ProfileMeta`. */
export interface BundleRun {
  readonly originNs: string;
  readonly host: string;
  /** 0 when unknown. */
  readonly pid: number;
  /** Empty when unknown. */
  readonly runtime: string;
  readonly options: Readonly<Record<string, string>>;
  readonly dropped: DroppedCounts;
  readonly cell: BundleCell | null;
  readonly gpus: readonly GpuInfo[];
}

/** The profiled cell. */
export interface BundleCell extends CellInfo {
  /** True when `source` is only the beginning of the cell, or was not kept at all. */
  readonly isSourceClipped: boolean;
}

/** The tables of a profile, those of its rows that fit; indices refer to rows of the overview. */
export interface BundleOverview {
  /**
   * False when the whole profile is in here. Texts that were cut and counters that were decimated
   * do not make it partial, as no view could show more of them.
   */
  readonly partial: boolean;
  /** Row 0 is the empty string. */
  readonly strings: readonly string[];
  /** For each label its name and category as indices into `strings`. */
  readonly labels: readonly (readonly [name: number, category: number])[];
  readonly tracks: readonly BundleTrack[];
  /** start, duration, label, track; see `SliceTable`. */
  readonly slices: BundleTable;
  /** The parent of each slice; null when no slice has one. */
  readonly parents: PackedColumns | null;
  readonly args: BundleTable;
  readonly flows: BundleTable;
  /** time, label, track; see `InstantTable`. */
  readonly instants: BundleTable;
  /** The scope of each instant; null when every one is of its thread. */
  readonly scopes: PackedColumns | null;
  readonly allocations: BundleTable;
  readonly frames: BundleTable;
  readonly stacks: BundleTable;
  /** The line of each stack; null when none is known. */
  readonly stackLines: PackedColumns | null;
  readonly samples: BundleTable;
  readonly heapSamples: BundleTable;
  readonly sliceStacks: BundleTable;
  readonly droppedTotals: BundleTable;
  /** How busy the busiest tracks are with all their slices; null when every slice is in here. */
  readonly density: BundleDensity | null;
  readonly counters: readonly BundleCounter[];
  /** Self samples by line, the file as index into `strings`. */
  readonly lineTicks: readonly (readonly [file: number, line: number, ticks: number])[];
  /** Time by line, nanoseconds, the file as index into `strings`. */
  readonly lineTotals: readonly (readonly [
    file: number,
    line: number,
    self: number,
    total: number
  ])[];
}

/** Rows of a table of the profile: all its columns, in the order of `TABLE_SCHEMAS`. */
export interface BundleTable extends PackedColumns {
  readonly length: number;
}

/**
 * The tables that a bundle packs whole; `parent` of `slices`, `scope` of `instants` and `line` of
 * `stacks` are beside them.
 */
export type BundleTableName =
  | 'slices'
  | 'args'
  | 'flows'
  | 'instants'
  | 'allocations'
  | 'frames'
  | 'stacks'
  | 'samples'
  | 'heapSamples'
  | 'sliceStacks'
  | 'droppedTotals';

/** A timeline row of the overview. */
export interface BundleTrack {
  readonly name: string;
  readonly kind: TrackKind;
  readonly parent: number;
  /** 0 when unknown. */
  readonly pid: number;
  readonly tid: number;
}

/** A counter, decimated to at most {@link MAX_COUNTER_POINTS} points. */
export interface BundleCounter {
  readonly name: string;
  readonly category: string;
  readonly unit: CounterUnit;
  readonly kind: CounterKind;
  readonly track: number;
  readonly pointCount: number;
  /** time (ns, non-decreasing) and value; `pointCount` rows. */
  readonly points: PackedColumns;
}

/** Density of tracks in equal bins of the recorded window, first bins of the first track first. */
export interface BundleDensity {
  readonly binCount: number;
  /** Rows of `overview.tracks`. */
  readonly tracks: readonly number[];
  /** Busy share in 255ths, and slices that begin there; `tracks.length × binCount` rows. */
  readonly bins: PackedColumns;
}

/** Columns of numbers as `formats/packColumns.ts` packs them. */
export interface PackedColumns {
  /** Values that did not fit a 32-bit field and are kept whole. */
  readonly escapes: number;
  /** Base64 of the deflated bytes. */
  readonly data: string;
}

/** Points a decimated counter keeps at most; its extremes are among them. */
export const MAX_COUNTER_POINTS = 4000;

/** UTF-16 units of a cell's source that a bundle carries at most. */
export const MAX_CELL_SOURCE = 64_000;

/** Bounds of what a reader accepts; a writer stays within them. */
export const BUNDLE_LIMITS = {
  sections: 10_000,
  rows: 20_000,
  strings: 200_000,
  labels: 100_000,
  /** Rows of all packed tables together. */
  tableRows: 2_000_000,
  counters: 1000,
  /** Points of all counters together. */
  points: 200_000,
  tracks: 65_536,
  densityTracks: 64,
  densityBins: 4096,
  /** Rows of `lineTicks`, and of `lineTotals`. */
  lines: 20_000,
  options: 1000,
  sources: 100,
  /** Rows of each list of `gpu`. */
  gpuRows: 20_000
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
