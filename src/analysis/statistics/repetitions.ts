import { studentT95 } from '../../base/stats';
import { CELL_CATEGORY, REPETITION_CATEGORY } from '../../model/profile/categories';
import { MAX_COMPARED_REPETITIONS } from '../../model/output/comparison';
import { ArgKind, type Profile } from '../../model/profile/profile';

/** Name of the slice around one repetition. */
export const REPETITION_NAME = 'repetition';

/** Arguments of that slice: how long its thread was on a processor, or ready but without one, nanoseconds. */
export const RAN_ARG = 'ranNs';
export const QUEUED_ARG = 'queuedNs';

/** Time of one name in a run of a repeated cell, nanoseconds. */
export interface PerRun {
  /** Mean of the totals of all repetitions; one without the name counts as 0. */
  readonly mean: number;
  /**
   * The 95 % confidence interval of the mean reaches so far to either side (Student's t); null when
   * not all slices of the name were kept.
   */
  readonly halfWidth: number | null;
}

/** The repetitions of a profile. */
export interface RepetitionFigures {
  /** {@link LabelRuns} of each label. */
  readonly byLabel: readonly LabelRuns[];
  /** True for cells that were put together, of which each has repetitions of its own. */
  readonly isOfSeveralCells: boolean;
}

/** The runs of the cells in which slices of one label began. */
export interface LabelRuns {
  /** The number of runs; null where it is not known. */
  readonly runs: number | null;
  /** The time of a run, as far as slices were kept; null for code that was not repeated. */
  readonly perRun: PerRun | null;
}

/**
 * Times per run of a profile of two or more repetitions; null for any other. A slice belongs to the
 * repetition that it begins in; one between two repetitions counts in none. Of several cells that were put
 * together a run is one of those in which the name occurs.
 */
export function repetitionFigures(profile: Profile): RepetitionFigures | null {
  const { labels, droppedTotals } = profile;
  const spreads = new LabelSpreads(labels.length);
  const count = visitRepetitions(profile, (label, repetition, durationNs) =>
    spreads.add(label, repetition, durationNs)
  );
  if (count < 2) return null;
  const isIncomplete = new Uint8Array(labels.length);
  droppedTotals.label.forEach(label => (isIncomplete[label] = 1));
  const cells = repeatedCells(profile);
  const runsOf = cells.length > 1 ? runsByLabel(profile, cells) : null;
  const byLabel = Array.from(isIncomplete, (incomplete, label): LabelRuns => {
    const known = runsOf === null ? { repeated: count, other: 0 } : runsOf[label];
    const isKnown = runsOf === null || incomplete === 0;
    const { mean, deviation } = spreads.over(label, Math.max(1, known.repeated));
    if (!isKnown || known.repeated < 2) {
      return { runs: isKnown && known.repeated === 0 ? 1 : null, perRun: null };
    }
    const reach = studentT95(known.repeated - 1) / Math.sqrt(known.repeated);
    const halfWidth = incomplete === 1 ? null : reach * deviation;
    return { runs: known.other > 0 ? null : known.repeated, perRun: { mean, halfWidth } };
  });
  return { byLabel, isOfSeveralCells: runsOf !== null };
}

/** A cell of several, and how often it ran. */
interface RepeatedCell {
  readonly startNs: number;
  readonly endNs: number;
  /** The number of its repetitions, 0 for one that was not repeated. */
  readonly repetitions: number;
}

/** The cells of which profiles were put together, in order; none where only one of them was repeated. */
function repeatedCells(profile: Profile): readonly RepeatedCell[] {
  const windows = repetitionWindows(profile);
  let at = 0;
  const cells = windowsOf(profile, label => label.category === CELL_CATEGORY).map(
    ({ startNs, endNs }): RepeatedCell => {
      let repetitions = 0;
      while (at < windows.length && windows[at].startNs < endNs) {
        if (windows[at++].startNs >= startNs) repetitions++;
      }
      return { startNs, endNs, repetitions };
    }
  );
  return cells.length > 1 && cells.some(({ repetitions }) => repetitions > 0) ? cells : [];
}

