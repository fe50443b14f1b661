import type { AggregateSection } from '../analysis/statistics/aggregateTypes';
import { plural } from '../base/text';
import { clippedMiddle, displayWidth } from '../tables/displayWidth';
import type { BlockKind } from './text/gauges';
import { withMemoryHeadings } from './text/memoryHeadings';
import { printable } from '../tables/printable';
import {
  type Statistics,
  type StatisticsBlock,
  type StatisticsOptions,
  type StatisticsRow,
  statistics
} from './statistics';

export interface DumpsTableOptions extends StatisticsOptions {
  /** Lines to add below the table, such as those of `profileNotes`. */
  readonly notes?: readonly string[];
  /** Columns that a name takes at most, with `…` in its middle where it is longer; unlimited unless stated. */
  readonly maxName?: number;
}

/** {@link DumpsTableOptions.maxName} of tables that people read on a screen. */
export const SCREEN_NAME = 80;

interface TableColumn {
  readonly heading: string;
  readonly value: (row: StatisticsRow) => number;
}

/** A column that some rows leave empty. */
interface OptionalColumn {
  readonly heading: string;
  readonly value: (row: StatisticsRow) => number | null | undefined;
  /** Smaller values have four digits in place of four decimals. */
  readonly small?: number;
}

const TIME_COLUMNS: readonly TableColumn[] = [
  { heading: 'Time (ms)', value: row => row.total },
  { heading: 'Min Time (ms)', value: row => row.min },
  { heading: 'Max Time (ms)', value: row => row.max },
  { heading: 'Avg Time (ms)', value: row => row.average }
];

/** The mean of runs can be some nanoseconds, of which four decimals of a millisecond leave nothing. */
const SMALL_PER_RUN = 0.001;

const RUN_COLUMNS: readonly OptionalColumn[] = [
  { heading: 'Mean/Run (ms)', value: row => row.perRun?.mean, small: SMALL_PER_RUN },
  { heading: '± 95 % (ms)', value: row => row.perRun?.halfWidth, small: SMALL_PER_RUN }
];

const GPU_COLUMNS: readonly OptionalColumn[] = [
  { heading: 'GPU Time (ms)', value: row => row.gpu }
];

const WAITING_COLUMNS: readonly OptionalColumn[] = [
  { heading: 'Waiting (ms)', value: row => row.waiting }
];

const MEMORY_COLUMNS: readonly TableColumn[] = [
  { heading: 'Min Use  (kB)', value: row => row.min },
  { heading: 'Max Use  (kB)', value: row => row.max },
  { heading: 'Avg Use  (kB)', value: row => row.average }
];

const GAUGE_COLUMNS: readonly TableColumn[] = [
  { heading: 'Min', value: row => row.min },
  { heading: 'Max', value: row => row.max },
  { heading: 'Avg', value: row => row.average }
];

const COLUMNS: Readonly<Record<BlockKind, readonly TableColumn[]>> = {
  time: TIME_COLUMNS,
  memory: MEMORY_COLUMNS,
  gauge: GAUGE_COLUMNS
};

const NAME_WIDTH = 25;
const NUMBER_WIDTH = 16;

/**
 * The statistics as text: a block for each category in byte order, with four decimals, or four digits for small
 * counters that are not integers. Names take 25 columns, and numbers 16, or as many as the longest. The memory of the
 * process is apart from that of devices. The figures of a repeated cell, GPU times and waiting come last. Control
 * characters in names are shown as escapes, so that a name is always one line.
 */
export function dumpsTable(
  sections: readonly AggregateSection[],
  options: DumpsTableOptions = {}
): string {
  const { maxName, notes } = options;
  const nameOf = (name: string): string =>
    maxName === undefined ? printable(name) : shortName(name, maxName);
  const layout = { widthOf: displayWidth, isFixed: false, nameOf, decimalsOf: ownDecimals };
  return statisticsText(statistics(withMemoryHeadings(sections), options), layout, notes);
}

