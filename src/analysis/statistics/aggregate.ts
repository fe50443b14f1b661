import { selectQuantiles } from '../../base/stats';
import { LOOP_TURN_CATEGORY } from '../../model/profile/categories';
import { concatenate } from '../../model/profile/columns';
import type {
  CounterKind,
  CounterSeries,
  CounterUnit,
  InstantTable,
  Profile,
  SliceTable
} from '../../model/profile/profile';
import type { AggregateRow, AggregateSection } from './aggregateTypes';
import { labelGpuTimes } from '../gpu/labelGpuTimes';
import { labelQuantiles, SHOWN_QUANTILES } from '../slices/labelQuantiles';
import { type LabelTimes, type OnceTimes, labelTimes, onceTimes } from '../slices/labelTimes';
import { type LabelTotals, labelTotals } from '../slices/labelTotals';
import { timeOf } from '../slices/scopedTime';
import { runningTimes, runningTimesWithin } from '../slices/runningTimes';
import { enclosingSlices } from '../slices/nesting';
import { type RepetitionFigures, repetitionFigures, repeatedProcesses } from './repetitions';
import { type TimeWindow, clipCounter, clipSlices } from '../slices/window';
import { programPart } from '../stacks/programPart';

export interface AggregateOptions {
  /**
   * Count only the time within it, with slices cut to it. Slices that were not kept have no times, so
   * they are left out of a windowed aggregate.
   */
  readonly window?: TimeWindow;
  /** Only counters that came by their values so; all unless given. */
  readonly counterKinds?: readonly CounterKind[];
  /** Also sections without rows, for categories that have only instants. */
  readonly emptySections?: boolean;
}

/**
 * Statistics by name, one section for each category and unit, in order of first use, without the start-up of a
 * program. Without a
 * window the counts, totals, self times and extremes are exact even if slices were dropped;
 * percentiles are over the kept ones, and rows of repeated cells have times per run. A counter makes
 * one row of its category, of its values that are finite; one that the code sets hides a sampled one
 * of the same name. Those of nanoseconds are numbers, not times that something took. Rows whose slices
 * made a GPU work have the time for which it did, those of async code the time for which it waited; in a
 * window both this and self times of slices that reach beyond it are estimates.
 */
export function aggregate(whole: Profile, options: AggregateOptions = {}): AggregateSection[] {
  const { window } = options;
  const profile = window ? whole : programPart(whole);
  const slices = window ? clipSlices(profile.slices, window) : profile.slices;
  const labelCount = profile.labels.length;
  const running = window ? runningTimesWithin(profile, window) : runningTimes(profile);
  const times = window ? timesWithin(window, profile, slices, running) : labelTimes(profile);
  const dropped = window ? null : profile.droppedTotals;
  const waited = labelWaits({ slices, labelCount, running, dropped });
  const quantiles = labelQuantiles(slices, times.kept.count);
  const figures = window ? null : repetitionFigures(whole);
  const gpuNs = labelGpuTimes(profile, window);
  const sections = new SectionList();
  for (let label = 0; label < labelCount; label++) {
    if (times.all.count[label] === 0) continue;
    const category = profile.strings[profile.labels.category[label]];
    if (category === LOOP_TURN_CATEGORY) continue;
    const name = profile.strings[profile.labels.name[label]];
    const timed = withWaiting(sliceRow(name, label, times, quantiles), waited?.[label]);
    const row = withGpu(timed, gpuNs?.[label]);
    sections.add(category, 'nanoseconds', withRuns(row, label, figures));
  }
  addCounters(sections, profile, options);
  if (options.emptySections) addInstants(sections, profile, window);
  return sections.toArray();
}

function addCounters(
  sections: SectionList,
  profile: Profile,
  { window, counterKinds }: AggregateOptions
): void {
  const { counters } = profile;
  const setByCode = new Set(counters.filter(({ kind }) => kind === 'set').map(counterKey));
  const isShown = (series: CounterSeries): boolean => {
    if (counterKinds && !counterKinds.includes(series.kind)) return false;
    if (series.kind !== 'sampled') return true;
    // A sampled delay is not time that something took.
    return series.unit !== 'nanoseconds' && !setByCode.has(counterKey(series));
  };
  const seen = counters.filter(isShown).map(each => (window ? clipCounter(each, window) : each));
  for (const { name, category, unit, series } of namedCounters(profile, seen)) {
    const values = series.map(({ value }) => value.filter(Number.isFinite));
    const all = values.length === 1 ? values[0] : concatenate(values);
    if (all.length === 0) continue;
    // sections of nanoseconds have slices, whose times add up
    if (unit === 'nanoseconds') sections.add(category, 'count', counterRow(`${name} (ns)`, all));
    else sections.add(category, unit, counterRow(name, all));
  }
}