/** For each label the repetitions of all cells in which it occurs, and the number of other cells. */
function runsByLabel(
  { slices, labels }: Profile,
  cells: readonly RepeatedCell[]
): readonly { readonly repeated: number; readonly other: number }[] {
  const runs = Array.from({ length: labels.length }, () => ({ repeated: 0, other: 0, last: -1 }));
  let cell = 0;
  for (let row = 0; row < slices.length; row++) {
    const start = slices.start[row];
    while (cell < cells.length && cells[cell].endNs <= start) cell++;
    if (cell === cells.length) break;
    const ofLabel = runs[slices.label[row]];
    if (start < cells[cell].startNs || ofLabel.last === cell) continue;
    ofLabel.last = cell;
    ofLabel.repeated += cells[cell].repetitions;
    if (cells[cell].repetitions === 0) ofLabel.other++;
  }
  return runs;
}

/**
 * Calls `visit` for each slice that begins in a repetition, with its label, the zero-based place of the
 * repetition and its duration, in the order of repetitions. Returns the number of repetitions.
 */
export function visitRepetitions(
  profile: Profile,
  visit: (label: number, repetition: number, durationNs: number) => void
): number {
  const { slices } = profile;
  const windows = repetitionWindows(profile);
  const count = windows.length;
  let current = 0;
  for (let row = 0; row < slices.length; row++) {
    const start = slices.start[row];
    while (current < count && windows[current].endNs <= start) current++;
    if (current === count) break;
    if (start < windows[current].startNs) continue;
    visit(slices.label[row], current, slices.duration[row]);
  }
  return count;
}

/**
 * The time of each repetition of a cell in order, {@link MAX_COMPARED_REPETITIONS} at most; empty for a
 * cell that was not repeated, and for several cells, whose repetitions have nothing in common.
 */
export function repetitionTimes(profile: Profile): readonly number[] {
  if (repeatedCells(profile).length > 1) return [];
  const windows = repetitionWindows(profile).slice(0, MAX_COMPARED_REPETITIONS);
  return windows.length < 2 ? [] : windows.map(({ startNs, endNs }) => endNs - startNs);
}

/**
 * Each of {@link repetitionTimes} without the time in which the thread was ready to run and had no processor;
 * null unless that is known of all. The thread's times are read outside of the slices, so that waits before
 * and after them are in it; but no run took less than its time on a processor.
 */
export function unqueuedTimes(profile: Profile): readonly number[] | null {
  if (repeatedCells(profile).length > 1) return null;
  const { slices } = profile;
  const rows = repetitionWindows(profile).slice(0, MAX_COMPARED_REPETITIONS);
  const [ran, queued] = [RAN_ARG, QUEUED_ARG].map(key => numbersOf(profile, key));
  const times = rows.map(({ row }) => {
    const [ranNs, queuedNs] = [ran.get(row), queued.get(row)];
    const wholeNs = slices.duration[row];
    if (ranNs === undefined || queuedNs === undefined) return null;
    return Math.max(wholeNs - queuedNs, Math.min(wholeNs, ranNs));
  });
  const known = times.filter(each => each !== null);
  return known.length >= 2 && known.length === rows.length ? known : null;
}

/** The values of an argument by row of the slice. */
function numbersOf({ args, strings }: Profile, key: string): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (let arg = 0; arg < args.length; arg++) {
    const isNumber = args.kind[arg] === ArgKind.number && Number.isFinite(args.value[arg]);
    if (isNumber && strings[args.key[arg]] === key) numbers.set(args.slice[arg], args.value[arg]);
  }
  return numbers;
}

/** The processes of the repetitions: one for a cell, or each repetition's own for a program. */
export function repeatedProcesses(profile: Profile): ReadonlySet<number> {
  const { slices, tracks } = profile;
  return new Set(repetitionWindows(profile).map(({ row }) => tracks[slices.track[row]].pid));
}

