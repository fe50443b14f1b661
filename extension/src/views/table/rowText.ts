import type { TranslationBundle } from '../../shared/content/application';
import { csvText, spreadsheetText } from 'kernelscope/formats';
import type { BundleRow } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import { cellText } from './cellText';
import { headingOf } from './headings';
import { type ColumnKey, type ShareOf, type TableKind, type TableLine, numberIn } from './model';

const FIELDS = 'Category,Name,Unit,Count,Total,Self,Min,Max,Average,P50,P95,P99'.split(',');

/** Fields of repeated cells, of GPUs and of waiting; a row without one of them has an empty one. */
const FIELDS_BEYOND = {
  meanPerRun: 'MeanPerRun',
  halfWidth: 'HalfWidth95',
  gpu: 'GPU',
  waiting: 'Waiting'
} as const;

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
  const columns = columnsBeyond(rows.map(({ row }) => row));
  return [
    [...FIELDS, ...columns.map(column => FIELDS_BEYOND[column])],
    ...rows.map(({ section, row }) => {
      const [name, ...numbers] = row.slice(0, USUAL_CELLS) as [string, ...number[]];
      const beyond = columns.map(column => numberIn(row, column));
      const texts = [...numbers, ...beyond].map(number => (Number.isNaN(number) ? '' : number));
      return [section.category, name, section.unit, ...texts];
    })
  ];
}

/** The columns that some of the rows have beyond the usual ones. */
function columnsBeyond(rows: readonly BundleRow[]): readonly (keyof typeof FIELDS_BEYOND)[] {
  const has = (column: 'meanPerRun' | 'gpu' | 'waiting'): boolean =>
    rows.some(row => !Number.isNaN(numberIn(row, column)));
  return [
    ...(has('meanPerRun') ? (['meanPerRun', 'halfWidth'] as const) : []),
    ...(has('gpu') ? (['gpu'] as const) : []),
    ...(has('waiting') ? (['waiting'] as const) : [])
  ];
}

/** Cells of every row. */
const USUAL_CELLS = 10;

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
  /** The columns on show, from left to right. */
  readonly columns: readonly ColumnKey[];
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
  /** The wall time on show, nanoseconds. */
  readonly wallNs: number;
  readonly share: ShareOf;
}

/**
 * Rows as Markdown tables, one below each section's name, or one with a column of categories, with the
 * columns and texts on show. No character of a name has a meaning in it.
 */
export function markdownOf(lines: readonly TableLine[], options: MarkdownOptions): string {
  const { kind, columns, trans, share } = options;
  const isFlat = lines[0]?.type === 'row';
  const labels = columns.map(column => headingOf(kind, column, trans, share.column).label);
  const rules = columns.map(column => (column === 'name' ? ':--' : '--:'));
  const heading = [
    `| ${[...labels, ...(isFlat ? [trans.__('Category')] : [])].join(' | ')} |`,
    `| ${[...rules, ...(isFlat ? [':--'] : [])].join(' | ')} |`
  ];
  const written = lines.flatMap(line => {
    if (line.type === 'section') {
      return ['', `**${literal(line.section.category)}**`, '', ...heading];
    }
    const { row, section } = line;
    const cells = columns.map(column => literal(cellText(row, column, section.unit, options).text));
    return [`| ${[...cells, ...(isFlat ? [literal(section.category)] : [])].join(' | ')} |`];
  });
  if (isFlat) return `${[...heading, ...written].join('\n')}\n`;
  return written.length === 0 ? '' : `${written.slice(1).join('\n')}\n`;
}

/** `text` so that Markdown shows it as it is; control characters become spaces. */
function literal(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/[\\`*_[\]<>|~&$]/g, '\\$&');
}

/**
 * Puts text on the clipboard; false when the browser does not let it. Browsers keep the newer
 * interface from pages on plain http, so the older one is tried where it is missing or refused.
 * Call it in the event of a click or a key.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = event.clipboardData !== null;
  };
  document.addEventListener('copy', onCopy, true);
  try {
    return document.execCommand('copy') && isCopied;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', onCopy, true);
  }
}