/** Adds the categories of instants, without rows. */
function addInstants(sections: SectionList, profile: Profile, window?: TimeWindow): void {
  const { instants, labels, strings } = profile;
  const seen = new Uint8Array(labels.length);
  for (let row = 0; row < instants.length; row++) {
    if (isWithin(instants, row, window)) seen[instants.label[row]] = 1;
  }
  seen.forEach((isSeen, label) => {
    if (isSeen === 1) sections.open(strings[labels.category[label]], 'nanoseconds');
  });
}

function isWithin({ time }: InstantTable, row: number, window?: TimeWindow): boolean {
  return !window || (time[row] >= window.fromNs && time[row] <= window.toNs);
}

/** Sections by (category, unit), in order of first use. */
class SectionList {
  readonly #rows = new Map<string, AggregateRow[]>();
  readonly #sections: AggregateSection[] = [];

  add(category: string, unit: CounterUnit, row: AggregateRow): void {
    this.open(category, unit).push(row);
  }

  /** The rows of a section, new or known. */
  open(category: string, unit: CounterUnit): AggregateRow[] {
    const key = `${unit}\u0000${category}`;
    const known = this.#rows.get(key);
    if (known) return known;
    const rows: AggregateRow[] = [];
    this.#rows.set(key, rows);
    this.#sections.push({ category, unit, rows });
    return rows;
  }

  toArray(): AggregateSection[] {
    return this.#sections;
  }
}

/** The times of slices that are cut to a window. */
function timesWithin(
  { fromNs, toNs }: TimeWindow,
  { tracks, labels }: Profile,
  slices: SliceTable,
  running: Float64Array | null
): LabelTimes {
  const enclosing = enclosingSlices(slices, tracks.length);
  const kept = labelTotals({ slices, enclosing, labelCount: labels.length, tracks, running });
  const wallNs = toNs - fromNs;
  const once = onceTimes({ slices, trackCount: tracks.length, wallNs, kept, all: kept });
  return { kept, all: kept, once };
}

function sliceRow(
  name: string,
  label: number,
  { all: totals, once }: LabelTimes,
  quantiles: Float64Array
): AggregateRow {
  const at = label * SHOWN_QUANTILES.length;
  return {
    name,
    count: totals.count[label],
    total: totals.total[label],
    self: totals.self[label],
    min: totals.min[label],
    max: totals.max[label],
    average: totals.total[label] / totals.count[label],
    p50: quantiles[at],
    p95: quantiles[at + 1],
    p99: quantiles[at + 2],
    ...(once !== totals && onceRow(once, totals, label))
  };
}

function onceRow(once: OnceTimes, totals: LabelTotals, label: number): Pick<AggregateRow, 'once'> {
  const [total, self] = [once.total[label], once.self[label]];
  if (total === totals.total[label] && self === totals.self[label]) return {};
  return { once: { total: timeOf('run', total), self: timeOf('run', self) } };
}

function withWaiting(row: AggregateRow, waitingNs = NaN): AggregateRow {
  return waitingNs >= 0 ? { ...row, waiting: Math.min(waitingNs, row.total) } : row;
}

function withGpu(row: AggregateRow, gpuNs = 0): AggregateRow {
  return gpuNs > 0 ? { ...row, gpu: gpuNs } : row;
}

/** The mean of a name with dropped slices is that of its exact total. */
function withRuns(
  row: AggregateRow,
  label: number,
  figures: RepetitionFigures | null
): AggregateRow {
  if (figures === null) return row;
  const { runs, perRun } = figures.byLabel[label];
  const ofCells = figures.isOfSeveralCells ? { ...row, runs } : row;
  if (perRun === null) return ofCells;
  const { halfWidth } = perRun;
  const mean = halfWidth === null && runs !== null ? row.total / runs : perRun.mean;
  return { ...ofCells, perRun: { mean, halfWidth } };
}

