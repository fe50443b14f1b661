import { timeOf } from '../slices/scopedTime';
import type { AggregateRow, AggregateSection } from './aggregateTypes';

/**
 * The statistics of several stretches of time, oldest first, as those of all together: exact counts,
 * totals, extremes and means. A counter's total is its last value. Percentiles cannot be joined: a
 * row has those of the stretch with the most records.
 */
export function mergeSections(
  stretches: readonly (readonly AggregateSection[])[]
): readonly AggregateSection[] {
  if (stretches.length === 1) return stretches[0];
  const merged = new Map<string, MergedSection>();
  for (const section of stretches.flat()) {
    const { category, unit } = section;
    const key = `${unit}\u0000${category}`;
    const known = merged.get(key);
    if (known) addRows(known.byName, section);
    else merged.set(key, { category, unit, byName: rowsByName(section) });
  }
  return [...merged.values()].map(({ category, unit, byName }) => ({
    category,
    unit,
    rows: [...byName.values()]
  }));
}

interface MergedSection extends Pick<AggregateSection, 'category' | 'unit'> {
  readonly byName: Map<string, AggregateRow>;
}

function rowsByName(section: AggregateSection): Map<string, AggregateRow> {
  const rows = new Map<string, AggregateRow>();
  addRows(rows, section);
  return rows;
}

/** Sections in nanoseconds hold slices, whose times add up; other sections hold counters. */
function addRows(rows: Map<string, AggregateRow>, section: AggregateSection): void {
  const addsUp = section.unit === 'nanoseconds';
  for (const row of section.rows) {
    const known = rows.get(row.name);
    rows.set(row.name, known ? joinRows(known, row, addsUp) : row);
  }
}

function joinRows(earlier: AggregateRow, later: AggregateRow, addsUp: boolean): AggregateRow {
  const count = earlier.count + later.count;
  const {
    perRun: _,
    waiting: __,
    once: ___,
    ...larger
  } = earlier.count > later.count ? earlier : later;
  const total = addsUp ? earlier.total + later.total : later.total;
  return {
    ...larger,
    count,
    total,
    self: addsUp ? earlier.self + later.self : later.self,
    min: Math.min(earlier.min, later.min),
    max: Math.max(earlier.max, later.max),
    average: addsUp ? total / count : meanOf(earlier, later),
    ...onceTime(earlier, later),
    ...gpuTime(earlier, later),
    ...waitingTime(earlier, later),
    ...runTimes(earlier, later)
  };
}

/** Of recordings that were made one after the other. */
function onceTime(earlier: AggregateRow, later: AggregateRow): Pick<AggregateRow, 'once'> {
  const [a, b] = [earlier, later].map(({ once, total, self }) => once ?? { total, self });
  if (earlier.once === undefined && later.once === undefined) return {};
  return {
    once: { total: timeOf('run', a.total + b.total), self: timeOf('run', a.self + b.self) }
  };
}

function gpuTime({ gpu: earlier }: AggregateRow, { gpu: later }: AggregateRow) {
  return earlier === undefined && later === undefined ? {} : { gpu: (earlier ?? 0) + (later ?? 0) };
}

/** Unknown where it is not known of one of them. */
function waitingTime({ waiting: earlier }: AggregateRow, { waiting: later }: AggregateRow) {
  return earlier === undefined || later === undefined ? {} : { waiting: earlier + later };
}

/** Of how many runs two means are is not known here: only one and the same is that of all of them. */
function runTimes({ perRun: earlier }: AggregateRow, { perRun: later }: AggregateRow) {
  const isSame = earlier?.mean === later?.mean && earlier?.halfWidth === later?.halfWidth;
  return isSame && earlier !== undefined ? { perRun: earlier } : {};
}

/** By shares where the values are so large that their sum is not finite. */
function meanOf(a: AggregateRow, b: AggregateRow): number {
  const count = a.count + b.count;
  const sum = a.average * a.count + b.average * b.count;
  if (Number.isFinite(sum)) return sum / count;
  return a.average * (a.count / count) + b.average * (b.count / count);
}
