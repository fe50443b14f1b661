import { type Cell, cellText, type ReportColumn, type ReportTable } from 'kernelscope/report';
import { element } from 'kernelscope/web';
import { type NumberFormats, placeName } from '../content/format';
import type { GridCell } from './rowGridNodes';
import { SortableTable } from './sortableTable';
import type { TableColumn } from './tableColumns';

/** Widths of columns, CSS pixels; the first one and other texts also take what is left. */
const NAME_PX = 180;
const TEXT_PX = 110;
const NUMBER_PX = 78;
const BAR_PX = 104;

/** The width of a character of a heading, and what is around it. */
const CHARACTER_PX = 8;
const PADDING_PX = 20;

/** The dependencies of {@link ReportGrid}. */
interface ReportGridOptions {
  readonly formats: NumberFormats;
  /** A row was picked, by its number in the table. */
  readonly onPick: (row: number) => void;
}

/** A table of a report in a grid that a person orders by its headings. */
export class ReportGrid {
  readonly node = element('div');
  readonly #options: ReportGridOptions;
  #table: SortableTable<number> | null = null;

  constructor(options: ReportGridOptions) {
    this.#options = options;
  }

  /** How many rows it has. */
  get length(): number {
    return this.#table?.length ?? 0;
  }

  /** Takes other rows of a table; the order stays. They are put into the page by {@link draw}. */
  setTable(table: ReportTable): void {
    const { title, rows, sort = null, none = '' } = table;
    this.#table ??= new SortableTable<number>({
      ...{ label: title, sort, emptyText: none },
      onPick: row => this.#options.onPick(row)
    });
    const columns = table.columns.map((_, at) => gridColumn(table, at, this.#options.formats));
    this.#table.setRows(columns, [...rows.keys()]);
    if (!this.#table.node.isConnected) this.node.replaceChildren(this.#table.node);
  }

  /** Shows its rows, and marks the first that `isSelected`. */
  draw(isSelected: (row: number) => boolean): void {
    this.#table?.draw(isSelected);
  }
}

function gridColumn(
  { columns, rows }: ReportTable,
  at: number,
  formats: NumberFormats
): TableColumn<number> {
  const column = columns[at];
  const { heading, explanation = heading, align, hasBar } = column;
  const isText = align === 'left';
  const textPx = at === 0 ? NAME_PX : TEXT_PX;
  const longest = rows.reduce((most, { [at]: cell }) => {
    return typeof cell === 'object' && cell ? Math.max(most, cell[0]?.text.length ?? 0) : most;
  }, heading.length);
  const numberPx = Math.max(hasBar ? BAR_PX : NUMBER_PX, CHARACTER_PX * longest + PADDING_PX);
  const greatest = rows.reduce((most, { [at]: cell }) => Math.max(most, numberOf(cell)), 0) || 1;
  const whole = column.unit === 'share' ? 1 : greatest;
  return {
    label: heading,
    explanation,
    kind: isText ? 'name' : hasBar ? 'bar' : 'number',
    widthPx: isText ? textPx : numberPx,
    key: row => keyOf(rows[row][at], column),
    cell: row => {
      const cell = rows[row][at];
      const shown = cellOf(cell, column, formats);
      return hasBar && cell !== null
        ? { ...shown, bar: Math.min(1, numberOf(cell) / whole) }
        : shown;
    }
  };
}

function cellOf(cell: Cell, column: ReportColumn, formats: NumberFormats): GridCell {
  const text = cellText(cell, column, formats);
  if (column.align === 'right') return { text };
  if (typeof cell === 'object') return { text, title: cell?.[0]?.title ?? text };
  return { text: shortText(text, column.short), title: text };
}

function numberOf(cell: Cell): number {
  return typeof cell === 'number' ? cell : 0;
}

/** Numbers order as such, places by their line, lines by what the first of them counts for or by its text. */
function keyOf(cell: Cell, { align, short }: ReportColumn): number | string | null {
  if (cell === null) return null;
  if (typeof cell === 'object') {
    const [first = { text: '', count: 0 }] = cell;
    return align === 'right' ? first.count : first.text;
  }
  if (typeof cell === 'bigint') return Number(cell);
  if (typeof cell === 'number' || short !== 'place') return cell;
  return cell.replace(/\d+$/, digits => digits.padStart(9, '0'));
}

const RESULT = /^void /;

/** The text of a cell where there is little room: a place without folders, a function without result and parameters. */
export function shortText(text: string, short: ReportColumn['short']): string {
  switch (short) {
    case 'place':
      return placeName(text, 0);
    case 'signature':
      return shortSignature(text);
    case 'file':
    case undefined:
      return text;
  }
}

/**
 * The name of a kernel without its result, which is always `void`, and its parameters: what tells
 * kernels apart comes first where there is little room.
 */
function shortSignature(name: string): string {
  const start = name.endsWith(')') ? openingOf(name) : -1;
  const short = (start > 0 ? name.slice(0, start) : name).replace(RESULT, '').trim();
  return short === '' ? name : short;
}

/** Where the parenthesis opens that the text closes at its end; -1 where none does. */
function openingOf(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    if (text[at] === '(' && --depth === 0) return at;
  }
  return -1;
}
