import type { AggregateRow, AggregateSection } from '../../analysis/statistics/aggregateTypes';
import type { BundleRow, BundleSection, ProfileBundle } from '../../model/output/bundle';
import { BUNDLE_LIMITS } from '../../model/output/bundle';
import { clipText } from '../shared/text/clipText';
import { inThousandths } from '../shared/text/inThousandths';

/** The sections of a bundle, and the number of rows that had to be left out. */
export interface BoundedSections {
  readonly sections: readonly BundleSection[];
  readonly hiddenRows: number;
}

/**
 * `sections` as a bundle carries them, in at most about `maxBytes` of JSON: the rows with the most total
 * time are kept. Rows with units other than time come first, as there are few.
 */
export function boundSections(
  sections: readonly AggregateSection[],
  maxBytes: number
): BoundedSections {
  const all = sections.flatMap(({ unit, rows }) => rows.map(row => ({ row, unit })));
  all.sort((a, b) => weightOf(b) - weightOf(a));
  const kept = new Map<AggregateRow, BundleRow>();
  let bytes = 0;
  for (const { row } of all) {
    const packed = bundleRow(row);
    bytes += jsonBytes(packed) + 1;
    if (bytes > maxBytes || kept.size === BUNDLE_LIMITS.rows) break;
    kept.set(row, packed);
  }
  const bounded = sections.map(({ category, unit, rows }) => ({
    category: clipText(category),
    unit,
    rows: rows.map(row => kept.get(row)).filter(row => row !== undefined)
  }));
  return {
    sections: bounded.filter(section => section.rows.length > 0).slice(0, BUNDLE_LIMITS.sections),
    hiddenRows: all.length - kept.size
  };
}

/**
 * The statistics in a bundle, as `aggregate` gives them: numbers in thousandths, long names cut, and
 * without the {@link ProfileBundle.hiddenRows}.
 */
export function bundleSections({ sections }: ProfileBundle): AggregateSection[] {
  return sections.map(({ category, unit, rows }) => ({
    category,
    unit,
    rows: rows.map(aggregateRow)
  }));
}

/** A row of statistics as `aggregate` gives it. */
function aggregateRow(row: BundleRow): AggregateRow {
  const [name, count, total, self, min, max, average, p50, p95, p99, ...more] = row;
  const figures = { name, count, total, self, min, max, average, p50, p95, p99 };
  const [mean = null, halfWidth = null, gpu = null, waiting] = more;
  return {
    ...figures,
    ...(mean !== null && { perRun: { mean, halfWidth } }),
    ...(gpu !== null && { gpu }),
    ...(waiting !== undefined && { waiting })
  };
}

/** Bytes of `value` as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function weightOf({ row, unit }: { row: AggregateRow; unit: string }): number {
  return unit === 'nanoseconds' ? row.total : Infinity;
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

function moreOf({
  perRun,
  gpu,
  waiting
}: AggregateRow):
  | readonly []
  | readonly [number]
  | readonly [number, number]
  | readonly [number | null, number | null, number]
  | readonly [number | null, number | null, number | null, number] {
  const mean = perRun ? inThousandths(perRun.mean) : null;
  const halfWidth = perRun && perRun.halfWidth !== null ? inThousandths(perRun.halfWidth) : null;
  const gpuNs = gpu === undefined ? null : inThousandths(gpu);
  if (waiting !== undefined) return [mean, halfWidth, gpuNs, inThousandths(waiting)];
  if (gpuNs !== null) return [mean, halfWidth, gpuNs];
  if (mean === null) return [];
  return halfWidth === null ? [mean] : [mean, halfWidth];
}
