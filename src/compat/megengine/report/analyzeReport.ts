import { type OperatorFilter, filterOperators } from '../../../analysis/operators/operatorFilter';
import type {
  OperatorRecord,
  Place,
  ProfiledOperator
} from '../../../analysis/operators/operatorRecord';
import {
  type RecordSelection,
  selectRecords,
  type CopyTime,
  copyTime,
  totalTime
} from '../../../analysis/operators/selectRecords';
import type { Roof } from '../../../analysis/operators/roofline';
import { fixedPoint } from '../../../base/notation/pythonNumbers';
import type { Cell } from '../../../report/columnKinds';
import { plainTable, wikiTable } from './textTable';
import { operatorGrid, operatorList, operatorWikiTable } from './operatorTables';
import { UNKNOWN } from './figures';

/** The operators of a file, and what their times on a device are times of. */
export interface AnalyzedOperators {
  readonly operators: readonly ProfiledOperator[];
  /** The kind of device after `device self time`, such as `cpu`; null for the file's own device. */
  readonly device: string | null;
}

/** A query about the operators of a file. */
export interface AnalyzeQuery extends Omit<RecordSelection, 'place'> {
  readonly filter: OperatorFilter;
  readonly withCopies: boolean;
  /** The roof to compare records with; null for none. It does not apply to times on a GPU. */
  readonly roof: Roof | null;
  /** Tables of records, in this order. */
  readonly places: readonly Place[];
}

/** The answer: totals, which no filter changes but those of copies, and the records of each table. */
export interface AnalyzeReport {
  readonly totals: AnalyzedTotals;
  readonly tables: readonly PlaceRecords[];
}

export interface PlaceRecords {
  readonly place: Place;
  readonly records: readonly OperatorRecord[];
  /** Heading of their times. */
  readonly heading: string;
  /** Seconds of all operators there; what times are shares of. */
  readonly totalS: number;
  /** The roof that the records are compared with; null for none. */
  readonly roof: Roof | null;
}

/** Filters, puts together and orders the operators of a file. */
export function analyzeReport(analyzed: AnalyzedOperators, query: AnalyzeQuery): AnalyzeReport {
  const { operators, device } = analyzed;
  const kept = filterOperators(operators, query.filter);
  const totals: AnalyzedTotals = {
    deviceS: totalTime(operators, 'device'),
    hostS: totalTime(operators, 'host'),
    copies: query.withCopies ? { time: copyTime(kept, 'end'), wait: copyTime(kept, 'kern') } : null
  };
  const tables = query.places.map(place => ({
    place,
    records: selectRecords(kept, { ...query, place }),
    heading: `${place} self time${place === 'device' && device !== null ? ` (${device})` : ''}`,
    totalS: (place === 'device' ? totals.deviceS : totals.hostS) ?? 0,
    roof: place === 'device' && device === 'gpu' ? null : query.roof
  }));
  return { totals, tables };
}

/** Options for writing a report. */
interface AnalyzeTextOptions {
  readonly style: TableStyle;
  /** Whether the totals come first. */
  readonly withSummary: boolean;
  /** Whether records are lines of plain text, for comparisons, instead of tables. */
  readonly namesOnly: boolean;
}

/** A report as text: totals and tables with an empty line between them. */
export function analyzeText(report: AnalyzeReport, options: AnalyzeTextOptions): string {
  const summary = options.withSummary ? [summaryTable(report.totals, options.style)] : [];
  return [...summary, ...report.tables.map(table => recordsText(table, options))].join('\n\n');
}

function recordsText(table: PlaceRecords, { style, namesOnly }: AnalyzeTextOptions): string {
  if (namesOnly) return operatorList(table.records);
  return style === 'wiki' ? operatorWikiTable(table) : operatorGrid(table);
}

/** Totals over all operators; seconds, null where nothing ran. */
interface AnalyzedTotals {
  readonly deviceS: number | null;
  readonly hostS: number | null;
  /** Times of copies between devices and of the waits before them; null to leave them out. */
  readonly copies: CopyTotals | null;
}

/** Time of copies; null if there were none. */
interface CopyTotals {
  readonly time: CopyTime | null;
  readonly wait: CopyTime | null;
}

/** The style of tables: for reading in a terminal, or for pasting into a wiki. */
type TableStyle = 'grid' | 'wiki';

/** The table of totals. */
function summaryTable({ deviceS, hostS, copies }: AnalyzedTotals, style: TableStyle): string {
  const rows: Cell[][] = [
    ['total device time', totalCell(deviceS)],
    ['total host time', totalCell(hostS)]
  ];
  if (copies !== null) {
    rows.push(['copy time', copyText(copies.time)], ['copy wait time', copyText(copies.wait)]);
  }
  return style === 'grid' ? plainTable(rows) : wikiTable({ headers: ['name', 'value'], rows });
}

function totalCell(seconds: number | null): Cell {
  return seconds === null ? UNKNOWN : { float: seconds };
}

function copyText(time: CopyTime | null): string {
  if (time === null) return UNKNOWN;
  return `tot=${fixedPoint(time.totalS, 4)} avg=${fixedPoint(time.averageS, 4)}`;
}
