import type { AggregateRow, AggregateSection } from '../../analysis/statistics/aggregateTypes';
import { labelWhole } from '../../analysis/statistics/labelWhole';
import { formatCount, plural } from '../../base/text';
import { withMemoryHeadings } from '../../report/text/memoryHeadings';
import type { SortKey } from '../../report/statistics';
import { rowOrder } from '../../report/statistics';
import { clipText } from '../shared/text/clipText';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';
import { counterText } from '../shared/picture/svgCounters';
import { exactMilliseconds, milliseconds } from './htmlNumbers';

/** The rows of the tables. */
export interface TableOptions {
  /** Length of the recorded window, nanoseconds: the whole that shares are of. */
  readonly wallNs: number;
  /** Rows of each table at most, 0 for all. */
  readonly top: number;
  readonly sortBy: SortKey;
  readonly ascending: boolean;
}

interface LabeledRow {
  readonly category: string;
  readonly unit: AggregateSection['unit'];
  readonly row: AggregateRow;
}

/** One table of slices by name and, if there are any, one of counters. */
export function statisticsTables(
  sections: readonly AggregateSection[],
  options: TableOptions
): Markup {
  const rows = withMemoryHeadings(sections).flatMap(({ category, unit, rows: list }) =>
    list.map(row => ({ category, unit, row }))
  );
  const slices = rows.filter(({ unit }) => unit === 'nanoseconds');
  const counters = rows.filter(({ unit }) => unit !== 'nanoseconds');
  return markup`${timeTable(slices, options)}${counterTable(counters, options)}`;
}

/** Padding of a cell, in case no style sheet sets it. */
const CELL = 'padding:4px 7px';

/**
 * Cells of numbers, and a title with all their digits: the alignment is stated, because a sanitiser may
 * drop every class.
 */
export function numberCell(text: string, title = ''): Markup {
  const exact = title === '' ? NO_MARKUP : markup` title="${title}"`;
  return markup`<td style="text-align:right;${CELL}"${exact}>${text.replaceAll(' ', '\u00a0')}</td>`;
}

/** A cell with nanoseconds as milliseconds, and all their digits in the title. */
export function millisecondCell(ns: number): Markup {
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
export function shareCells(share: number, title = ''): Markup {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * BAR_BLOCKS * 8);
  const bar = '█'.repeat(eighths >> 3) + PARTIAL_BLOCKS[eighths & 7];
  return markup`${numberCell(percent(share), title)}<td style="text-align:left;${CELL};color:${BAR_COLOR}" class="kernelscope-bar" aria-hidden="true">${bar}</td>`;
}

const BAR_BLOCKS = 12;
const BAR_COLOR = '#5b9ddf';
const PARTIAL_BLOCKS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

function timeTable(rows: readonly LabeledRow[], options: TableOptions): Markup {
  if (rows.length === 0) return markup`<p>No slices were recorded.</p>\n`;
  const isRepeated = rows.some(({ row }) => row.perRun !== undefined);
  const hasGpu = rows.some(({ row }) => row.gpu !== undefined);
  const hasWaits = rows.some(({ row }) => row.waiting !== undefined);
  const times = rows.map(({ category, row }) => ({ category, selfNs: row.self }));
  const whole = labelWhole(times, options.wallNs);
  const headings = [
    ...TIME_HEADINGS,
    ...(isRepeated ? RUN_HEADINGS : []),
    ...(hasGpu ? GPU_HEADINGS : []),
    ...(hasWaits ? WAITING_HEADINGS : []),
    whole > options.wallNs ? 'Self / all threads' : 'Self / wall',
    ''
  ];
  const lines = shownRows(rows, options).map(({ category, row }) => {
    const times = [row.total, row.self, row.average, row.min, row.p50, row.p95, row.max];
    const share = whole > 0 ? row.self / whole : 0;
    return markup`<tr>${nameCell(clipText(row.name, 80))}${textCell(clipText(category, 60))}${numberCell(formatCount(row.count))}${times.map(millisecondCell)}${isRepeated ? runCells(row) : NO_MARKUP}${hasGpu ? optionalCell(row.gpu) : NO_MARKUP}${hasWaits ? optionalCell(row.waiting) : NO_MARKUP}${shareCells(share, `${exactMilliseconds(row.self)} / ${exactMilliseconds(whole)}`)}</tr>\n`;
  });
  return markup`<div style="overflow-x:auto"><table class="kernelscope-table">
${caption('Time by name, milliseconds')}
${tableHead(headings, TEXT_HEADINGS)}
<tbody>
${lines}</tbody>
</table></div>
${cutNote(rows.length, options.top)}`;
}

const TEXT_HEADINGS: readonly string[] = ['Name', 'Category'];

const TIME_HEADINGS: readonly string[] = [
  'Name',
  'Category',
  'Count',
  'Total',
  'Self',
  'Avg',
  'Min',
  'p50',
  'p95',
  'Max'
];

const RUN_HEADINGS: readonly string[] = ['Mean/Run', '± 95 %'];

const GPU_HEADINGS: readonly string[] = ['GPU'];

const WAITING_HEADINGS: readonly string[] = ['Waiting'];

function runCells({ perRun }: AggregateRow): Markup {
  if (perRun === undefined) return markup`${numberCell('')}${numberCell('')}`;
  return markup`${millisecondCell(perRun.mean)}${optionalCell(perRun.halfWidth ?? undefined)}`;
}

function optionalCell(ns: number | undefined): Markup {
  return ns === undefined ? numberCell('') : millisecondCell(ns);
}

function counterTable(rows: readonly LabeledRow[], options: TableOptions): Markup {
  if (rows.length === 0) return NO_MARKUP;
  const lines = shownRows(rows, { ...options, sortBy: 'name', ascending: true }).map(
    ({ category, unit, row }) => {
      const values = [row.total, row.min, row.average, row.p95, row.max];
      return markup`<tr>${nameCell(clipText(row.name, 80))}${textCell(clipText(category, 60))}${numberCell(formatCount(row.count))}${values.map(value => numberCell(counterText(value, unit)))}</tr>\n`;
    }
  );
  return markup`<table class="kernelscope-table">
${caption('Memory and counters')}
${tableHead(['Name', 'Category', 'Values', 'Last', 'Min', 'Avg', 'p95', 'Max'], TEXT_HEADINGS)}
<tbody>
${lines}</tbody>
</table>
${cutNote(rows.length, options.top)}`;
}

function shownRows(rows: readonly LabeledRow[], { top, sortBy, ascending }: TableOptions) {
  const order = rowOrder(sortBy, ascending);
  const sorted = [...rows].sort((a, b) => order(a.row, b.row));
  return top > 0 ? sorted.slice(0, top) : sorted;
}

function cutNote(rows: number, top: number): Markup {
  if (top <= 0 || rows <= top) return NO_MARKUP;
  return markup`<p>${plural(rows - top, 'more row')} not shown.</p>\n`;
}

/** A share of 0 … 1 as a percentage. */
export function percent(share: number): string {
  return share > 0 && share < 0.0005 ? '<0.1 %' : `${(100 * share).toFixed(1)} %`;
}
