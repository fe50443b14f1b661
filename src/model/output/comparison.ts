import { COUNTER_UNITS } from '../../columns/columns';
import {
  checked,
  fieldOf,
  list,
  nullable,
  number,
  optional,
  record,
  text,
  type ValueOf,
  wholeNumber,
  word,
  checkInteger,
  ProfileError
} from '../../schema/schema';

/** The most that a comparison has of anything; a writer stays within it. */
export const MAX_COMPARED_ROWS = 100;
export const MAX_COMPARED_LINES = 400;
export const MAX_COMPARED_CALLS = 1500;
export const MAX_COMPARED_REPETITIONS = 200;

const finite = number(-Infinity);

/** Two numbers in order, or neither. @throws ProfileError */
function checkInterval(bounds: { low: number | null; high: number | null }, place: string): void {
  const { low, high } = bounds;
  if (low === null && high === null) return;
  finite.check(low, fieldOf(place, 'low'));
  number(Number(low)).check(high, fieldOf(place, 'high'));
}

const RUN = record({
  id: text(),
  name: text(),
  startedAtMs: number(),
  /** Script name of the profiled cell, such as `Cell [5]`, or null outside a notebook. */
  cellFile: nullable(text()),
  wallNs: number(),
  /** How often the cell was run: 1 unless it was repeated. */
  runs: wholeNumber(1),
  /** The time of each repetition in order, {@link MAX_COMPARED_REPETITIONS} at most; empty for one run. */
  repetitionsNs: list(number(), MAX_COMPARED_REPETITIONS)
});

/** One of the two profiles. */
export type ComparedRun = ValueOf<typeof RUN>;

const RUNNING = checked(
  record({
    beforeNs: number(),
    afterNs: number(),
    low: nullable(finite),
    high: nullable(finite)
  }),
  checkInterval
);

/**
 * The whole cell without the time in which its thread was ready to run and had no processor. Fields as in
 * {@link ComparedWhole}.
 */
export type RunningChange = ValueOf<typeof RUNNING>;

const WHOLE = checked(
  record({
    beforeNs: number(),
    afterNs: number(),
    /**
     * The bounds of the 95 % confidence interval of the change, as shares of the time before; both null
     * unless both cells were repeated.
     */
    low: nullable(finite),
    high: nullable(finite),
    /** Only where other programs kept the processors of the machine busy, as far as is known. */
    running: optional(RUNNING)
  }),
  checkInterval
);

/** The whole cell: the time of a run, which is the median if the cell was repeated. */
export type ComparedWhole = ValueOf<typeof WHOLE>;

const KINDS = { slices: true, function: true, counter: true } as const;

/** What a row is about: slices of one name, a function of the user's own, or a counter. */
export type ComparedKind = keyof typeof KINDS;

const ROW = checked(
  record({
    kind: word(KINDS),
    /** The category of slices and counters, the file of a function. */
    category: text(),
    name: text(),
    unit: word(COUNTER_UNITS),
    /** Null where only the other profile has it. */
    before: nullable(finite),
    after: nullable(finite),
    /** The bounds of the 95 % confidence interval of the change, in `unit`; both null if not known. */
    low: nullable(finite),
    high: nullable(finite)
  }),
  checkInterval
);

/** One name in both profiles: times of a run, or means of a counter's values, in `unit`. */
export type ComparedRow = ValueOf<typeof ROW>;

const LINE = record({
  /** One-based; null for a line that is new. */
  before: nullable(wholeNumber(1)),
  /** One-based; null for a line that is gone. */
  after: nullable(wholeNumber(1)),
  beforeNs: number(),
  afterNs: number(),
  text: text()
});

/** A line of either cell or both, with the time of a run in it and in what it called. */
export type ComparedLine = ValueOf<typeof LINE>;

const SOURCE = record({
  /** In the order of the text; a line that was replaced comes before those in its place. */
  lines: list(LINE, MAX_COMPARED_LINES),
  /** Lines that neither changed nor took much time and that were left out. */
  hiddenLines: wholeNumber()
});

/** The text of the two cells, line by line. */
export type ComparedSource = ValueOf<typeof SOURCE>;

const FUNCTION = record({ name: text(), file: text() });

/** A function; the file is the category where the calls are those of slices. */
export type ComparedFunction = ValueOf<typeof FUNCTION>;

const times = list(number(), MAX_COMPARED_CALLS);

const TREE = checked(
  record({
    /** Row of the caller, or -1; it comes before what it called. */
    parent: list(wholeNumber(-1), MAX_COMPARED_CALLS),
    /** Row of `functions`. */
    function: list(wholeNumber(), MAX_COMPARED_CALLS),
    functions: list(FUNCTION, MAX_COMPARED_CALLS),
    selfBefore: times,
    selfAfter: times,
    totalBefore: times,
    totalAfter: times,
    /** Rows with the least time that were left out. */
    hiddenRows: wholeNumber()
  }),
  checkTree
);

/**
 * The calls of both profiles, functions of the same name and file merged; depth first, as columns. Times
 * are of a run.
 */
export type ComparedTree = ValueOf<typeof TREE>;

/** The schema of a comparison in an output, which also gives its type. */
export const COMPARISON_SCHEMA = record({
  before: RUN,
  after: RUN,
  whole: WHOLE,
  /** Times, those that changed the most first. */
  rows: list(ROW, MAX_COMPARED_ROWS),
  /** Memory and counters, in the same order. */
  counters: list(ROW, MAX_COMPARED_ROWS),
  /** Rows with the least change that were left out. */
  hiddenRows: wholeNumber(),
  /** Null unless both profiles are of cells whose text is known. */
  source: nullable(SOURCE),
  /** The functions of both; null if neither has any. */
  tree: nullable(TREE)
});

/** Two profiles side by side: what changed from one to the other. Times are nanoseconds. */
export type BundleComparison = ValueOf<typeof COMPARISON_SCHEMA>;

type TreeColumn = 'parent' | 'function' | 'selfBefore' | 'selfAfter' | 'totalBefore' | 'totalAfter';

/** The columns of a tree are equally long, and its calls in the order of a tree, of functions that are there. */
function checkTree(
  {
    functions,
    parent,
    ...columns
  }: Readonly<Record<TreeColumn, readonly number[]>> & {
    readonly functions: readonly ComparedFunction[];
  },
  place: string
): void {
  checkParents(parent, fieldOf(place, 'parent'));
  const at = fieldOf(place, 'function');
  for (const each of columns.function) checkInteger(each, at, 0, functions.length - 1);
  const { selfBefore, selfAfter, totalBefore, totalAfter } = columns;
  const all = [columns.function, selfBefore, selfAfter, totalBefore, totalAfter];
  if (all.every(({ length }) => length === parent.length)) return;
  throw new ProfileError(`The columns of ${place} have different lengths.`);
}

/** Rows in the order of a tree: a row is below the one before it, or below one above that. */
function checkParents(parents: readonly number[], place: string): void {
  const path: number[] = [];
  parents.forEach((parent, row) => {
    checkInteger(parent, place, -1, row - 1);
    while (path.length > 0 && path[path.length - 1] !== parent) path.pop();
    if (path.length === 0 && parent !== -1) {
      throw new ProfileError(`${place} is not in the order of a tree at row ${row}.`);
    }
    path.push(row);
  });
}
