import type { Cell, ReportTable } from './reportTable';

/** A text as a CSV field that no spreadsheet executes; quoted if necessary. */
export function csvText(text: string): string {
  const safe = spreadsheetText(text);
  return /[",\r\n]/.test(safe) ? quoted(safe) : safe;
}

/**
 * The beginning of a text that a spreadsheet takes for a formula: also in the wide forms of East Asian
 * keyboards, and after white space, which some drop.
 */
const FORMULA_START = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** The text, after an apostrophe if a spreadsheet would take it for a formula. */
export function spreadsheetText(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** A text as a quoted field. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The columns and all rows of a table as CSV (RFC 4180) with a line of headings, numbers with all their digits. */
export function tableCsv({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): string {
  const headings = columns.map(({ heading }) => csvText(heading));
  return [headings, ...rows.map(cells => cells.map(fieldOf))]
    .map(fields => `${fields.join(',')}\r\n`)
    .join('');
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return csvText(cell.map(({ text }) => text).join('\n'));
  return typeof cell === 'string' ? csvText(cell) : String(cell);
}
