import type { TranslationBundle } from '@jupyterlab/translation';
import { csvText, spreadsheetText } from 'kernelscope/formats';
import type { BundleRow } from 'kernelscope/model';
import type { NumberFormats } from '../shared/format';
import { cellText } from './cellText';
import { headingOf } from './headings';
import type { TableKind, TableLine } from './model';
import { columnsFor } from './model';

const FIELDS = 'Category,Name,Unit,Count,Total,Self,Min,Max,Average,P50,P95,P99'.split(',');

/** Field of rows that made GPUs work. */
const GPU_FIELD = 'Gpu';

/** Fields of a repeated cell; a row without one of them has an empty one. */
const RUN_FIELDS = ['MeanPerRun', 'HalfWidth95'];

/**
 * Rows as CSV (RFC 4180, CRLF) in the order given, numbers unrounded in the unit of the third
 * column. Text that a spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvOf(lines: readonly TableLine[]): string {
  return records(lines)
    .map(fields => `${fields.map(csvField).join(',')}\r\n`)
    .join('');
}

/** The same as text with tabs, which spreadsheets paste as cells; what would split one is a space. */
export function tsvOf(lines: readonly TableLine[]): string {
  return records(lines)
    .map(fields => `${fields.map(tsvField).join('\t')}\n`)
    .join('');
}

function records(lines: readonly TableLine[]): (string | number)[][] {
  const rows = lines.filter(line => line.type === 'row');
  const fields = [...FIELDS, ...fieldsBeyond(rows.map(({ row }) => row))];
  return [
    fields,
    ...rows.map(({ section, row: [name, ...numbers] }) => {
      const record = [section.category, name, section.unit, ...numbers.map(each => each ?? '')];
      return [...record, ...Array<string>(fields.length - record.length).fill('')];
    })
  ];
}

/** The fields of those cells that rows have beyond the usual ones. */
function fieldsBeyond(rows: readonly BundleRow[]): readonly string[] {
  const cells = rows.reduce((most, { length }) => Math.max(most, length), 0);
  if (cells > GPU_CELL) return [...RUN_FIELDS, GPU_FIELD];
  return cells > ROW_CELLS ? RUN_FIELDS : [];
}

/** Cells of a row without figures of a repeated cell, and without times of GPUs. */
const ROW_CELLS = 10;
const GPU_CELL = 12;

function csvField(value: string | number): string {
  return typeof value === 'number' ? String(value) : csvText(value);
}

function tsvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return spreadsheetText(value).replace(/[\t\r\n]+/g, ' ');
}

/** How {@link markdownOf} writes one kind of table. */
export interface MarkdownOptions {
  readonly kind: TableKind;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
  /** The whole of which shares are a part, nanoseconds. */
  readonly wallNs: number;
}

/**
 * Rows as Markdown tables, one below each section's name, with the columns and texts on show. No
 * character of a name has a meaning in it.
 */
export function markdownOf(lines: readonly TableLine[], options: MarkdownOptions): string {
  const { kind, trans } = options;
  const rows = lines.flatMap(line => (line.type === 'row' ? [line.row] : []));
  const columns = columnsFor(kind, rows);
  const heading = [
    `| ${columns.map(column => headingOf(kind, column, trans).label).join(' | ')} |`,
    `| ${columns.map(column => (column === 'name' ? ':--' : '--:')).join(' | ')} |`
  ];
  const written = lines.flatMap(line => {
    if (line.type === 'section') {
      return ['', `**${literal(line.section.category)}**`, '', ...heading];
    }
    const { row, section } = line;
    const cells = columns.map(column => literal(cellText(row, column, section.unit, options).text));
    return [`| ${cells.join(' | ')} |`];
  });
  return written.length === 0 ? '' : `${written.slice(1).join('\n')}\n`;
}

/** `text` so that Markdown shows it as it is; control characters become spaces. */
function literal(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/[\\`*_[\]<>|~&$]/g, '\\$&');
}