function counterRow(name: string, value: Float64Array): AggregateRow {
  let sum = 0;
  let min = Infinity;
  let max = -Infinity;
  for (const each of value) {
    sum += each;
    if (each < min) min = each;
    if (each > max) max = each;
  }
  const count = value.length;
  const last = value[count - 1];
  const average = Number.isFinite(sum) ? sum / count : scaledMean(value);
  const [p50, p95, p99] = selectQuantiles(value.slice(), 0, count, SHOWN_QUANTILES);
  return { name, count, total: last, self: last, min, max, average, p50, p95, p99 };
}

/** The mean of numbers so large that their sum is not finite. */
function scaledMean(value: Float64Array): number {
  return value.reduce((sum, each) => sum + each / value.length, 0);
}

/** The input of {@link labelWaits}. */
interface WaitingSlices {
  readonly slices: Pick<SliceTable, 'length' | 'duration' | 'label'>;
  readonly labelCount: number;
  /** Of `runningTimes`, for these slices. */
  readonly running: Float64Array | null;
  /** Totals of slices of which only those are known, if they are to count. */
  readonly dropped: Profile['droppedTotals'] | null;
}

/**
 * For each label the time for which its slices waited, nanoseconds: the part of their total in which
 * their code did not run; NaN where that is not known of all of them. Slices that wait at the same time
 * all count. Null if it is known of none.
 */
function labelWaits(waiting: WaitingSlices): Float64Array | null {
  const { slices, labelCount, running, dropped } = waiting;
  if (running === null) return null;
  const { length, duration, label } = slices;
  const waited = new Float64Array(labelCount);
  for (let row = 0; row < length; row++) waited[label[row]] += duration[row] - running[row];
  dropped?.label.forEach((each, row) => {
    if (dropped.count[row] > 0) waited[each] = NaN;
  });
  return waited;
}

/** The counters of one row. */
interface NamedCounters extends Pick<CounterSeries, 'name' | 'category' | 'unit'> {
  readonly series: CounterSeries[];
}

/** The same for counters of one category and name. */
function counterKey({ category, name }: CounterSeries): string {
  return `${category}\u0000${name}`;
}

/**
 * Counters of a profile by row. Names tell those of several processes apart, by the processes that are not
 * the recorded one; but the repetitions of a program are one and the same, and have their values in one row.
 */
function namedCounters(
  profile: Profile,
  counters: readonly CounterSeries[]
): readonly NamedCounters[] {
  const { tracks, meta } = profile;
  const pidOf = ({ track }: CounterSeries): number => tracks[track].pid;
  if (new Set(counters.map(pidOf)).size < 2) return counters.map(series => rowOf(series));
  const repeated = repeatedProcesses(profile);
  const isRepeated = (series: CounterSeries): boolean =>
    repeated.size > 1 && repeated.has(pidOf(series));
  const processOf = (series: CounterSeries): number =>
    isRepeated(series) ? meta.pid : pidOf(series);
  const processes = new Map<string, Set<number>>();
  for (const series of counters) {
    const known = processes.get(counterKey(series)) ?? new Set<number>();
    processes.set(counterKey(series), known.add(processOf(series)));
  }
  const rows: NamedCounters[] = [];
  const rowsOfRuns = new Map<string, NamedCounters>();
  for (const series of counters) {
    const pid = processOf(series);
    const isShared = (processes.get(counterKey(series))?.size ?? 0) > 1;
    const name = isShared && pid !== meta.pid ? `${series.name} (process ${pid})` : series.name;
    const key = `${series.unit}\u0000${counterKey(series)}`;
    const known = isRepeated(series) ? rowsOfRuns.get(key) : undefined;
    if (known !== undefined) {
      known.series.push(series);
      continue;
    }
    const row = rowOf(series, name);
    rows.push(row);
    if (isRepeated(series)) rowsOfRuns.set(key, row);
  }
  return rows;
}

function rowOf(series: CounterSeries, name = series.name): NamedCounters {
  const { category, unit } = series;
  return { name, category, unit, series: [series] };
}
