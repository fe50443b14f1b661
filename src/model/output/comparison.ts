import type { CounterUnit } from '../profile/profile';

/** Two profiles side by side: what changed from one to the other. Times are nanoseconds. */
export interface BundleComparison {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  readonly whole: ComparedWhole;
  /** Times, those that changed the most first. */
  readonly rows: readonly ComparedRow[];
  /** Memory and counters, in the same order. */
  readonly counters: readonly ComparedRow[];
  /** Rows with the least change that were left out. */
  readonly hiddenRows: number;
  /** Null unless both profiles are of cells whose text is known. */
  readonly source: ComparedSource | null;
  /** The functions of both; null if neither has any. */
  readonly tree: ComparedTree | null;
}

/** One of the two profiles. */
export interface ComparedRun {
  readonly id: string;
  readonly name: string;
  readonly startedAtMs: number;
  /** Script name of the profiled cell, such as `Cell [5]`, or null outside a notebook. */
  readonly cellFile: string | null;
  readonly wallNs: number;
  /** How often the cell was run: 1 unless it was repeated. */
  readonly runs: number;
  /** The time of each repetition in order, {@link MAX_COMPARED_REPETITIONS} at most; empty for one run. */
  readonly repetitionsNs: readonly number[];
}

/** The whole cell: the time of a run, which is the median if the cell was repeated. */
export interface ComparedWhole {
  readonly beforeNs: number;
  readonly afterNs: number;
  /**
   * The bounds of the 95 % confidence interval of the change, as shares of the time before; both null
   * unless both cells were repeated.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** Only where other programs kept the processors of the machine busy, as far as is known. */
  readonly running?: RunningChange;
}

/**
 * The whole cell without the time in which its thread was ready to run and had no processor. Fields as in
 * {@link ComparedWhole}.
 */
export interface RunningChange {
  readonly beforeNs: number;
  readonly afterNs: number;
  readonly low: number;
  readonly high: number;
}

/** What a row is about: slices of one name, a function of the user's own, or a counter. */
export type ComparedKind = 'slices' | 'function' | 'counter';

/** One name in both profiles: times of a run, or means of a counter's values, in `unit`. */
export interface ComparedRow {
  readonly kind: ComparedKind;
  /** The category of slices and counters, the file of a function. */
  readonly category: string;
  readonly name: string;
  readonly unit: CounterUnit;
  /** Null where only the other profile has it. */
  readonly before: number | null;
  readonly after: number | null;
  /** The bounds of the 95 % confidence interval of the change, in `unit`; both null if not known. */
  readonly low: number | null;
  readonly high: number | null;
}

/** The text of the two cells, line by line. */
export interface ComparedSource {
  /** In the order of the text; a line that was replaced comes before those in its place. */
  readonly lines: readonly ComparedLine[];
  /** Lines that neither changed nor took much time and that were left out. */
  readonly hiddenLines: number;
}

/** A line of either cell or both, with the time of a run in it and in what it called. */
export interface ComparedLine {
  /** One-based; null for a line that is new. */
  readonly before: number | null;
  /** One-based; null for a line that is gone. */
  readonly after: number | null;
  readonly beforeNs: number;
  readonly afterNs: number;
  readonly text: string;
}

/**
 * The calls of both profiles, functions of the same name and file merged; depth first, as columns. Times
 * are of a run.
 */
export interface ComparedTree {
  /** Row of the caller, or -1; it comes before what it called. */
  readonly parent: readonly number[];
  /** Row of `functions`. */
  readonly function: readonly number[];
  readonly functions: readonly ComparedFunction[];
  readonly selfBefore: readonly number[];
  readonly selfAfter: readonly number[];
  readonly totalBefore: readonly number[];
  readonly totalAfter: readonly number[];
  /** Rows with the least time that were left out. */
  readonly hiddenRows: number;
}

/** A function; the file is the category where the calls are those of slices. */
export interface ComparedFunction {
  readonly name: string;
  readonly file: string;
}

/** The most that a comparison has of anything; a writer stays within it. */
export const MAX_COMPARED_ROWS = 100;
export const MAX_COMPARED_LINES = 400;
export const MAX_COMPARED_CALLS = 1500;
export const MAX_COMPARED_REPETITIONS = 200;
