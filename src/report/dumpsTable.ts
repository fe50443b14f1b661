import type { AggregateSection } from '../analysis/statistics/aggregateTypes';
import { plural } from '../base/text';
import { utf8Length } from './text/byteOrder';
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
}

const TIME_COLUMNS: readonly TableColumn[] = [
  { heading: 'Time (ms)', value: row => row.total },
  { heading: 'Min Time (ms)', value: row => row.min },
  { heading: 'Max Time (ms)', value: row => row.max },
  { heading: 'Avg Time (ms)', value: row => row.average }
];

const RUN_COLUMNS: readonly OptionalColumn[] = [
  { heading: 'Mean/Run (ms)', value: row => row.perRun?.mean },
  { heading: '± 95 % (ms)', value: row => row.perRun?.halfWidth }
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
 * The statistics as text in the layout of MXNet's `profiler.dumps()`: a block for each category in byte
 * order, unless with `compat` the memory of the process apart from that of devices, names padded to 25 bytes and never cut, four decimals, or four digits for small counters that
 * are not integers; the figures of a repeated cell, GPU times and waiting come last. Control characters in names
 * are shown as escapes, so that a name is always one line.
 */
export function dumpsTable(
  sections: readonly AggregateSection[],
  options: DumpsTableOptions = {}
): string {
  const shown = statistics(options.compat ? sections : withMemoryHeadings(sections), options);
  const head = '\nProfile Statistics:\n\tNote the difference in units for different entries.\n';
  const decimalsOf = options.compat ? () => fourDecimals : ownDecimals;
  const blocks = shown.blocks.map(block => blockText(block, decimalsOf));
  const notes = [...cutNote(shown), ...(options.notes ?? [])];
  return head + blocks.join('') + notes.map(note => `${note}\n`).join('');
}

function cutNote({ hiddenRows }: Statistics): readonly string[] {
  if (hiddenRows === 0) return [];
  return [`${plural(hiddenRows, 'more row')} not shown (--top 0 shows all).`];
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
  decimalsOf: (row: StatisticsRow) => Decimals
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
  const lines = [
    printable(category),
    '=================',
    tableLine(headings),
    tableLine(headings.map(heading => '-'.repeat(heading.length))),
    ...rows.map(row =>
      tableLine([
        printable(row.name),
        String(row.count),
        ...columns.map(column => numberText(column.value(row), decimalsOf(row)))
      ])
    ),
    ''
  ];
  return `${lines.join('\n')}\n`;
}

function numberText(value: number | null | undefined, decimals: Decimals): string {
  return value == null ? '' : decimals(value);
}

/** One line of a table: the first cell on the left, the others on the right. */
export function tableLine([name, count, ...numbers]: readonly string[]): string {
  const padding = ' '.repeat(Math.max(0, NAME_WIDTH - utf8Length(name)));
  const padded = numbers.map(number => ` ${number.padStart(NUMBER_WIDTH)}`);
  return `${name}${padding}${count.padStart(NUMBER_WIDTH)}${padded.join('')}`;
}
