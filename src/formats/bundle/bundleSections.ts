import { timeOf } from '../../analysis/slices/scopedTime';
import type { AggregateRow, AggregateSection } from '../../analysis/statistics/aggregateTypes';
import { CELL_CATEGORY, REPETITION_CATEGORY } from '../../model/profile/categories';
import {
  BUNDLE_LIMITS,
  type BundleRow,
  type BundleSection,
  type MoreOfRow,
  type ProfileBundle
} from '../../model/output/bundle';
import { clipText } from '../shared/text/clipText';
import { inThousandths } from '../shared/text/jsonWriter';

/** The sections of a bundle, and the number of rows that had to be left out. */
export interface BoundedSections {
  readonly sections: readonly BundleSection[];
  readonly hiddenRows: number;
}

/**
 * `sections` as a bundle carries them, in at most about `maxBytes` of JSON: the rows with the most total
 * time are kept. Rows with units other than time come first, as there are few. Of a name all rows are kept
 * or none, so that sums by name are whole.
 */
export function boundSections(
  sections: readonly AggregateSection[],
  maxBytes: number
): BoundedSections {
  const groups = [...rowsByName(sections)].sort((a, b) => weightOf(b) - weightOf(a));
  const kept = new Map<AggregateRow, BundleRow>();
  const shown = new Set<AggregateSection>();
  let bytes = 0;
  for (const group of groups) {
    const packed = group.map(({ row }) => bundleRow(row));
    bytes += packed.reduce((sum, row) => sum + jsonBytes(row) + 1, 0);
    const added = group.filter(({ section }) => !shown.has(section));
    const isFull =
      kept.size + group.length > BUNDLE_LIMITS.rows ||
      shown.size + added.length > BUNDLE_LIMITS.sections;
    if (bytes > maxBytes || isFull) break;
    group.forEach(({ row, section }, at) => {
      kept.set(row, packed[at]);
      shown.add(section);
    });
  }
  const bounded = sections.map(({ category, unit, rows }) => ({
    category: clipText(category),
    unit,
    rows: rows.map(row => kept.get(row)).filter(row => row !== undefined)
  }));
  return {
    sections: bounded.filter(section => section.rows.length > 0),
    hiddenRows: sections.reduce((sum, { rows }) => sum + rows.length, 0) - kept.size
  };
}

interface PlacedRow {
  readonly row: AggregateRow;
  readonly section: AggregateSection;
}

/** The rows of slices by name; those of counters each alone. */
function rowsByName(sections: readonly AggregateSection[]): Iterable<readonly PlacedRow[]> {
  const groups = new Map<string | AggregateRow, PlacedRow[]>();
  for (const section of sections) {
    const isOfSlices = section.unit === 'nanoseconds';
    for (const row of section.rows) {
      const key = isOfSlices ? row.name : row;
      const known = groups.get(key) ?? [];
      known.push({ row, section });
      groups.set(key, known);
    }
  }
  return groups.values();
}

/**
 * The statistics in a bundle, as `aggregate` gives them: numbers in thousandths, long names cut, and
 * without the `hiddenRows` of the bundle.
 */
export function bundleSections({ sections }: ProfileBundle): AggregateSection[] {
  const unknownRuns = hasSeveralRepeatedCells(sections) ? { runs: null } : {};
  return sections.map(({ category, unit, rows }) => ({
    category,
    unit,
    rows: rows.map(row => ({ ...aggregateRow(row), ...(unit === 'nanoseconds' && unknownRuns) }))
  }));
}

/** Whether cells were put together some of which were repeated: a bundle does not tell how often each was. */
function hasSeveralRepeatedCells(sections: readonly BundleSection[]): boolean {
  const countOf = (wanted: string): number =>
    sections
      .filter(({ category, unit }) => category === wanted && unit === 'nanoseconds')
      .flatMap(({ rows }) => rows)
      .reduce((sum, [, count]) => sum + count, 0);
  return countOf(CELL_CATEGORY) > 1 && countOf(REPETITION_CATEGORY) > 0;
}

/** A row of statistics as `aggregate` gives it. */
function aggregateRow(row: BundleRow): AggregateRow {
  const [name, count, total, self, min, max, average, p50, p95, p99, ...more] = row;
  const figures = { name, count, total, self, min, max, average, p50, p95, p99 };
  const [mean = null, halfWidth = null, gpu = null, waiting = null, onceTotal, onceSelf] = more;
  return {
    ...figures,
    ...(mean !== null && { perRun: { mean, halfWidth } }),
    ...(gpu !== null && { gpu }),
    ...(waiting !== null && { waiting }),
    ...(onceTotal !== undefined &&
      onceSelf !== undefined && {
        once: { total: timeOf('run', onceTotal), self: timeOf('run', onceSelf) }
      })
  };
}

/** Bytes of `value` as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function weightOf(group: readonly PlacedRow[]): number {
  if (group.some(({ section }) => section.unit !== 'nanoseconds')) return Number.MAX_VALUE;
  return group.reduce((sum, { row }) => sum + row.total, 0);
}

/** A row of statistics as a bundle carries it, numbers in thousandths and a long name cut. */
function bundleRow(row: AggregateRow): BundleRow {
  return [
    clipText(row.name),
    row.count,
    inThousandths(row.total),
    inThousandths(row.self),
    inThousandths(row.min),
    inThousandths(row.max),
    inThousandths(row.average),
    inThousandths(row.p50),
    inThousandths(row.p95),
    inThousandths(row.p99),
    ...moreOf(row)
  ];
}

function moreOf({ perRun, gpu, waiting, once }: AggregateRow): MoreOfRow {
  const mean = perRun ? inThousandths(perRun.mean) : null;
  const halfWidth = perRun && perRun.halfWidth !== null ? inThousandths(perRun.halfWidth) : null;
  const gpuNs = gpu === undefined ? null : inThousandths(gpu);
  if (once !== undefined) {
    const waitingNs = waiting === undefined ? null : inThousandths(waiting);
    const [totalNs, selfNs] = [inThousandths(once.total), inThousandths(once.self)];
    return [mean, halfWidth, gpuNs, waitingNs, totalNs, selfNs];
  }
  if (waiting !== undefined) return [mean, halfWidth, gpuNs, inThousandths(waiting)];
  if (gpuNs !== null) return [mean, halfWidth, gpuNs];
  if (mean === null) return [];
  return halfWidth === null ? [mean] : [mean, halfWidth];
}
