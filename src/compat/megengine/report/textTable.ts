import {
  type Cell,
  type ColumnKind,
  cellNumber,
  cellText,
  columnKind,
  isIntText,
  isNumberText
} from '../../../report/columnKinds';
import { alignLeft, alignRight, codePointLength } from '../../../base/codePoints';
import { generalFormat } from '../../../base/notation/pythonGeneral';

/** Rows of cells, each as long as the list of headers. */
interface Table {
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

/** A column whose texts are equally wide. */
interface AlignedColumn {
  readonly header: string;
  readonly texts: readonly string[];
  readonly width: number;
}

/** Code points by which a column is at least wider than its header. */
const HEADER_ROOM = 2;

/** Significant digits of floats. */
const DIGITS = 6;

/**
 * Lays out a column as Python's tabulate does: texts to the left without white space around them,
 * numbers to the right with their points below each other. `header` is null in a table without any.
 */
function alignColumn(header: string | null, cells: readonly Cell[]): AlignedColumn {
  const kind = columnKind(cells);
  const texts = cells.map(cell => formatted(cell, kind));
  const least = header === null ? 0 : codePointLength(header) + HEADER_ROOM;
  const placed = kind === 'text' ? texts.map(text => text.trim()) : belowPoint(texts);
  const width = placed.reduce((widest, text) => Math.max(widest, codePointLength(text)), least);
  const align = kind === 'text' ? alignLeft : alignRight;
  return {
    header: align(header ?? '', width),
    texts: placed.map(text => align(text, width)),
    width
  };
}

function formatted(cell: Cell, kind: ColumnKind): string {
  return kind === 'float' ? generalFormat(cellNumber(cell), DIGITS) : cellText(cell);
}

/** Texts with as many spaces behind them as their fractions are shorter than the longest. */
function belowPoint(texts: readonly string[]): string[] {
  const decimals = texts.map(decimalsOf);
  const most = decimals.reduce((a, b) => Math.max(a, b), -1);
  return texts.map((text, at) => text + ' '.repeat(most - decimals[at]));
}

/** Number of characters after the point, or after the `e` without a point; -1 for neither. */
function decimalsOf(text: string): number {
  if (!isNumberText(text) || isIntText(text)) return -1;
  const point = text.lastIndexOf('.');
  const at = point < 0 ? text.toLowerCase().lastIndexOf('e') : point;
  return at < 0 ? -1 : text.length - at - 1;
}
