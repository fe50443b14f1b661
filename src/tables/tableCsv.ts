import { csvText } from './csvText';
import type { Cell, ReportTable } from './reportTable';

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
