import type { AggregateSection } from '../analysis/statistics/aggregateTypes';
import { plural } from '../base/text';
import { utf8Length } from './text/byteOrder';
import { displayWidth } from './text/displayWidth';
import type { BlockKind } from './text/gauges';
import { withMemoryHeadings } from './text/memoryHeadings';
import { fourDecimals } from './text/mxnetNumbers';
import { printable } from './text/printable';
import type { Statistics, StatisticsBlock, StatisticsOptions, StatisticsRow } from './statistics';
import { statistics } from './statistics';

/** Options of {@link dumpsTable}. */
export interface DumpsTableOptions extends StatisticsOptions {
  /** Lines to add below the table, such as those of `profileNotes`. */
  readonly notes?: readonly string[];
}

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

/** The columns of a block that all of its kind have. */
const COLUMNS: Readonly<Record<BlockKind, readonly TableColumn[]>> = {
  time: TIME_COLUMNS,
  memory: MEMORY_COLUMNS,
  gauge: GAUGE_COLUMNS
};

const NAME_WIDTH = 25;
const NUMBER_WIDTH = 16;

/**
 * The statistics as text in the layout of MXNet's `profiler.dumps()`: a block for each category in byte order,
 * with four decimals, or four digits for small counters that are not integers. Names take 25 columns, or as many
 * as the longest; with `compat` they take 25 bytes, as in MXNet. Without `compat` the memory of the process is
 * apart from that of devices. The figures of a repeated cell, GPU times and waiting come last. Control characters
 * in names are shown as escapes, so that a name is always one line.
 */
export function dumpsTable(
  sections: readonly AggregateSection[],
  options: DumpsTableOptions = {}
): string {
  const shown = statistics(options.compat ? sections : withMemoryHeadings(sections), options);
  const head = '\nProfile Statistics:\n\tNote the difference in units for different entries.\n';
  const decimalsOf = options.compat ? () => fourDecimals : ownDecimals;
  const widthOf = options.compat ? utf8Length : displayWidth;
  const isFixed = options.compat !== undefined;
  const blocks = shown.blocks.map(block => blockText(block, decimalsOf, { widthOf, isFixed }));
  const notes = [...cutNote(shown), ...(options.notes ?? [])];
  return head + blocks.join('') + notes.map(note => `${note}\n`).join('');
}

function cutNote({ hiddenRows }: Statistics): readonly string[] {
  if (hiddenRows === 0) return [];
  return [`${plural(hiddenRows, 'more row')} not shown (--top 0 shows all).`];
}

/** How the names of a block are measured, and whether they have 25 columns whatever their lengths. */
interface NameColumn {
  readonly widthOf: (name: string) => number;
  readonly isFixed: boolean;
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
  decimalsOf: (row: StatisticsRow) => Decimals,
  { widthOf, isFixed }: NameColumn
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
    printable(row.name),
    String(row.count),
    ...columns.map(({ value, small = 0 }) => numberText(value(row), decimalsOf(row), small))
  ]);
  const widths = isFixed ? [] : cells.map(([name]) => widthOf(name));
  const width = widths.reduce((widest, one) => Math.max(widest, one), NAME_WIDTH);
  const rules = headings.map(heading => '-'.repeat(heading.length));
  const lines = [
    printable(category),
    '=================',
    ...[headings, rules, ...cells].map(line => tableLine(line, width - widthOf(line[0]))),
    ''
  ];
  return `${lines.join('\n')}\n`;
}

function numberText(value: number | null | undefined, decimals: Decimals, small: number): string {
  if (value == null) return '';
  return value !== 0 && Math.abs(value) < small ? value.toPrecision(4) : decimals(value);
}

/** One line of a table: the first cell on the left with `room` columns behind it, the others on the right. */
function tableLine([name, count, ...numbers]: readonly string[], room: number): string {
  const padding = ' '.repeat(Math.max(0, room));
  const padded = numbers.map(number => ` ${number.padStart(NUMBER_WIDTH)}`);
  return `${name}${padding}${count.padStart(NUMBER_WIDTH)}${padded.join('')}`;
}
