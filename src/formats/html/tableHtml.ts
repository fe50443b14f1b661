import { isObject } from '../../base/isObject';
import { formatCount, plural } from '../../base/text';
import {
  type Cell,
  PLAIN_FORMATS,
  type ReportColumn,
  type ReportTable,
  cellText,
  shownRows
} from '../../tables/reportTable';
import { NS_PER_MS, NS_PER_US } from '../../base/time';
import { clipText } from '../shared/text/clipText';
import { type Markup, NO_MARKUP, markup } from '../shared/text/markup';

const TABLE = 'kernelscope-table';
const LISTING = 'kernelscope-table kernelscope-lines';

/** Rows of a table at most, and lines of a text and of a cell of lines. */
const MAX_ROWS = 100;
const MAX_LINES = 20;
const MAX_CELL_LINES = 2;
const MAX_NOTES = 100;

/** Texts around tables. */
export interface TableTexts {
  /** The line above them. */
  readonly head?: string;
  /** The list below them. */
  readonly notes?: readonly string[];
}

/**
 * Tables without a profile as a fragment of HTML without script and without style sheet. All text in it is
 * escaped; lines of a cell are below each other.
 */
export function tableHtml(
  tables: readonly ReportTable[],
  { head = '', notes = [] }: TableTexts = {}
): string {
  const summary =
    head === '' ? NO_MARKUP : markup`<p class="kernelscope-summary">${clipText(head)}</p>\n`;
  return markup`<div class="kernelscope-profile">
${summary}${tables.map(tableMarkup)}${notesMarkup(notes)}</div>`.text;
}

/** A table as HTML, and what is to be said below it. */
export function tableMarkup(table: ReportTable): Markup {
  const { title, columns, rows, hidden, limit = MAX_ROWS, foot = [], none, notes = [] } = table;
  if (rows.length === 0 && none !== undefined) return markup`<p>${none}</p>\n`;
  const lefts = columns.flatMap(({ heading, align }) => (align === 'left' ? [heading] : []));
  const lineOf = (cells: readonly Cell[]): Markup => {
    const row = cells.map((cell, at) => cellMarkup(cell, columns[at], at));
    return markup`<tr>${row}</tr>\n`;
  };
  const lines = shownRows({ ...table, limit }).map(lineOf);
  const sums = foot.length > 0 ? markup`<tfoot>\n${foot.map(lineOf)}</tfoot>\n` : NO_MARKUP;
  const left = hidden + rows.length - lines.length;
  const note = left > 0 ? markup`<p>${plural(left, 'more row')} not shown.</p>\n` : NO_MARKUP;
  const hasTimes = columns.some(({ unit }) => unit === 'nanoseconds');
  return markup`<div style="overflow-x:auto"><table class="${table.isListing ? LISTING : TABLE}">
${caption(`${clipText(title, 120)}${hasTimes ? ', times in milliseconds' : ''}`)}
${tableHead(
  columns.flatMap(column => (isBar(column) ? [column.heading, ''] : [column.heading])),
  lefts
)}
<tbody>
${lines}</tbody>
${sums}</table></div>
${note}${notesMarkup(notes)}`;
}

function notesMarkup(notes: readonly string[]): Markup {
  if (notes.length === 0) return NO_MARKUP;
  const items = notes.slice(0, MAX_NOTES).map(note => markup`<li>${clipText(note)}</li>`);
  return markup`<ul class="kernelscope-notes">${items}</ul>\n`;
}

function cellMarkup(cell: Cell, column: ReportColumn, at: number): Markup {
  if (isObject(cell) && column.hasLines) {
    return textCell(below(cell.slice(0, MAX_CELL_LINES).map(({ text }) => text)));
  }
  if (typeof cell === 'number' && column.unit) return unitCell(cell, column);
  if (isBar(column)) return markup`${numberCell('')}<td></td>`;
  const text = cellText(cell, column, PLAIN_FORMATS);
  if (column.align === 'right') return numberCell(clipText(text, 80));
  if (at > 0) return textCell(column.isCode ? codeMarkup(text) : linesMarkup(text, column.longest));
  const name = clipText(text, column.longest ?? 80);
  return nameCell(column.isCode ? markup`<code>${name}</code>` : name);
}

/** A line of code, with the spaces that it begins with. */
function codeMarkup(text: string): Markup {
  return markup`<code style="white-space:pre">${clipText(text, 160)}</code>`;
}

