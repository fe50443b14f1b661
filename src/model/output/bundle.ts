import { COUNTER_UNITS } from '../../columns/columns';
import {
  boolean,
  checked,
  list,
  literal,
  nullable,
  number,
  optional,
  record,
  type RecordOf,
  type Schema,
  text,
  type ValueOf,
  wholeNumber,
  word,
  checkList,
  checkNumber,
  checkText,
  ProfileError
} from '../../schema/schema';
import { type CellInfo, PROFILE_STATUSES } from '../profile/profile';
import { SOURCE_REPORT_SCHEMA } from '../profile/sourceReport';
import { COMPARISON_SCHEMA } from './comparison';
import { FINDING_SCHEMA, MAX_FINDINGS, MAX_REMARKS, SHARES_SCHEMA } from './findings';
import { GPU_REPORT_SCHEMA, MAX_GPU_ROWS } from './gpuReport';

/** MIME type of a profile in a notebook output; the version is inside the data. */
export const PROFILE_MIME_TYPE = 'application/vnd.kernelscope.profile+json';

/**
 * Version of {@link ProfileBundle} and of the profile in it. `BUNDLE_PATH` leads from older ones to
 * it; a renderer names a newer one instead of guessing.
 */
export const BUNDLE_VERSION = 2;

/** The maximum size of the JSON text of one bundle, bytes. The rest goes to the sidecar file. */
export const MAX_BUNDLE_BYTES = 1_000_000;

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

const SUMMARY = record({
  id: text(),
  name: text(),
  status: word(PROFILE_STATUSES),
  startedAtMs: number(),
  wallNs: number(),
  /** Null for a profile that was made of another file, which knows nothing of it. */
  cpuNs: nullable(number()),
  /** Highest resident set size seen, or null when memory was not sampled. */
  peakRssBytes: nullable(number()),
  slices: wholeNumber(),
  samples: wholeNumber(),
  droppedSlices: wholeNumber(),
  /** Null as for `cpuNs`. */
  overheadNs: nullable(number()),
  /** CPU time of threads that only record, nanoseconds; absent where not known. */
  helperCpuNs: optional(number()),
  /** Time for which the thread had nothing to run, nanoseconds; absent where not recorded. */
  waitingNs: optional(number()),
  /** Time for which the thread waited for a core with something to run, nanoseconds; absent where not known. */
  coreWaitNs: optional(number()),
  /** Time of garbage collections, nanoseconds; absent where not recorded. */
  gcNs: optional(number()),
  /** Busy time of GPUs: the mean of those that worked; null where none did. */
  gpuBusyNs: nullable(number()),
  /** The number of GPUs whose work was recorded. */
  gpus: wholeNumber(),
  truncated: boolean(),
  /** Script name of the profiled cell, such as `Cell [5]`, or null outside a notebook. */
  cellFile: nullable(text())
});

/** The line above the tabs. Times in nanoseconds, memory in bytes. */
export type BundleSummary = ValueOf<typeof SUMMARY>;

/**
 * name, count, total, self, min, max, average, p50, p95, p99 — in the section's unit: 10 cells. In a
 * profile of a repeated cell 11 or 12: also the mean per run and, where known, how far its 95 %
 * confidence interval reaches to either side. Where GPUs worked at what was started there, 13: those
 * two, null where there is none, and the time for which they worked. Where async code waited, 14: those
 * three, null where there is none, and the time for which it waited. Where slices of the name ran at a time, 16:
 * those four, null where there is none, and total and self of which a moment counts once.
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
  ...more: MoreOfRow
];

/** The cells that only some rows have. */
export type MoreOfRow =
  | readonly []
  | readonly [mean: number]
  | readonly [mean: number, halfWidth: number]
  | readonly [mean: number | null, halfWidth: number | null, gpu: number]
  | readonly [mean: number | null, halfWidth: number | null, gpu: number | null, waiting: number]
  | readonly [
      mean: number | null,
      halfWidth: number | null,
      gpu: number | null,
      waiting: number | null,
      onceTotal: number,
      onceSelf: number
    ];

/** Numbers of a row that tells of GPUs, of one that tells of waiting, and of one whose slices ran at a time. */
const GPU_ROW_NUMBERS = 12;
const WAITING_ROW_NUMBERS = 13;
const ONCE_ROW_NUMBERS = 15;

/** Numbers of a section's row, after its name; see {@link BundleRow} for those that have more than 9. */
const ROW_NUMBERS: readonly number[] = [
  ...[9, 10, 11, GPU_ROW_NUMBERS, WAITING_ROW_NUMBERS, ONCE_ROW_NUMBERS]
];