interface SliceWindow {
  /** Row of its slice. */
  readonly row: number;
  readonly startNs: number;
  readonly endNs: number;
}

function repetitionWindows(profile: Profile): SliceWindow[] {
  return windowsOf(
    profile,
    ({ name, category }) => name === REPETITION_NAME && category === REPETITION_CATEGORY
  );
}

/** The slices of some labels, in order of start. */
function windowsOf(
  { slices, labels, strings }: Profile,
  isWanted: (label: { readonly name: string; readonly category: string }) => boolean
): SliceWindow[] {
  const wanted = Uint8Array.from(labels.name, (name, label) =>
    Number(isWanted({ name: strings[name], category: strings[labels.category[label]] }))
  );
  const windows: SliceWindow[] = [];
  if (!wanted.includes(1)) return windows;
  for (let row = 0; row < slices.length; row++) {
    if (wanted[slices.label[row]] === 0) continue;
    const startNs = slices.start[row];
    windows.push({ row, startNs, endNs: startNs + slices.duration[row] });
  }
  return windows;
}

/** Mean and squared deviations of the totals by label, one repetition after the other (Welford). */
class LabelSpreads {
  readonly #latest: Int32Array;
  readonly #totals: Float64Array;
  readonly #counts: Float64Array;
  readonly #means: Float64Array;
  readonly #squares: Float64Array;

  constructor(labelCount: number) {
    this.#latest = new Int32Array(labelCount).fill(-1);
    this.#totals = new Float64Array(labelCount);
    this.#counts = new Float64Array(labelCount);
    this.#means = new Float64Array(labelCount);
    this.#squares = new Float64Array(labelCount);
  }

  /** Adds to the total of a label; repetitions come in order. */
  add(label: number, repetition: number, durationNs: number): void {
    if (this.#latest[label] !== repetition) {
      this.#settle(label);
      this.#latest[label] = repetition;
    }
    this.#totals[label] += durationNs;
  }

  /** Mean and sample standard deviation over `count` repetitions. */
  over(label: number, count: number): { readonly mean: number; readonly deviation: number } {
    this.#settle(label);
    this.#latest[label] = -1;
    const seen = this.#counts[label];
    const absent = count - seen;
    const mean = (this.#means[label] * seen) / count;
    const squares = this.#squares[label] + (this.#means[label] ** 2 * seen * absent) / count;
    return { mean, deviation: Math.sqrt(squares / (count - 1)) };
  }

  #settle(label: number): void {
    if (this.#latest[label] < 0) return;
    const total = this.#totals[label];
    const count = ++this.#counts[label];
    const distance = total - this.#means[label];
    this.#means[label] += distance / count;
    this.#squares[label] += distance * (total - this.#means[label]);
    this.#totals[label] = 0;
  }
}

/** The time of one name in each run of a repeated recording. */
export interface NamedTimes {
  /** The name of the slices, of every category. */
  readonly name: string;
  /** Their total in each run, nanoseconds; 0 in a run without them. */
  readonly timesNs: readonly number[];
  /** False when not all of these slices were kept. */
  readonly isComplete: boolean;
}

/** The times of each name in the runs of a profile, in the order in which names first appear. */
export function namedTimes(profile: Profile): readonly NamedTimes[] {
  const { labels, strings, droppedTotals } = profile;
  const nameOf = (label: number): string => strings[labels.name[label]];
  const times = new Map<string, number[]>();
  const count = visitRepetitions(profile, (label, repetition, durationNs) => {
    if (strings[labels.category[label]] === REPETITION_CATEGORY) return;
    const name = nameOf(label);
    const known = times.get(name) ?? [];
    known[repetition] = (known[repetition] ?? 0) + durationNs;
    times.set(name, known);
  });
  const dropped = new Set(Array.from(droppedTotals.label, nameOf));
  return [...times].map(([name, known]) => ({
    name,
    timesNs: Array.from({ length: count }, (_, run) => known[run] ?? 0),
    isComplete: !dropped.has(name)
  }));
}
