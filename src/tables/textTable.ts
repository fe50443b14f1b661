import { NS_PER_MS } from '../base/time';
import { displayWidth, padLeft } from './displayWidth';
import { printable } from './printable';
import type { Cell, CellFormats, CellUnit, ReportColumn, ReportTable } from './reportTable';
import { cellText, shownRows } from './reportTable';

/** The numbers of a column are in one unit, which its heading names. */
const FORMATS: CellFormats = {
  count: String,
  bytes: sizeBytes => (sizeBytes / 1000).toFixed(1),
  duration: ns => (ns / NS_PER_MS).toFixed(0)
};

const UNITS: Readonly<Record<CellUnit, string>> = {
  count: '',
  bytes: ' (kB)',
  nanoseconds: ' (ms)'
};

const USUAL_UNSHOWN = '%1 more not shown (--top 0 shows all).';

/** Before lines of cells, which are below their row. */
const INDENT = ' '.repeat(10);

/**
 * A table as text below its title and headings: all columns on the right but the last one, which names the
 * rows. Cells of lines are below their row.
 */
export function sectionText(table: ReportTable): string {
  const { title, columns, rows, unshown = USUAL_UNSHOWN, notes = [] } = table;
  const names = columns.filter(({ isName }) => isName);
  const order = [...columns.filter(({ isName, hasLines }) => !isName && !hasLines), ...names];
  const headings = order.map(({ heading, unit }) => `${heading}${unit ? UNITS[unit] : ''}`);
  const rules = headings.map(heading => '-'.repeat(heading.length));
  const shown = shownRows(table).map(cells => ({
    texts: order.map(column => textOf(cells[columns.indexOf(column)], column)),
    below: cells.flatMap(linesOf)
  }));
  const head = [headings, rules];
  const all = [...head, ...shown.map(({ texts }) => texts)];
  const widths = order.map(({ leastWidth = 0 }, at) =>
    all.reduce((most, texts) => Math.max(most, displayWidth(texts[at])), leastWidth)
  );
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => (at === order.length - 1 ? text : padLeft(text, widths[at])))
      .join('  ');
  const left = rows.length - shown.length;
  return [
    '',
    title,
    '=================',
    ...head.map(line),
    ...shown.flatMap(({ texts, below }) => [line(texts), ...below]),
    ...(left > 0 && unshown !== '' ? [unshown.replace('%1', String(left))] : []),
    ...notes,
    ''
  ].join('\n');
}

function textOf(cell: Cell, column: ReportColumn): string {
  return typeof cell === 'number' && cell < 0 && column.unit
    ? `-${cellText(-cell, column, FORMATS)}`
    : printable(cellText(cell, column, FORMATS));
}

function linesOf(cell: Cell): string[] {
  if (typeof cell !== 'object') return [];
  return cell.map(({ text, count }) => `${INDENT}${count} × ${printable(text)}`);
}

/** Texts as {@link sectionText} has them, at most `top` rows, 0 for all; empty without rows. */
export function textTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  top: number
): string {
  if (rows.length === 0) return '';
  const columns = headings.map((heading, at): ReportColumn => {
    const isName = at === headings.length - 1;
    return isName ? { heading, align: 'left', isName } : { heading, align: 'right' };
  });
  return sectionText({ title, columns, rows, limit: top, hidden: 0 });
}