const ROW: Schema<BundleRow> = {
  check(value, place) {
    const [name, ...numbers] = checkList(value, place);
    checkText(name, `The name of ${place}`);
    if (!ROW_NUMBERS.includes(numbers.length)) {
      const right = ROW_NUMBERS.join(', ');
      throw new ProfileError(`${place} has ${numbers.length} numbers, not ${right}.`);
    }
    numbers.forEach((each, at) => {
      const needed = numbers.length === ONCE_ROW_NUMBERS ? 2 : 1;
      const isNeeded = at < 9 || at >= numbers.length - needed;
      const mayLack = numbers.length >= GPU_ROW_NUMBERS && !isNeeded && each === null;
      if (!mayLack) checkNumber(each, `A number of ${place}`, -Infinity);
    });
  }
};

const SECTION = record({
  category: text(),
  /** Time sections have totals; `bytes` sections are the memory statistics. */
  unit: word(COUNTER_UNITS),
  rows: list(ROW, BUNDLE_LIMITS.rows)
});

/** One heading of the `dumps` table with its rows, as columns. */
export type BundleSection = ValueOf<typeof SECTION>;

const SECTIONS = checked(list(SECTION, BUNDLE_LIMITS.sections), (sections, place) => {
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count <= BUNDLE_LIMITS.rows) return;
  throw new ProfileError(`${place} have ${count} rows; at most ${BUNDLE_LIMITS.rows} are allowed.`);
});

const GPU = record({
  ...GPU_REPORT_SCHEMA.fields,
  /** Rows with the least time that were left out to bound the bundle. */
  hiddenRows: wholeNumber()
});

/** The report on GPUs of the whole profile, with the rows that took the most time. */
export type BundleGpu = ValueOf<typeof GPU>;

const OVERVIEW = record({
  /**
   * False if the whole profile is in here. Texts that were cut and counters that were decimated do
   * not make it partial, because no view could show more of them.
   */
  partial: boolean(),
  /** The number of slices in here. */
  slices: wholeNumber(),
  /** A `.kscope` file in base64, with the density of the busiest tracks if slices are left out. */
  kscope: text(2 * MAX_BUNDLE_BYTES)
});

/** The part of a profile that fits: a profile itself, whose references point to its own rows. */
export type BundleOverview = ValueOf<typeof OVERVIEW>;

const SIDECAR = record({
  /** Relative to the notebook's folder, with forward slashes. */
  path: text(),
  /** Lower-case hexadecimal. */
  sha256: checked(text(), (hash, place) => {
    if (/^[0-9a-f]{64}$/.test(hash)) return;
    throw new ProfileError(`${place} is not a hash of 64 hexadecimal digits.`);
  }),
  sizeBytes: wholeNumber(),
  slices: wholeNumber()
});

/** The file beside the notebook that holds the whole profile. */
export type BundleSidecar = ValueOf<typeof SIDECAR>;

/** The schemas of the parts of a {@link ProfileBundle}, by name; its places in errors begin with them. */
export const BUNDLE_PARTS = {
  version: wholeNumber(1),
  summary: SUMMARY,
  /** What is worth knowing about the whole profile, most important first. */
  findings: list(FINDING_SCHEMA, MAX_FINDINGS + MAX_REMARKS),
  /** What the wall time was used for; null if the stack was not sampled. */
  shares: nullable(SHARES_SCHEMA),
  /** That of the main thread alone, where `shares` are of several threads; absent otherwise. */
  mainShares: optional(SHARES_SCHEMA),
  sections: SECTIONS,
  /** Rows with the least total time that were left out of `sections` to bound the bundle. */
  hiddenRows: wholeNumber(),
  overview: OVERVIEW,
  /** The GPU report, if the overview does not have all GPU work; else null, as without such work. */
  gpu: nullable(GPU),
  sources: list(SOURCE_REPORT_SCHEMA, BUNDLE_LIMITS.sources),
  /** What changed from another profile, if this one was compared with it. */
  comparison: nullable(COMPARISON_SCHEMA),
  /** The location of the whole profile, if the overview is partial. */
  sidecar: nullable(SIDECAR),
  /** True for a light profile, as `%profile on` records it: one line, until somebody asks for more. */
  isLight: optional(literal(true))
};

/**
 * The data of a profile in a notebook output: the facts shown before the tables are read, totals in
 * full, and a profile with the rows that fit.
 */
export type ProfileBundle = RecordOf<typeof BUNDLE_PARTS>;
