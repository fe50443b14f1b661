import type {
  AggregateRow,
  AggregateSection,
  SortKey
} from '../analysis/statistics/aggregateTypes';
import { shareOf, timeOf } from '../analysis/slices/scopedTime';
import type { TableForm } from '../facts/shared/fact';
import { type Cell, columnOf, type ReportColumn, type ReportTable } from '../tables/reportTable';
import { rowOrder } from './statistics';
import { counterText } from './text/gauges';
import { withMemoryHeadings } from './text/memoryHeadings';
import type { AllocationsByScope } from '../analysis/statistics/allocationsByScope';

/** What the tables are of, and their order. */
export interface StatisticsTablesOptions {
  /** Length of the run without the start-up of a program, nanoseconds: the whole that shares are of. */
  readonly wallNs: number;
  readonly sortBy: SortKey;
  readonly ascending: boolean;
}

interface LabeledRow {
  readonly category: string;
  readonly unit: AggregateSection['unit'];
  readonly row: AggregateRow;
}

/** A column of times or counts of slices. */
interface TimeColumn extends ReportColumn {
  readonly of: (row: AggregateRow) => number | null;
}

/** One table of slices by name and, if there are any, one of counters. */
export function statisticsTables(
  sections: readonly AggregateSection[],
  options: StatisticsTablesOptions,
  form: TableForm
): readonly ReportTable[] {
  const rows = withMemoryHeadings(sections).flatMap(({ category, unit, rows: list }) =>
    list.map(row => ({ category, unit, row }))
  );
  const slices = rows.filter(({ unit }) => unit === 'nanoseconds');
  const counters = rows.filter(({ unit }) => unit !== 'nanoseconds');
  return [
    slicesTable(slices, options, form),
    ...(counters.length > 0 ? [countersTable(counters, form)] : [])
  ];
}

function slicesTable(
  rows: readonly LabeledRow[],
  { wallNs, sortBy, ascending }: StatisticsTablesOptions,
  { top, trans }: TableForm
): ReportTable {
  const columns = timeColumns(rows, trans);
  const isOnce = rows.some(({ row }) => row.once !== undefined);
  const heading = isOnce ? trans.__('Self / wall, overlaps once') : trans.__('Self / wall');
  const about = trans.__(
    'Share of the time for which it was the innermost one; on several threads at a time, a moment counts once'
  );
  const share = { align: 'right', unit: 'share', hasBar: true, wholeNs: wallNs } as const;
  const wall = timeOf('run', wallNs);
  return {
    title: trans.__('Time by name'),
    columns: [...nameColumns(trans), ...columns, columnOf(heading, about, share)],
    rows: ordered(rows, sortBy, ascending).map(({ category, row }) => [
      row.name,
      category,
      ...columns.map(({ of }) => of(row)),
      wall > 0 ? shareOf(row.once?.self ?? timeOf('run', row.self), wall) : 0
    ]),
    limit: top,
    hidden: 0,
    none: trans.__('No slices were recorded.')
  };
}

function timeColumns(rows: readonly LabeledRow[], trans: TableForm['trans']): TimeColumn[] {
  const time = (heading: string, of: TimeColumn['of']): TimeColumn => {
    return { heading, align: 'right', unit: 'nanoseconds', of };
  };
  const optional = [
    time(trans.__('Mean/Run'), ({ perRun }) => perRun?.mean ?? null),
    time('± 95 %', ({ perRun }) => perRun?.halfWidth ?? null),
    time(trans.__('GPU'), ({ gpu }) => gpu ?? null),
    time(trans.__('Waiting'), ({ waiting }) => waiting ?? null)
  ];
  return [
    { heading: trans.__('Count'), align: 'right', unit: 'count', of: ({ count }) => count },
    time(trans.__('Total'), ({ total }) => total),
    time(trans.__('Self'), ({ self }) => self),
    time(trans.__('Avg'), ({ average }) => average),
    time(trans.__('Min'), ({ min }) => min),
    time('p50', ({ p50 }) => p50),
    time('p95', ({ p95 }) => p95),
    time(trans.__('Max'), ({ max }) => max),
    ...optional.filter(({ of }) => rows.some(({ row }) => of(row) !== null))
  ];
}

/** Values are texts, since each row has a unit of its own. */
function countersTable(rows: readonly LabeledRow[], { top, trans }: TableForm): ReportTable {
  const value = { align: 'right' } as const;
  return {
    title: trans.__('Memory and counters'),
    columns: [
      ...nameColumns(trans),
      { ...value, unit: 'count', heading: trans.__('Values') },
      { ...value, heading: trans.__('Last') },
      { ...value, heading: trans.__('Min') },
      { ...value, heading: trans.__('Avg') },
      { ...value, heading: 'p95' },
      { ...value, heading: trans.__('Max') }
    ],
    rows: ordered(rows, 'name', true).map(({ category, unit, row }): readonly Cell[] => {
      const values = [row.total, row.min, row.average, row.p95, row.max];
      return [row.name, category, row.count, ...values.map(each => counterText(each, unit))];
    }),
    limit: top,
    hidden: 0
  };
}

function nameColumns(trans: TableForm['trans']): readonly ReportColumn[] {
  return [
    { heading: trans.__('Name'), align: 'left' },
    { heading: trans.__('Category'), align: 'left', longest: 60 }
  ];
}

function ordered(
  rows: readonly LabeledRow[],
  sortBy: SortKey,
  ascending: boolean
): readonly LabeledRow[] {
  const order = rowOrder(sortBy, ascending);
  return [...rows].sort((a, b) => order(a.row, b.row));
}

/** Devices whose peak is told. */
const MAX_DEVICES = 4;

/** Which scopes held the memory of each device, and when that held the most. */
export function scopesTable(
  { rows, devices }: AllocationsByScope,
  { top, trans, formats, isPart = false }: TableForm
): ReportTable {
  const bytes = { align: 'right', unit: 'bytes' } as const;
  return {
    title: trans.__('Allocations by scope'),
    columns: [
      { heading: trans.__('Scope'), align: 'left' },
      { heading: trans.__('Device'), align: 'left', longest: 60 },
      { heading: trans.__('Allocations'), align: 'right', unit: 'count' },
      { ...bytes, heading: trans.__('At the peak') },
      { ...bytes, heading: trans.__('At the end') }
    ],
    rows: rows.map(({ scope, device, count, peakBytes, endBytes }) => [
      ...[scope, device, count, peakBytes, endBytes]
    ]),
    limit: top,
    hidden: 0,
    notes: [
      ...devices.slice(0, MAX_DEVICES).map(({ device, bytes: peakBytes, timeNs }) => {
        const peak = formats.bytes(peakBytes);
        return trans.__('Peak of %1: %2 at %3', device, peak, formats.duration(timeNs));
      }),
      ...(isPart ? [trans.__('Of the largest allocations; the whole profile may have more.')] : [])
    ]
  };
}
