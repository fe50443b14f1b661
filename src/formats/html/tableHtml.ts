import { plural } from '../../base/text';
import type { ReportTable } from '../../report/text/reportTable';
import { clipText } from '../shared/text/clipText';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';
import { caption, nameCell, numberCell, tableHead, textCell } from './htmlTables';

/** Rows of a table at most, and lines of a cell. */
const MAX_ROWS = 100;
const MAX_LINES = 20;
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
  const items = notes.slice(0, MAX_NOTES).map(note => markup`<li>${clipText(note)}</li>`);
  const list =
    items.length === 0 ? NO_MARKUP : markup`<ul class="kernelscope-notes">${items}</ul>\n`;
  return markup`<div class="kernelscope-profile">
${summary}${tables.map(tableMarkup)}${list}</div>`.text;
}

function tableMarkup({ title, columns, rows, hidden }: ReportTable): Markup {
  const lefts = columns.flatMap(({ heading, align }) => (align === 'left' ? [heading] : []));
  const lines = rows.slice(0, MAX_ROWS).map(cells => {
    const row = cells.map((text, at) => cellMarkup(text, columns[at].align, at));
    return markup`<tr>${row}</tr>\n`;
  });
  const left = hidden + rows.length - lines.length;
  const note = left > 0 ? markup`<p>${plural(left, 'more row')} not shown.</p>\n` : NO_MARKUP;
  return markup`<table class="kernelscope-table">
${caption(clipText(title, 120))}
${tableHead(
  columns.map(({ heading }) => heading),
  lefts
)}
<tbody>
${lines}</tbody>
</table>
${note}`;
}

function cellMarkup(text: string, align: 'left' | 'right', at: number): Markup {
  if (at === 0 && align === 'left') return nameCell(clipText(text, 80));
  return align === 'left' ? textCell(linesMarkup(text)) : numberCell(clipText(text, 80));
}

function linesMarkup(text: string): Markup {
  const lines = text.split('\n', MAX_LINES);
  return markup`${lines.map((line, at) => markup`${at === 0 ? NO_MARKUP : markup`<br>`}${clipText(line, 80)}`)}`;
}
