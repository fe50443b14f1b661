import { isObject } from '../base/isObject';
import { NS_PER_MS, NS_PER_US } from '../base/time';
import { clippedFront, clippedTo, displayWidth, padLeft, padRight } from './displayWidth';
import { printable } from './printable';
import {
  type Cell,
  type CellUnit,
  PLAIN_FORMATS,
  type ReportColumn,
  type ReportTable,
  cellText,
  shownRows
} from './reportTable';

/** The numbers of a column are in one unit, which its heading names. */
const UNITS: Readonly<Record<CellUnit, { readonly text: string; readonly size: number }>> = {
  count: { text: '', size: 1 },
  bytes: { text: ' (kB)', size: 1000 },
  bytesPerSecond: { text: ' (MB/s)', size: 1e6 },
  nanoseconds: { text: ' (ms)', size: NS_PER_MS },
  share: { text: ' %', size: 0.01 }
};

/** For times that are short. */
const SHORT_UNIT = { text: ' (us)', size: NS_PER_US };

/** In place of a number that is not known. */
const UNKNOWN = '-';

/** Before lines of cells, which are below their row, and how many of them there are at most. */
const INDENT = ' '.repeat(10);
const MAX_LINES = 2;

const GAP = '  ';

/**
 * A table as text below its title and headings: numbers on the right of their columns, and behind them all texts, which
 * name the rows. Cells of lines are below their row. A table with a foot has its title over the names, and stays within
 * 80 columns. Without rows it is what the table has in place of them, or empty.
 */
export function sectionText(table: ReportTable): string {
  const { title, rows, foot, none, notes = [] } = table;
  if (rows.length === 0) return none === undefined ? '' : `\n${none}\n`;
  const isShown = (_: unknown, at: number): boolean => !table.columns[at].isDetail;
  const columns = table.columns.filter(isShown);
  const shown = shownRows(table).map(cells => cells.filter(isShown));
  if (foot) return ['', ...sumLines(table, columns, [...shown, ...foot]), ...notes, ''].join('\n');
  const heading = partsOf(columns.map(headingOf), columns);
  const rule = {
    numbers: heading.numbers.map(text => '-'.repeat(text.length)),
    name: '-'.repeat(heading.name.length)
  };
  const body = shown.map(cells =>
    partsOf(
      cells.map((cell, at) => textOf(cell, columns[at]) ?? UNKNOWN),
      columns
    )
  );
  const widths = numberWidths([heading, ...body]);
  const left = rows.length - shown.length;
  return [
    ...['', title, '=================', lineOf(heading, widths), lineOf(rule, widths)],
    ...body.flatMap((row, at) => [
      lineOf(row, widths),
      ...shown[at].flatMap((cell, of) => (columns[of].hasLines ? linesOf(cell) : []))
    ]),
    ...(left > 0 ? [`${left} more not shown (--top 0 shows all).`] : []),
    ...notes,
    ''
  ].join('\n');
}

/** The columns that a terminal has at least. */
const TERMINAL_WIDTH = 80;

/** Of these, what the first text of a row takes at most where another one is beside it. */
const BESIDE_WIDTH = 26;

/** A table of rows that add up: its headings with the title over the names, and rows that stay within a terminal. */
function sumLines(
  { title }: ReportTable,
  columns: readonly ReportColumn[],
  rows: ReportTable['rows']
): readonly string[] {
  const heading = { ...partsOf(columns.map(headingOf), columns), name: title };
  const texts = rows.map(cells => cells.map((cell, at) => textOf(cell, columns[at]) ?? ''));
  const parts = texts.map(row => partsOf(row, columns));
  const widths = numberWidths([heading, ...parts]);
  const room = TERMINAL_WIDTH - widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const names = texts.map(row => row.filter((_, at) => columns[at].align === 'left'));
  const fitting = namesWithin(names, room, columns[0].short ? clippedFront : clippedTo);
  const body = parts.map(({ numbers }, at) => ({ numbers, name: fitting[at] }));
  return [heading, ...body].map(row => lineOf(row, widths));
}

/** The name of each row, cut by `clip`, and beside it the second text, if there is one, below those of other rows. */
function namesWithin(
  rows: readonly (readonly string[])[],
  room: number,
  clip: (text: string, limit: number) => string
): readonly string[] {
  const names = rows.map(([name, beside = '']) => {
    return { name: clip(name, beside === '' ? room : BESIDE_WIDTH), beside };
  });
  const width = names.reduce(
    (most, { name, beside }) => (beside === '' ? most : Math.max(most, displayWidth(name))),
    0
  );
  const left = room - width - GAP.length;
  return names.map(({ name, beside }) =>
    beside === '' ? name : `${padRight(name, width)}${GAP}${clippedTo(beside, left)}`
  );
}

function numberWidths([heading, ...body]: readonly RowParts[]): readonly number[] {
  return heading.numbers.map((text, at) =>
    body.reduce(
      (most, { numbers }) => Math.max(most, displayWidth(numbers[at])),
      displayWidth(text)
    )
  );
}

function lineOf({ numbers, name }: RowParts, widths: readonly number[]): string {
  return [...numbers.map((text, at) => padLeft(text, widths[at])), name].join(GAP);
}

/** The texts of a row: those of numbers, and all others in one. */
interface RowParts {
  readonly numbers: readonly string[];
  readonly name: string;
}

function partsOf(texts: readonly string[], columns: readonly ReportColumn[]): RowParts {
  const names = texts.filter((text, at) => {
    const { align, hasLines } = columns[at];
    return align === 'left' && !hasLines && text !== '';
  });
  return { numbers: texts.filter((_, at) => columns[at].align === 'right'), name: names.join(GAP) };
}

function headingOf(column: ReportColumn): string {
  return `${column.brief ?? column.heading}${unitOf(column).text}`;
}

function unitOf({ unit = 'count', isShort }: ReportColumn): { text: string; size: number } {
  return isShort ? SHORT_UNIT : UNITS[unit];
}

/** The text of a cell; null for a number that is not known. */
function textOf(cell: Cell, column: ReportColumn): string | null {
  const { align, unit = 'count', isShort, decimals = unit === 'count' ? 0 : 1 } = column;
  if (cell === null) return align === 'right' ? null : '';
  if (typeof cell === 'number') {
    return (cell / unitOf(column).size).toFixed(isShort ? 2 : decimals);
  }
  return printable(cellText(cell, column, PLAIN_FORMATS));
}

function linesOf(cell: Cell): string[] {
  if (!isObject(cell)) return [];
  return cell
    .slice(0, MAX_LINES)
    .map(({ text, count }) => `${INDENT}${count} × ${printable(text)}`);
}

/** Texts as {@link sectionText} has them, at most `top` rows, 0 for all; empty without rows. */
export function textTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  top: number
): string {
  const last = headings.length - 1;
  const columns = headings.map((heading, at): ReportColumn => {
    return { heading, align: at === last ? 'left' : 'right' };
  });
  return sectionText({ title, columns, rows, limit: top, hidden: 0 });
}
