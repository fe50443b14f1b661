import { formatBytes, formatCount, formatDuration } from '../base/text';

/** A table as a value, before it becomes text, Markdown, HTML, CSV or nodes of a page. */
export interface ReportTable {
  readonly title: string;
  /** What the table is of, where there is room for it beside the title. */
  readonly subtitle?: string;
  readonly columns: readonly ReportColumn[];
  /** A cell for each column. Texts are as they are in the profiles: not printable yet. */
  readonly rows: readonly (readonly Cell[])[];
  /** Rows on show at most, 0 for all of `rows`; all unless stated. */
  readonly limit?: number;
  /** Rows there are beyond those in `rows`. */
  readonly hidden: number;
  /** Rows below the others that no limit cuts off and no order moves: sums, and the whole that all rows add up to. */
  readonly foot?: ReportTable['rows'];
  /** True where rows are the lines of a text, which stand close together. */
  readonly isListing?: true;
  /** The places of code that its rows are about, as many as `rows`. */
  readonly places?: readonly (CodePlace | null)[];
  /** The order in which a page shows it that can order it anew; absent if it cannot. */
  readonly sort?: TableOrder;
  /** The sentence in place of a table without rows. */
  readonly none?: string;
  /** Sentences below the table. */
  readonly notes?: readonly string[];
}

/** A line of code. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
}

/** An order of rows. */
export interface TableOrder {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** The value of a cell, null where it is not known; lines are one below the other. */
export type Cell = string | number | bigint | null | readonly CellLine[];

/** One of several lines of a {@link Cell}. */
export interface CellLine {
  readonly text: string;
  /** What the line counts for beside the others. */
  readonly count: number;
  /** All about it in words, for tooltips. */
  readonly title: string;
}

/** The unit of the numbers of a column; a share is 0 … 1. */
export type CellUnit = 'count' | 'bytes' | 'bytesPerSecond' | 'nanoseconds' | 'share';

/** A column of a {@link ReportTable}; the first one says what a row is about, if it is on the left. */
export interface ReportColumn {
  readonly heading: string;
  /** The heading where the unit stands behind it; `heading` unless stated. */
  readonly brief?: string;
  /** The sentence behind the heading. */
  readonly explanation?: string;
  readonly align: 'left' | 'right';
  /** Of its numbers; those without one are written with all their digits, or so many decimal places as are stated. */
  readonly unit?: CellUnit;
  /** Decimal places of its numbers where all have the same unit or none; 1 unless stated, 0 for counts. */
  readonly decimals?: number;
  readonly isCode?: true;
  /** What its texts are that are shortened where there is little room: files, such with a line, functions with parameters. */
  readonly short?: 'file' | 'place' | 'signature';
  /** True for times so short that texts have them in microseconds. */
  readonly isShort?: true;
  /** True for what texts have no room for. */
  readonly isDetail?: true;
  /** True for numbers that pages and views show as bars, too: shares, or those of a whole column. */
  readonly hasBar?: true;
  /** True for cells of lines. */
  readonly hasLines?: true;
  /** Of a column of shares of a time: that time in nanoseconds. */
  readonly wholeNs?: number;
  /** Characters that a page shows of its texts, at most; 80 unless stated. */
  readonly longest?: number;
}

/** A column with a sentence behind its heading. */
export function columnOf(
  heading: string,
  explanation: string,
  rest: Omit<ReportColumn, 'heading' | 'explanation'>
): ReportColumn {
  return { ...rest, heading, explanation };
}

/** How numbers of tables and sentences are written. */
export interface CellFormats {
  /** A ratio as a percentage. */
  percent(ratio: number): string;
  count(value: number): string;
  bytes(sizeBytes: number): string;
  /** A time in nanoseconds. */
  duration(ns: number): string;
}

/** Numbers in English, in natural units. */
export const PLAIN_FORMATS: CellFormats = {
  percent: ratio => `${(100 * ratio).toFixed(ratio < 0.0995 ? 1 : 0)} %`,
  count: formatCount,
  bytes: formatBytes,
  duration: formatDuration
};

/** A cell as text, with lines below each other; empty where nothing is known. */
export function cellText(cell: Cell, column: ReportColumn, formats: CellFormats): string {
  const { unit, decimals } = column;
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.map(({ text }) => text).join('\n');
  if (typeof cell !== 'number') return String(cell);
  switch (unit) {
    case 'count':
      return formats.count(cell);
    case 'bytes':
      return cell < 0 ? `−${formats.bytes(-cell)}` : formats.bytes(cell);
    case 'bytesPerSecond':
      return `${formats.bytes(cell)}/s`;
    case 'nanoseconds':
      return formats.duration(cell);
    case 'share':
      return formats.percent(cell);
    case undefined:
      return decimals === undefined ? String(cell) : cell.toFixed(decimals);
  }
}

export function shownRows({ rows, limit = 0 }: ReportTable): ReportTable['rows'] {
  return limit > 0 ? rows.slice(0, limit) : rows;
}
