import { queryBundle } from '../../formats/bundle/queryBundle';
import { tableHtml } from '../../formats/html/tableHtml';
import {
  type QueryColumn,
  type QueryRow,
  type QueryTable,
  type QueryValue,
  isNumberColumn
} from '../../model/output/queryTable';
import { type ResultDisplay, displayKey, isOutermost } from '../../model/output/resultDisplay';
import { plural } from '../../base/text';
import { clippedTo, displayWidth, padLeft, padRight } from '../../tables/displayWidth';
import { tableCsv } from '../../tables/csvText';
import { printable } from '../../tables/printable';
import type { ReportTable } from '../../tables/reportTable';

/** Rows of the text of a result. */
const SHOWN_ROWS = 50;

/**
 * The rows of a query: an array of objects, each with a value for every column. Its text is a table of the first 50,
 * and a notebook shows a table that a person sorts.
 */
export class QueryRows extends Array<QueryRow> {
  // Private to the language, so that rows are equal to an array of the same objects.
  readonly #table: QueryTable;

  /** Plain arrays: a part of the rows is not the result of the query. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  constructor(table: QueryTable) {
    super();
    this.#table = table;
    const names = table.columns.map(({ name }) => name);
    for (const cells of table.rows) {
      this.push(Object.fromEntries(cells.map((cell, at) => [names[at], cell])));
    }
  }

  /** The columns in the order of the query, with DuckDB's types. */
  get columns(): readonly QueryColumn[] {
    return this.#table.columns;
  }

  /** True if the query has more rows than the limit, so that the rest is missing here. */
  get isCut(): boolean {
    return this.#table.isCut;
  }

  /** The rows as text, `top` of them at most, all for 0. */
  table(top: number = SHOWN_ROWS): string {
    return queryText(this.#table, top);
  }

  /** All rows as CSV (RFC 4180) with a line of names. */
  toCsv(): string {
    return queryCsv(this.#table);
  }

  /** The same as `table()`. */
  override toString(): string {
    return this.table();
  }

  /** The output of `console.log`: the table; within other values a line. */
  [Symbol.for('nodejs.util.inspect.custom')](
    depth?: number,
    options?: { readonly depth?: number }
  ): string {
    if (isOutermost(depth, options)) return this.table();
    return `[${this.length} rows of ${this.#table.columns.map(({ name }) => name).join(', ')}]`;
  }

  /** The last line of a cell: a table that is sorted by its headings. */
  [displayKey()](): ResultDisplay {
    const html = tableHtml([queryReport(this.#table)]);
    return { html, text: this.table(), query: queryBundle(this.#table) };
  }
}

/** Columns of a terminal that a value takes at most. */
const MAX_WIDTH = 80;

/** Characters of a value that are looked at for that. */
const MAX_CHARACTERS = 1000;

/** A value as it is shown. */
function queryCellText(value: QueryValue): string {
  return value === null ? 'NULL' : String(value);
}

function queryReport({ columns, rows }: QueryTable): ReportTable {
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
function queryText({ columns, rows, isCut }: QueryTable, top: number): string {
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
function queryCsv(table: QueryTable): string {
  const { columns } = queryReport(table);
  const rows = table.rows.map(cells =>
    cells.map(value => (typeof value === 'boolean' ? String(value) : (value ?? '')))
  );
  return tableCsv({ columns, rows });
}