/** Blocks of statistics one below the other, with a line for rows that are hidden, and `notes`. */
export function statisticsText(
  shown: Statistics,
  layout: StatisticsLayout,
  notes: readonly string[] = []
): string {
  const head = '\nProfile Statistics:\n\tNote the difference in units for different entries.\n';
  const blocks = shown.blocks.map(block => blockText(block, layout));
  const lines = [...cutNote(shown), ...notes];
  return head + blocks.join('') + lines.map(line => `${line}\n`).join('');
}

function cutNote({ hiddenRows }: Statistics): readonly string[] {
  if (hiddenRows === 0) return [];
  return [`${plural(hiddenRows, 'more row')} not shown (--top 0 shows all).`];
}

/** The texts of names and numbers in a block, and how wide their columns are. */
export interface StatisticsLayout {
  /** The columns that a name takes. */
  readonly widthOf: (name: string) => number;
  /** Names have 25 columns and numbers 16, whatever their lengths. */
  readonly isFixed: boolean;
  /** The text of a name. */
  readonly nameOf: (name: string) => string;
  /** The text of a number of a row. */
  readonly decimalsOf: (row: StatisticsRow) => Decimals;
}

/** Characters of a name that are looked at from either end: it may be of any length. */
const MOST_NAME = 1000;

function shortName(name: string, columns: number): string {
  const isLong = name.length > 2 * MOST_NAME;
  const shown = isLong ? `${name.slice(0, MOST_NAME)}…${name.slice(-MOST_NAME)}` : name;
  return clippedMiddle(printable(shown), columns);
}

type Decimals = (value: number) => string;

/** A loss of 0.05 is 0.00005 in thousands: four decimals would leave nothing of it. */
const SMALL = 0.1;

function ownDecimals({ isFractional = false }: StatisticsRow): Decimals {
  return value =>
    isFractional && value !== 0 && Math.abs(value) < SMALL
      ? value.toPrecision(4)
      : value.toFixed(4);
}

function blockText(
  { category, kind, rows }: StatisticsBlock,
  { widthOf, isFixed, nameOf, decimalsOf }: StatisticsLayout
): string {
  const hasGpu = rows.some(row => row.gpu !== undefined);
  const hasWaits = rows.some(row => row.waiting !== undefined);
  const isRepeated = kind === 'time' && rows.some(row => row.perRun !== undefined);
  const columns: readonly OptionalColumn[] = [
    ...COLUMNS[kind],
    ...(isRepeated ? RUN_COLUMNS : []),
    ...(hasGpu ? GPU_COLUMNS : []),
    ...(hasWaits ? WAITING_COLUMNS : [])
  ];
  const headings = ['Name', 'Total Count', ...columns.map(column => column.heading)];
  const cells = rows.map(row => [
    nameOf(row.name),
    String(row.count),
    ...columns.map(({ value, small = 0 }) => numberText(value(row), decimalsOf(row), small))
  ]);
  const widths = isFixed ? [] : cells.map(([name]) => widthOf(name));
  const width = widths.reduce((widest, one) => Math.max(widest, one), NAME_WIDTH);
  const rules = headings.map(heading => '-'.repeat(heading.length));
  const all = [headings, rules, ...cells];
  const numberWidths = headings.map((_, at) =>
    isFixed
      ? NUMBER_WIDTH
      : all.reduce((most, line) => Math.max(most, line[at].length), NUMBER_WIDTH)
  );
  const lines = [
    nameOf(category),
    '=================',
    ...all.map(line => tableLine(line, width - widthOf(line[0]), numberWidths)),
    ''
  ];
  return `${lines.join('\n')}\n`;
}

function numberText(value: number | null | undefined, decimals: Decimals, small: number): string {
  if (value == null) return '';
  return value !== 0 && Math.abs(value) < small ? value.toPrecision(4) : decimals(value);
}

/** One line of a table: the first cell on the left with `room` columns behind it, the others on the right. */
function tableLine(
  [name, ...numbers]: readonly string[],
  room: number,
  [, ...widths]: readonly number[]
): string {
  const padding = ' '.repeat(Math.max(0, room));
  const padded = numbers.map((number, at) => number.padStart(widths[at]));
  return `${name}${padding}${padded.join(' ')}`;
}
