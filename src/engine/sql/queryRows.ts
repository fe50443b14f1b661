import { isOutermost } from '../../base/outermost';
import { queryBundle } from '../../formats/bundle/queryBundle';
import { tableHtml } from '../../formats/html/tableHtml';
import type { QueryColumn, QueryRow, QueryTable } from '../../model/output/queryTable';
import { type ResultDisplay, displayKey } from '../../model/output/resultDisplay';
import { queryCsv, queryReport, queryText } from '../../report/queryText';

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
