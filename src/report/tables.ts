import { type AlignedColumn, alignColumn } from './alignColumn';
import type { Cell } from './columnKinds';

/** Rows of cells, each as long as the list of headers. */
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * A table in a double frame, like tabulate's `fancy_grid`. A row of `rows` has lines, each of them a
 * row of cells, without rules between them.
 */
export function gridTable(
  headers: readonly string[],
  rows: readonly (readonly (readonly string[])[])[]
): string {
  const columns = columnsOf({ headers, rows: rows.flat() });
  const rule = ([left, fill, middle, right]: string): string =>
    left + columns.map(({ width }) => fill.repeat(width + 2)).join(middle) + right;
  const line = (texts: readonly string[]): string => `│ ${texts.join(' │ ')} │`;
  let next = 0;
  const blocks = rows.map(lines => lines.map(() => line(textsOf(columns, next++))).join('\n'));
  const body = blocks.length === 0 ? [] : [blocks.join(`\n${rule('├─┼┤')}\n`)];
  const header = line(columns.map(column => column.header));
  return [rule('╒═╤╕'), header, rule('╞═╪╡'), ...body, rule('╘═╧╛')].join('\n');
}

/** A table that wikis read: lines between bars, with a rule below the headers. */
export function wikiTable(table: Table): string {
  const columns = columnsOf(table);
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
  const rule = `|${columns.map(({ width }) => '-'.repeat(width + 2)).join('|')}|`;
  const header = line(columns.map(column => column.header));
  return [header, rule, ...table.rows.map((_, row) => line(textsOf(columns, row)))].join('\n');
}

/** Rows without headers between two rules, as tabulate's `simple`. */
export function plainTable(rows: readonly (readonly Cell[])[]): string {
  const columns = (rows[0] ?? []).map((_, at) => alignColumn(null, cellsOf(rows, at)));
  const rule = columns.map(({ width }) => '-'.repeat(width)).join('  ');
  const lines = rows.map((_, row) => textsOf(columns, row).join('  ').trimEnd());
  return [rule, ...lines, rule].join('\n');
}

function columnsOf({ headers, rows }: Table): AlignedColumn[] {
  return headers.map((header, at) => alignColumn(header, cellsOf(rows, at)));
}

function cellsOf(rows: readonly (readonly Cell[])[], at: number): Cell[] {
  return rows.map(row => row[at]);
}

function textsOf(columns: readonly AlignedColumn[], row: number): string[] {
  return columns.map(({ texts }) => texts[row]);
}