function isBar({ hasBar, unit }: ReportColumn): boolean {
  return hasBar === true && unit === 'share';
}

function unitCell(value: number, column: ReportColumn): Markup {
  switch (column.unit) {
    case 'nanoseconds':
      return millisecondCell(value);
    case 'share':
      return isBar(column)
        ? shareCells(value, partText(value, column))
        : numberCell(percent(value));
    case 'bytes':
      return numberCell(
        cellText(value, column, PLAIN_FORMATS),
        `${formatCount(Math.round(value))} B`
      );
    default:
      return numberCell(cellText(value, column, PLAIN_FORMATS));
  }
}

/** A share as a part of its whole, with all digits; empty where the whole is not known. */
function partText(share: number, { wholeNs }: ReportColumn): string {
  if (wholeNs === undefined) return '';
  return `${exactMilliseconds(Math.round(share * wholeNs))} / ${exactMilliseconds(wholeNs)}`;
}

function linesMarkup(text: string, longest = 80): Markup {
  return below(text.split('\n', MAX_LINES).map(line => clipText(line, longest)));
}

function below(lines: readonly string[]): Markup {
  return markup`${lines.map((line, at) => markup`${at === 0 ? NO_MARKUP : markup`<br>`}${line}`)}`;
}

/** Padding of a cell, in case no style sheet sets it. */
const CELL = 'padding:4px 7px';

/**
 * A cell of a number, and a title with all its digits: the alignment is stated, because a sanitiser may
 * drop every class.
 */
export function numberCell(text: string, title = ''): Markup {
  const exact = title === '' ? NO_MARKUP : markup` title="${title}"`;
  return markup`<td style="text-align:right;${CELL}"${exact}>${text.replaceAll(' ', '\u00a0')}</td>`;
}

/** A cell with nanoseconds as milliseconds, and all their digits in the title. */
function millisecondCell(ns: number): Markup {
  return numberCell(milliseconds(ns), exactMilliseconds(ns));
}

/** The head of a table: headings in `left` are above text, the others above numbers. */
export function tableHead(headings: readonly string[], left: readonly string[]): Markup {
  const cells = headings.map(text => {
    if (text === '') return markup`<td></td>`;
    const align = left.includes(text) ? 'left' : 'right';
    return markup`<th scope="col" style="text-align:${align};${CELL}">${text}</th>`;
  });
  return markup`<thead><tr>${cells}</tr></thead>`;
}

/** A cell of text on the left. */
export function textCell(content: string | Markup): Markup {
  return markup`<td style="text-align:left;${CELL}">${content}</td>`;
}

/** The cell that names its row, with room for most words: where it is narrow, they break only if they must. */
export function nameCell(content: string | Markup): Markup {
  return markup`<th scope="row" style="text-align:left;min-width:13em;${CELL}">${content}</th>`;
}

/** The title of a table. */
export function caption(text: string): Markup {
  return markup`<caption style="text-align:left;font-weight:bold;padding:8px">${text}</caption>`;
}

/** A share as a percentage with a bar of text, which no sanitiser drops; the title says what it is of. */
function shareCells(share: number, title = ''): Markup {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * BAR_BLOCKS * 8);
  const bar = '█'.repeat(eighths >> 3) + PARTIAL_BLOCKS[eighths & 7];
  return markup`${numberCell(percent(share), title)}<td style="text-align:left;${CELL};color:${BAR_COLOR}" class="kernelscope-bar" aria-hidden="true">${bar}</td>`;
}

const BAR_BLOCKS = 12;
const BAR_COLOR = '#5b9ddf';
const PARTIAL_BLOCKS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A share of 0 … 1 as a percentage. */
function percent(share: number): string {
  return share > 0 && share < 0.0005 ? '<0.1 %' : `${(100 * share).toFixed(1)} %`;
}

const SHORT = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const PADDED = new Intl.NumberFormat('en', {
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3
});
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const ALL = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });

/**
 * Nanoseconds as milliseconds with three significant digits, all of those before the point, without a symbol:
 * the same as in the views.
 */
export function milliseconds(ns: number): string {
  const size = Math.abs(ns);
  const format = size < NS_PER_US ? SHORT : size < 999.5 * NS_PER_MS ? PADDED : WHOLE;
  return format.format(ns / NS_PER_MS);
}

/** Nanoseconds as milliseconds with all digits. */
export function exactMilliseconds(ns: number): string {
  return `${ALL.format(ns / NS_PER_MS)} ms`;
}
