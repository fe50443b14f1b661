import type { BundleRow, BundleSection } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import { cellText } from './cellText';
import { type ColumnKey, columnsFor, numberIn } from './model';

/** The input of the widths. */
export interface WidthOptions {
  readonly formats: NumberFormats;
  readonly wallNs: number;
  /** Widths that a person chose, CSS pixels. */
  readonly chosen?: ReadonlyMap<ColumnKey, number>;
}

/** CSS of a grid: the template of its columns, and the least width that they take together. */
export interface GridWidths {
  readonly columns: string;
  readonly least: string;
}

/**
 * Room for names at least, and for long ones at most, of a narrow grid this part; for a character of them, for the frame and a
 * character of the category beside them, for what a heading takes, and beside the text of a cell; pixels.
 */
const NAME_PX = 176;
const MAX_NAME_PX = 380;
const NAME_PART = '20cqi';
const CHARACTER_PX = 8;
const CATEGORY_PX = 28;
const CATEGORY_CHARACTER_PX = 7;
const HEADING_PX: Readonly<Partial<Record<ColumnKey, number>>> = {
  count: 104,
  total: 96,
  share: 108,
  meanPerRun: 128,
  halfWidth: 118,
  waiting: 116
};
const OTHER_HEADING_PX = 86;
const PADDING_PX = 16;

/** The least and the greatest width that a person can give a column, pixels. */
const CHOSEN_PX = { least: 48, most: 1200 } as const;

/**
 * Columns wide enough for the longest number in each: a number that is cut is a wrong number. Names
 * have the rest of the width, and no more than a part of it where the numbers take all.
 */
export function gridWidths(
  columns: readonly ColumnKey[],
  sections: readonly BundleSection[],
  options: WidthOptions
): GridWidths {
  const widths = columns.slice(1).map(column => {
    const chosenPx = options.chosen?.get(column);
    if (chosenPx !== undefined) return `${chosenPx}px`;
    const heading = HEADING_PX[column] ?? OTHER_HEADING_PX;
    if (column === 'share') return `${heading}px`;
    return `max(${heading}px, ${longestText(sections, column, options)}ch + ${PADDING_PX}px)`;
  });
  const chosenPx = options.chosen?.get('name');
  const name = chosenPx === undefined ? nameWidth(sections) : `${chosenPx}px`;
  return {
    columns: [chosenPx === undefined ? `minmax(${name}, 1fr)` : name, ...widths].join(' '),
    least: `calc(${[name, ...widths].join(' + ')})`
  };
}

/** Columns that are left out where there is too little room for all, the first one first. */
const DISPENSABLE: readonly ColumnKey[] = [
  'min',
  'average',
  'p50',
  'max',
  'count',
  'p95',
  'p99',
  'waiting',
  'gpu'
];

/** The room that columns have to share. */
export interface GridRoom extends WidthOptions {
  /** Width of the grid, CSS pixels; 0 while it is not known, when all columns fit. */
  readonly roomPx: number;
  /** Width of a digit, CSS pixels. */
  readonly digitPx: number;
  /** Columns that stay however little room there is. */
  readonly isWanted: (column: ColumnKey) => boolean;
}

/** The columns that fit a grid side by side: those that say least give way. */
export function fittingColumns(
  columns: readonly ColumnKey[],
  sections: readonly BundleSection[],
  room: GridRoom
): readonly ColumnKey[] {
  if (room.roomPx === 0) return columns;
  const widths = new Map(columns.map(column => [column, leastPx(column, sections, room)]));
  let overPx = [...widths.values()].reduce((sum, widthPx) => sum + widthPx, -room.roomPx);
  const left = new Set<ColumnKey>();
  for (const column of DISPENSABLE) {
    if (overPx <= 0) break;
    if (!widths.has(column) || room.isWanted(column)) continue;
    left.add(column);
    overPx -= widths.get(column) ?? 0;
  }
  return columns.filter(column => !left.has(column));
}

function leastPx(
  column: ColumnKey,
  sections: readonly BundleSection[],
  { digitPx, ...options }: GridRoom
): number {
  const chosenPx = options.chosen?.get(column);
  if (chosenPx !== undefined) return chosenPx;
  if (column === 'name') return NAME_PX;
  const headingPx = HEADING_PX[column] ?? OTHER_HEADING_PX;
  if (column === 'share') return headingPx;
  const textPx = longestText(sections, column, options) * digitPx + PADDING_PX;
  return Math.max(headingPx, Math.ceil(textPx));
}

/** `widthPx` within what a column can be, in whole pixels. */
export function chosenWidth(widthPx: number): number {
  return Math.round(Math.min(CHOSEN_PX.most, Math.max(CHOSEN_PX.least, widthPx)));
}

/** The width that shows every name whole, as far as a column can be that wide; CSS pixels. */
export function wholeNamesWidth(sections: readonly BundleSection[]): number {
  return chosenWidth(longestName(sections) + PADDING_PX);
}

/** Enough for most names: those that are much longer, or long in a narrow grid, are cut. */
function nameWidth(sections: readonly BundleSection[]): string {
  const widthPx = Math.min(MAX_NAME_PX, longestName(sections));
  return widthPx > NAME_PX ? `clamp(${NAME_PX}px, ${NAME_PART}, ${widthPx}px)` : `${NAME_PX}px`;
}

/** What the longest name and the category beside it take, pixels. */
function longestName(sections: readonly BundleSection[]): number {
  return sections.reduce((most, { category, rows }) => {
    const name = rows.reduce((length, [each]) => Math.max(length, each.length), 0);
    const chip = CATEGORY_PX + category.length * CATEGORY_CHARACTER_PX;
    return Math.max(most, name * CHARACTER_PX + chip);
  }, 0);
}

/** Characters of the longest number in a column, of any section. */
function longestText(
  sections: readonly BundleSection[],
  column: ColumnKey,
  options: WidthOptions
): number {
  const isOfCounters = columnsFor('counter', []).includes(column);
  const having = sections.filter(({ unit }) => unit === 'nanoseconds' || isOfCounters);
  const lengths = having.flatMap(({ unit, rows }) =>
    extremes(rows, column).map(row => cellText(row, column, unit, options).text.length)
  );
  return Math.max(0, ...lengths);
}

/** The rows with the largest number of a column and with the smallest one, whose digits are many too. */
function extremes(rows: readonly BundleRow[], column: ColumnKey): readonly BundleRow[] {
  if (column === 'name' || column === 'share') return [];
  const size = (row: BundleRow): number => Math.abs(numberIn(row, column));
  const sized = rows.filter(row => size(row) > 0);
  if (sized.length === 0) return rows.slice(0, 1);
  return [
    sized.reduce((a, b) => (size(b) > size(a) ? b : a)),
    sized.reduce((a, b) => (size(b) < size(a) ? b : a))
  ];
}
