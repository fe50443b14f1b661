import type { DiffRow } from '../analysis/statistics/diff';
import { comparedValue } from '../analysis/statistics/diff';
import { plural } from '../base/text';
import { compareBytes } from './text/byteOrder';
import { tableLine } from './dumpsTable';
import type { BlockKind } from './text/gauges';
import { shownAs } from './text/gauges';
import { printable } from './text/printable';
import type { ReportTable } from './text/reportTable';

/** Options of {@link diffTable}. */
export interface DiffTableOptions {
  /** Names of the two profiles. */
  readonly before: string;
  readonly after: string;
  /** Rows to show at most, those with the greatest change; 0 or none: all. */
  readonly top?: number;
}

/**
 * `rows` of `diffSections` as text in the layout of `dumpsTable`: a block for each category in byte
 * order, largest change first. Times are in milliseconds, per run for a repeated cell; bytes and plain
 * counts are in thousands, gauges in the unit that they name. `new` and `gone` replace a meaningless
 * share.
 */
export function diffTable(rows: readonly DiffRow[], options: DiffTableOptions): string {
  const { before, after, top = 0 } = options;
  const shown = top > 0 ? rows.slice(0, top) : rows;
  const head = `\nProfile Comparison:\n\tFrom ${printable(before)} to ${printable(after)}.\n`;
  const hidden = rows.length - shown.length;
  const note = hidden === 0 ? '' : `${plural(hidden, 'more row')} not shown.\n`;
  return head + blocksOf(shown).map(blockText).join('') + note;
}

/** Rows of {@link diffTables} at most. */
const MAX_ROWS = 100;

/** The blocks of {@link diffTable} as tables, with the rows of the greatest change. */
export function diffTables(rows: readonly DiffRow[]): ReportTable[] {
  const shown = new Set(rows.slice(0, MAX_ROWS));
  return blocksOf(rows).flatMap(block => {
    const { category: title } = block;
    const hasIntervals = hasIntervalsIn(block);
    const kept = block.rows.filter(row => shown.has(row));
    const table: ReportTable = {
      title,
      columns: headingsOf(block).map((heading, at) => ({
        heading,
        align: at === 0 ? 'left' : 'right'
      })),
      rows: kept.map(row => rowCells(row, hasIntervals)),
      hidden: block.rows.length - kept.length
    };
    return kept.length === 0 ? [] : [table];
  });
}

interface Block {
  readonly category: string;
  readonly kind: BlockKind;
  readonly rows: DiffRow[];
}

function blocksOf(rows: readonly DiffRow[]): Block[] {
  const blocks = new Map<string, Block>();
  for (const row of rows) {
    const { kind } = shownAs(row.category, row.unit);
    const key = `${kind}\u0000${row.category}`;
    const block = blocks.get(key) ?? { category: row.category, kind, rows: [] };
    block.rows.push(row);
    blocks.set(key, block);
  }
  return [...blocks.values()].sort((a, b) => compareBytes(a.category, b.category));
}

const TIME_HEADINGS = ['Name', 'Total Count', 'Before (ms)', 'Time (ms)', 'Δ Time (ms)', 'Δ %'];
const MEMORY_HEADINGS = ['Name', 'Total Count', 'Before (kB)', 'Avg Use (kB)', 'Δ Use (kB)', 'Δ %'];

const GAUGE_HEADINGS = ['Name', 'Total Count', 'Before', 'Avg', 'Δ Avg', 'Δ %'];

const HEADINGS: Readonly<Record<BlockKind, readonly string[]>> = {
  time: TIME_HEADINGS,
  memory: MEMORY_HEADINGS,
  gauge: GAUGE_HEADINGS
};

function hasIntervalsIn({ rows }: Block): boolean {
  return rows.some(({ overlaps }) => overlaps !== null);
}

function headingsOf(block: Block): readonly string[] {
  return [...HEADINGS[block.kind], ...(hasIntervalsIn(block) ? ['95 % intervals'] : [])];
}

function rowCells(row: DiffRow, hasIntervals: boolean): string[] {
  return [...cells(row), ...(hasIntervals ? [intervalText(row)] : [])];
}

function blockText(block: Block): string {
  const { category, rows } = block;
  const hasIntervals = hasIntervalsIn(block);
  const headings = headingsOf(block);
  const lines = [
    printable(category),
    '=================',
    tableLine(headings),
    tableLine(headings.map(heading => '-'.repeat(heading.length))),
    ...rows.map(row => tableLine(rowCells(row, hasIntervals))),
    ''
  ];
  return `${lines.join('\n')}\n`;
}

function cells(row: DiffRow): string[] {
  const { unit, before, after } = row;
  const { size, nameOf } = shownAs(row.category, unit);
  const value = (side: DiffRow['before']): string =>
    side === null ? '' : (comparedValue(side, unit) / size).toFixed(4);
  return [
    printable(nameOf(row.name)),
    String(after?.count ?? 0),
    value(before),
    value(after),
    signed(row.change / size, 4),
    relativeText(row)
  ];
}

function relativeText({ before, after, relative }: DiffRow): string {
  if (before === null) return 'new';
  if (after === null) return 'gone';
  return relative === null ? '' : signed(100 * relative, 1);
}

function intervalText({ overlaps }: DiffRow): string {
  if (overlaps === null) return '';
  return overlaps ? 'overlap' : 'apart';
}

/** A number with its sign, the minus as in text of numbers to be read by programs. */
function signed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  if (Number(text) === 0) return (0).toFixed(decimals);
  return value > 0 ? `+${text}` : text;
}
