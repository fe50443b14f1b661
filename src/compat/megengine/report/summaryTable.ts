import type { CopyTime } from '../../../analysis/operators/records/totalTimes';
import { fixedPoint } from '../../../base/python/pythonNumbers';
import type { Cell } from '../../../report/columnKinds';
import { plainTable, wikiTable } from '../../../report/tables';
import { UNKNOWN } from './figures';

/** Totals over all operators; seconds, null where nothing ran. */
export interface AnalyzedTotals {
  readonly deviceS: number | null;
  readonly hostS: number | null;
  /** Times of copies between devices and of the waits before them; null to leave them out. */
  readonly copies: CopyTotals | null;
}

/** Time of copies; null if there were none. */
export interface CopyTotals {
  readonly time: CopyTime | null;
  readonly wait: CopyTime | null;
}

/** The style of tables: for reading in a terminal, or for pasting into a wiki. */
export type TableStyle = 'grid' | 'wiki';

/** The table of totals. */
export function summaryTable(
  { deviceS, hostS, copies }: AnalyzedTotals,
  style: TableStyle
): string {
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
