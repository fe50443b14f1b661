import { aggregate } from '../analysis/statistics/aggregate';
import type { AggregateRow, AggregateSection } from '../analysis/statistics/aggregateTypes';
import type { Profile } from '../model/profile/profile';
import type { Cell, ReportColumn } from '../tables/reportTable';
import { tableCsv } from '../tables/csvText';
import { inThousandths } from './shared/text/jsonWriter';

type Column = readonly [heading: string, value: (row: AggregateRow) => number | undefined];

const COLUMNS: readonly Column[] = [
  ['Count', row => row.count],
  ['Total', row => row.total],
  ['Self', row => row.self],
  ['Min', row => row.min],
  ['Max', row => row.max],
  ['Average', row => row.average],
  ['P50', row => row.p50],
  ['P95', row => row.p95],
  ['P99', row => row.p99]
];

/** The columns that are there where some row has a value. */
const OPTIONAL_COLUMNS: readonly Column[] = [
  ['GPU', row => row.gpu],
  ['Waiting', row => row.waiting]
];

/**
 * Statistics as CSV (RFC 4180, UTF-8 with `\r\n`): one line for each name, largest total first within
 * its category, numbers in the unit that the third column names, in thousandths; if GPUs worked, also
 * the GPU time of the work started there, and if async code waited, the time for which it did. Sections of a bundle that hides no rows give the same text as
 * those of the profile, except for cut names.
 */
export function sectionsCsv(sections: readonly AggregateSection[]): string {
  const all = sections.flatMap(({ rows }) => rows);
  const added = OPTIONAL_COLUMNS.filter(([, value]) => all.some(row => value(row) !== undefined));
  const columns = [...COLUMNS, ...added];
  const rows = sections.flatMap(({ category, unit, rows }) =>
    [...rows]
      .sort((a, b) => inThousandths(b.total) - inThousandths(a.total))
      .map(row => [category, row.name, unit, ...columns.map(([, value]) => cellOf(value(row)))])
  );
  return tableCsv({ columns: [...TEXT_COLUMNS, ...columns.map(numberColumn)], rows });
}

const TEXT_COLUMNS = ['Category', 'Name', 'Unit'].map((heading): ReportColumn => {
  return { heading, align: 'left' };
});

function numberColumn([heading]: Column): ReportColumn {
  return { heading, align: 'right' };
}

function cellOf(value: number | undefined): Cell {
  return value === undefined ? '' : inThousandths(value);
}

/** {@link sectionsCsv} of `profile`. */
export function profileCsv(
  profile: Profile,
  sections: readonly AggregateSection[] = aggregate(profile)
): string {
  return sectionsCsv(sections);
}
