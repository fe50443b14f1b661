import { type Column, permute, rowsWhere } from '../../model/profile/columns';
import type { LineTotalTable, Profile, SampleTable } from '../../model/profile/profile';
import { IntervalLengths, type Intervals } from '../slices/intervals';
import { outermostTotals } from './outermostTotals';

/** A profile without what the threads `omitted` did; `threads` has the thread of each track. */
export function withoutThreads(
  profile: Profile,
  omitted: ReadonlySet<number>,
  threads: Int32Array
): Profile {
  const isKept = ({ track }: { readonly track: ArrayLike<number> }) => {
    return (row: number): boolean => !omitted.has(threads[track[row]]);
  };
  const { samples, counters } = profile;
  return {
    ...profile,
    ...slicesWhere(profile, isKept(profile.slices)),
    samples: rowsOf(samples, rowsWhere(samples.length, isKept(samples))),
    counters: counters.filter(({ track }) => !omitted.has(threads[track]))
  };
}

/** A profile as if some stretches of time had not been; `lines` has what is subtracted from the times of lines. */
export function withoutTime(
  profile: Profile,
  lines: readonly LessOfLine[],
  times: Intervals
): Profile {
  const lengths = new IntervalLengths(times);
  const clock: Clock = {
    moved: at => at - lengths.within(0, at),
    isLeft: at => lengths.within(at, at + 1) < 1
  };
  const { meta, samples, instants, counters } = profile;
  const durationNs = clock.moved(meta.durationNs);
  const sampled = lasting(samples.time, samples.weight, clock);
  // Most of the overhead is the cost of samples.
  const overheadNs = meta.overheadNs * (sampled.rows.length / Math.max(1, samples.length));
  const { start: time, duration: weight } = sampled;
  const left = { ...rowsOf(samples, sampled.rows), time, weight };
  return {
    ...profile,
    ...slicesWithout(profile, clock),
    meta: { ...meta, durationNs, overheadNs },
    samples: left,
    counters: counters.map(series => momentsWithout(series, clock)),
    instants: momentsWithout(instants, clock),
    allocations: momentsWithout(profile.allocations, clock),
    lineTotals: linesWithout(profile, lines, fileTimes(profile, left, durationNs))
  };
}

/** The times of a line that are left out, nanoseconds. */
interface LessOfLine {
  readonly file: string;
  readonly line: number;
  readonly ownNs: number;
  readonly totalNs: number;
}

/** The time of the whole on the clock of the part. */
interface Clock {
  readonly moved: (at: number) => number;
  /** Whether a moment is in the part. */
  readonly isLeft: (at: number) => boolean;
}

/** The named rows of a table, or of what has columns like one. */
function rowsOf<Table extends object>(table: Table, rows: Uint32Array): Table {
  const columns = Object.entries(table).map(([name, column]: [string, unknown]) =>
    ArrayBuffer.isView(column) ? [name, taken(column as Column, rows)] : [name, column]
  );
  const all = Object.fromEntries(columns) as Table;
  return 'length' in all ? { ...all, length: rows.length } : all;
}

function taken<C extends Column>(column: C, rows: Uint32Array): C {
  const target = new (column.constructor as new (length: number) => C)(rows.length);
  return permute<C>(column, rows, target);
}

/** A table with a column of moments, without the rows in what is left out. */
function momentsWithout<Table extends { readonly time: Float64Array }>(
  table: Table,
  { isLeft, moved }: Clock
): Table {
  const left = rowsOf(
    table,
    rowsWhere(table.time.length, row => isLeft(table.time[row]))
  );
  return { ...left, time: left.time.map(moved) };
}

/** The rows of what still lasts, and of moments that are not left out, with their times. */
function lasting(start: Float64Array, duration: Float64Array, { moved, isLeft }: Clock) {
  const begins = start.map(moved);
  const ends = start.map((from, row) => moved(from + duration[row]));
  const rows = rowsWhere(start.length, row =>
    duration[row] === 0 ? isLeft(start[row]) : ends[row] > begins[row]
  );
  const from = taken(begins, rows);
  return { rows, start: from, duration: taken(ends, rows).map((to, at) => to - from[at]) };
}

