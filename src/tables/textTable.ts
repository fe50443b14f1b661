import { NS_PER_MS, NS_PER_US } from '../base/time';
import { displayWidth, padLeft } from './displayWidth';
import { printable } from './printable';
import type { Cell, CellUnit, ReportColumn, ReportTable } from './reportTable';
import { cellText, PLAIN_FORMATS, shownRows } from './reportTable';

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
 * name the rows. Cells of lines are below their row. Without rows it is what the table has in place of them, or empty.
 */
export function sectionText(table: ReportTable): string {
  const { title, rows, none, notes = [] } = table;
  if (rows.length === 0) return none === undefined ? '' : `\n${none}\n`;
  const isShown = (_: unknown, at: number): boolean => !table.columns[at].isDetail;
  const columns = table.columns.filter(isShown);
  const shown = shownRows(table).map(cells => cells.filter(isShown));
  const heading = partsOf(columns.map(headingOf), columns);
  const rule = {
    numbers: heading.numbers.map(text => '-'.repeat(text.length)),
    name: '-'.repeat(heading.name.length)
  };
  const body = shown.map(cells =>
    partsOf(
      cells.map((cell, at) => textOf(cell, columns[at])),
      columns
    )
  );
  const widths = heading.numbers.map((text, at) =>
    body.reduce(
      (most, { numbers }) => Math.max(most, displayWidth(numbers[at])),
      displayWidth(text)
    )
  );
  const line = ({ numbers, name }: RowParts): string =>
    [...numbers.map((text, at) => padLeft(text, widths[at])), name].join(GAP);
  const left = rows.length - shown.length;
  return [
    ...['', title, '=================', line(heading), line(rule)],
    ...body.flatMap((row, at) => [
      line(row),
      ...shown[at].flatMap((cell, of) => (columns[of].hasLines ? linesOf(cell) : []))
    ]),
    ...(left > 0 ? [`${left} more not shown (--top 0 shows all).`] : []),
    ...notes,
    ''
  ].join('\n');
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
  return `${column.heading}${unitOf(column).text}`;
}

function unitOf({ unit = 'count', isShort }: ReportColumn): { text: string; size: number } {
  return isShort ? SHORT_UNIT : UNITS[unit];
}

function textOf(cell: Cell, column: ReportColumn): string {
  const { align, unit = 'count', isShort, decimals = unit === 'count' ? 0 : 1 } = column;
  if (cell === null) return align === 'right' ? UNKNOWN : '';
  if (typeof cell === 'number') {
    return (cell / unitOf(column).size).toFixed(isShort ? 2 : decimals);
  }
  return printable(cellText(cell, column, PLAIN_FORMATS));
}

function linesOf(cell: Cell): string[] {
  if (typeof cell !== 'object' || cell === null) return [];
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
