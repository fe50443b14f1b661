import { formatCount, plural } from '../../base/text';
import type { Cell, ReportColumn, ReportTable } from '../../tables/reportTable';
import { cellText, PLAIN_FORMATS, shownRows } from '../../tables/reportTable';
import { clipText } from '../shared/text/clipText';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';
import {
  caption,
  millisecondCell,
  nameCell,
  numberCell,
  percent,
  shareCells,
  tableHead,
  textCell
} from './htmlTables';

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
  const { title, columns, rows, hidden, limit = MAX_ROWS, none, notes = [] } = table;
  if (rows.length === 0 && none !== undefined) return markup`<p>${none}</p>\n`;
  const lefts = columns.flatMap(({ heading, align }) => (align === 'left' ? [heading] : []));
  const lines = shownRows({ ...table, limit }).map(cells => {
    const row = cells.map((cell, at) => cellMarkup(cell, columns[at], at));
    return markup`<tr>${row}</tr>\n`;
  });
  const left = hidden + rows.length - lines.length;
  const note = left > 0 ? markup`<p>${plural(left, 'more row')} not shown.</p>\n` : NO_MARKUP;
  const hasTimes = columns.some(({ unit }) => unit === 'nanoseconds');
  return markup`<div style="overflow-x:auto"><table class="kernelscope-table">
${caption(`${clipText(title, 120)}${hasTimes ? ', times in milliseconds' : ''}`)}
${tableHead(
  columns.flatMap(column => (isBar(column) ? [column.heading, ''] : [column.heading])),
  lefts
)}
<tbody>
${lines}</tbody>
</table></div>
${note}${notesMarkup(notes)}`;
}

function notesMarkup(notes: readonly string[]): Markup {
  if (notes.length === 0) return NO_MARKUP;
  const items = notes.slice(0, MAX_NOTES).map(note => markup`<li>${clipText(note)}</li>`);
  return markup`<ul class="kernelscope-notes">${items}</ul>\n`;
}

function cellMarkup(cell: Cell, column: ReportColumn, at: number): Markup {
  if (typeof cell === 'object' && cell !== null && column.hasLines) {
    return textCell(below(cell.slice(0, MAX_CELL_LINES).map(({ text }) => text)));
  }
  if (typeof cell === 'number' && column.unit) return unitCell(cell, column);
  if (isBar(column)) return markup`${numberCell('')}<td></td>`;
  const text = cellText(cell, column, PLAIN_FORMATS);
  if (column.align === 'right') return numberCell(clipText(text, 80));
  if (at > 0) return textCell(linesMarkup(text, column.longest));
  const name = clipText(text, column.longest ?? 80);
  return nameCell(column.isCode ? markup`<code>${name}</code>` : name);
}

function isBar({ hasBar, unit }: ReportColumn): boolean {
  return hasBar === true && unit === 'share';
}

function unitCell(value: number, column: ReportColumn): Markup {
  switch (column.unit) {
    case 'nanoseconds':
      return millisecondCell(value);
    case 'share':
      return isBar(column) ? shareCells(value) : numberCell(percent(value));
    case 'bytes':
      return numberCell(
        cellText(value, column, PLAIN_FORMATS),
        `${formatCount(Math.round(value))} B`
      );
    default:
      return numberCell(cellText(value, column, PLAIN_FORMATS));
  }
}

function linesMarkup(text: string, longest = 80): Markup {
  return below(text.split('\n', MAX_LINES).map(line => clipText(line, longest)));
}

/** Lines below each other. */
function below(lines: readonly string[]): Markup {
  return markup`${lines.map((line, at) => markup`${at === 0 ? NO_MARKUP : markup`<br>`}${line}`)}`;
}