type SliceParts = Pick<Profile, 'slices' | 'args' | 'flows' | 'sliceStacks'>;

function slicesWithout(profile: Profile, clock: Clock): SliceParts {
  const { rows, ...times } = lasting(profile.slices.start, profile.slices.duration, clock);
  const left = slicesOf(profile, rows);
  return { ...left, slices: { ...left.slices, ...times } };
}

function slicesWhere(profile: Profile, isKept: (row: number) => boolean): SliceParts {
  return slicesOf(profile, rowsWhere(profile.slices.length, isKept));
}

/** The slices of some rows, with what belongs to them. */
function slicesOf({ slices, args, flows, sliceStacks }: SliceParts, rows: Uint32Array): SliceParts {
  const rowOf = new Int32Array(slices.length).fill(-1);
  rows.forEach((row, at) => (rowOf[row] = at));
  const left = rowsOf(slices, rows);
  const parent = left.parent.map(row => (row < 0 ? -1 : rowOf[row]));
  const ofLeft = <Table extends { readonly length: number }>(table: Table, ...of: Uint32Array[]) =>
    rowsOf(
      table,
      rowsWhere(table.length, row => of.every(column => rowOf[column[row]] >= 0))
    );
  const renumbered = (column: Uint32Array): Uint32Array => column.map(row => rowOf[row]);
  const leftArgs = ofLeft(args, args.slice);
  const leftStacks = ofLeft(sliceStacks, sliceStacks.slice);
  const leftFlows = ofLeft(flows, flows.from, flows.to);
  return {
    slices: { ...left, parent },
    args: { ...leftArgs, slice: renumbered(leftArgs.slice) },
    sliceStacks: { ...leftStacks, slice: renumbered(leftStacks.slice) },
    flows: { ...leftFlows, from: renumbered(leftFlows.from), to: renumbered(leftFlows.to) }
  };
}

/** The time of some samples with a file on their stack, by its text; `otherNs` for files that are on none at all. */
function fileTimes(
  { stacks, frames, strings }: Profile,
  samples: SampleTable,
  otherNs: number
): Float64Array {
  const weight = new Float64Array(stacks.length);
  for (let row = 0; row < samples.length; row++) {
    if (samples.stack[row] >= 0) weight[samples.stack[row]] += samples.weight[row];
  }
  const files = Int32Array.from(stacks.frame, frame => frames.file[frame]);
  const known = new Set(frames.file);
  const times = outermostTotals(stacks.prefix, files, weight, strings.length);
  return times.map((ns, text) => (known.has(text) ? ns : otherNs));
}

/**
 * For lines of libraries it is not known how much to subtract, as they have no times of their own; but none has more than its file,
 * whose time is in `fileNs` by its text.
 */
function linesWithout(
  { lineTotals, strings }: Profile,
  lines: readonly LessOfLine[],
  fileNs: Float64Array
): LineTotalTable {
  const loading = new Map(lines.map(line => [`${line.line} ${line.file}`, line]));
  const less = (column: Float64Array, key: 'ownNs' | 'totalNs'): Float64Array =>
    column.map((ns, row) => {
      const name = `${lineTotals.line[row]} ${strings[lineTotals.file[row]]}`;
      return Math.max(0, ns - (loading.get(name)?.[key] ?? 0));
    });
  const { own, total, self, file } = lineTotals;
  const atMost = (ns: number, row: number): number =>
    own[row] > 0 ? ns : Math.min(ns, fileNs[file[row]]);
  return {
    ...lineTotals,
    own: less(own, 'ownNs'),
    self: self.map(atMost),
    total: less(total, 'totalNs').map(atMost)
  };
}
