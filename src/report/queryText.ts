import { plural } from '../base/text';
import { type QueryTable, type QueryValue, isNumberColumn } from '../model/output/queryTable';
import { clippedTo, displayWidth, padLeft, padRight } from '../tables/displayWidth';
import { tableCsv } from '../tables/csvText';
import { printable } from '../tables/printable';
import type { ReportTable } from '../tables/reportTable';

/** Columns of a terminal that a value takes at most. */
const MAX_WIDTH = 80;

/** Characters of a value that are looked at for that. */
const MAX_CHARACTERS = 1000;

/** A value as it is shown. */
export function queryCellText(value: QueryValue): string {
  return value === null ? 'NULL' : String(value);
}

export function queryReport({ columns, rows }: QueryTable): ReportTable {
  return {
    title: '',
    columns: columns.map(column => {
      return { heading: column.name, align: isNumberColumn(column) ? 'right' : 'left' };
    }),
    rows: rows.map(cells => cells.map(queryCellText)),
    hidden: 0
  };
}

/** A result as aligned text: `top` rows at most, all for 0, and a line that says how many there are. */
export function queryText({ columns, rows, isCut }: QueryTable, top: number): string {
  const shown = top > 0 ? rows.slice(0, top) : rows;
  const heads = columns.map(({ name }) => clipped(name));
  const lines = shown.map(cells => cells.map(cell => clipped(queryCellText(cell))));
  const widths = heads.map((head, at) =>
    lines.reduce((most, cells) => Math.max(most, displayWidth(cells[at])), displayWidth(head))
  );
  const pads = columns.map(column => (isNumberColumn(column) ? padLeft : padRight));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => pads[at](cell, widths[at]))
      .join('  ')
      .trimEnd();
  const rule = widths.map(width => '-'.repeat(width)).join('  ');
  return [line(heads), rule, ...lines.map(line), countLine(rows.length, shown.length, isCut)].join(
    '\n'
  );
}

function countLine(rows: number, shown: number, isCut: boolean): string {
  const count = isCut
    ? `The first ${plural(rows, 'row')}; the query has more`
    : plural(rows, 'row');
  return shown < rows ? `(${count}; ${shown} shown)` : `(${count})`;
}

function clipped(text: string): string {
  return clippedTo(printable(text.slice(0, MAX_CHARACTERS)), MAX_WIDTH);
}

/** A result as CSV (RFC 4180) with a line of names; NULL is an empty field. */
export function queryCsv(table: QueryTable): string {
  const { columns } = queryReport(table);
  const rows = table.rows.map(cells =>
    cells.map(value => (typeof value === 'boolean' ? String(value) : (value ?? '')))
  );
  return tableCsv({ columns, rows });
}
