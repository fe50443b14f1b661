import { type AnyEvent, deviceTimeMarks } from './averages';
import type { EitherCase } from '../../../base/snakeCase';
import { alignLeft, alignRight, codePointLength } from '../../../base/codePoints';
import { rowNumbers } from '../../../base/stableOrder';
import { plural } from '../../../base/text';
import {
  type ColumnOptions,
  type EventColumn,
  type EventTotals,
  eventColumns
} from './eventColumns';
import { type TimeUnit, formatTime } from './eventFormats';
import {
  ascendingRows,
  descendingRows,
  type EventTableOptions,
  readTableOptions
} from './tableOptions';
import type { ReportTable } from '../../../tables/reportTable';

/** The recorded properties of the events besides times. */
export interface RecordedColumns {
  readonly profileMemory: boolean;
  /** Floating-point operations. */
  readonly withFlops: boolean;
  /** Input shapes, where there are any; true unless stated. */
  readonly recordShapes?: boolean;
  /** Events that are not there because a limit was reached. */
  readonly droppedEvents?: number;
}

const ROW_LIMIT = 100;
const SPACING = 2;
const WIDTHS = { name: 55, shapes: 80, source: 75 } as const;

/** The default table, in parts: {@link eventTable} makes text of it, and other forms are possible. */
export interface EventReport {
  readonly table: ReportTable;
  /** The lines below it. */
  readonly notes: readonly string[];
}

/** The columns of the default table of the events, their shown rows and the lines below. */
interface EventGrid {
  readonly columns: readonly EventColumn[];
  readonly shown: readonly AnyEvent[];
  /** The number of rows that the limit leaves out. */
  readonly left: number;
  readonly notes: readonly string[];
}

/**
 * The events as a table, in one of the layouts of the options; empty for no events. If overlapping
 * children made self times negative, which count as 0, a line below gives their number; another line
 * gives the number of events that were not kept, and one that of
 * the rows beyond 100, unless `rowLimit` was given.
 *
 * @throws EventOptionError for unknown options, and invalid values.
 */
export function eventTable(
  events: readonly AnyEvent[],
  recorded: RecordedColumns,
  given: EitherCase<EventTableOptions> = {}
): string {
  const options = readTableOptions(given);
  if (options.layout === 'autograd') return autogradTable(events, options);
  if (events.length === 0) return '';
  const { columns, shown, left, notes } = eventGrid(events, recorded, options);
  const lines = [
    ...headLines(columns, options),
    ...shown.flatMap(event => rowLines(columns, event)),
    ruleOf(columns),
    ...notes,
    ...(options.rowLimit == null ? leftLines(left) : [])
  ];
  return `${lines.join('\n')}\n`;
}

/** What {@link eventTable} shows without options, as a table with `title`. */
export function eventReport(
  events: readonly AnyEvent[],
  recorded: RecordedColumns,
  title: string
): EventReport {
  const { columns, shown, left, notes } = eventGrid(events, recorded, {});
  const table: ReportTable = {
    title,
    columns: columns.map(({ title: heading, isLeft = false }, at) => ({
      heading,
      align: isLeft || at === 0 ? 'left' : 'right'
    })),
    rows: shown.map(event => columns.map(({ cell }) => cell(event).join('\n').trimEnd())),
    hidden: left
  };
  return { table, notes };
}

function eventGrid(
  events: readonly AnyEvent[],
  recorded: RecordedColumns,
  options: EventTableOptions
): EventGrid {
  const { sortBy, rowLimit, topLevelEventsOnly = false } = options;
  const rows = sortBy == null ? rowNumbers(events.length) : descendingRows(events, sortBy);
  const totals = sumSelf(events, rows);
  const columns = eventColumns(events, totals, columnOptions(recorded, options));
  const all = shownRows(events, rows, { rowLimit: -1, topLevelEventsOnly });
  const limit = rowLimit ?? ROW_LIMIT;
  const shown = limit === -1 ? all : all.slice(0, limit);
  const notes = [
    ...footLines(totals, options.timeUnit ?? null),
    ...droppedLines(recorded.droppedEvents ?? 0)
  ];
  return { columns, shown, left: all.length - shown.length, notes };
}

function columnOptions(recorded: RecordedColumns, options: EventTableOptions): ColumnOptions {
  const { maxNameColumnWidth, maxShapesColumnWidth, maxSrcColumnWidth } = options;
  return {
    timeUnit: options.timeUnit ?? null,
    hasMemory: recorded.profileMemory,
    hasFlops: recorded.withFlops,
    hasShapes: recorded.recordShapes ?? true,
    nameWidth: maxNameColumnWidth === undefined ? WIDTHS.name : maxNameColumnWidth,
    shapesWidth: maxShapesColumnWidth === undefined ? WIDTHS.shapes : maxShapesColumnWidth,
    sourceWidth: maxSrcColumnWidth === undefined ? WIDTHS.source : maxSrcColumnWidth
  };
}

/** Times are added in the order of the table: their sum depends on it in the last digits. */
function sumSelf(events: readonly AnyEvent[], rows: Uint32Array): EventTotals {
  const cpuTimes = new Float64Array(events.length);
  const deviceTimes = new Float64Array(events.length);
  const isCounted = deviceTimeMarks(events);
  let correctedSelfTimes = 0;
  for (let row = 0; row < events.length; row++) {
    const event = events[row];
    cpuTimes[row] = event.selfCpuTimeTotal;
    deviceTimes[row] = isCounted[row] ? event.selfDeviceTimeTotal : 0;
    correctedSelfTimes += event.correctedSelfTimes;
  }
  return {
    selfCpuTime: sumOf(cpuTimes, rows),
    selfDeviceTime: sumOf(deviceTimes, rows),
    correctedSelfTimes
  };
}

function sumOf(values: Float64Array, rows: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < rows.length; at++) sum += values[rows[at]];
  return sum;
}

function ruleOf(columns: readonly EventColumn[]): string {
  return lineOf(columns.map(({ width }) => '-'.repeat(width)));
}

function lineOf(cells: readonly string[]): string {
  return cells.map(cell => cell + ' '.repeat(SPACING)).join('');
}

function headLines(
  columns: readonly EventColumn[],
  { header, topLevelEventsOnly = false }: EventTableOptions
): readonly string[] {
  const widths = columns.reduce((sum, { width }) => sum + width + SPACING, -SPACING);
  const above = header == null ? [] : [header];
  if (topLevelEventsOnly) above.push('This report only display top-level ops statistics');
  const titles = columns.map(column => fit(column, column.title));
  return [
    ...above.flatMap(text => ['='.repeat(widths), text]),
    ruleOf(columns),
    lineOf(titles),
    ruleOf(columns)
  ];
}

/** As many lines as the highest cell has. */
function rowLines(columns: readonly EventColumn[], event: AnyEvent): readonly string[] {
  const cells = columns.map(({ cell }) => cell(event));
  const height = Math.max(...cells.map(lines => lines.length));
  return Array.from({ length: height }, (_, line) =>
    lineOf(columns.map((column, at) => fit(column, cells[at][line] ?? '')))
  );
}

function fit({ width, isLeft }: EventColumn, text: string): string {
  return isLeft ? alignLeft(text, width) : alignRight(text, width);
}

function footLines(
  { selfCpuTime, selfDeviceTime, correctedSelfTimes }: EventTotals,
  timeUnit: TimeUnit | null
): readonly string[] {
  const lines = [`Self CPU time total: ${formatTime(selfCpuTime, timeUnit)}`];
  if (selfDeviceTime > 0) {
    lines.push(`Self CUDA time total: ${formatTime(selfDeviceTime, timeUnit)}`);
  }
  if (correctedSelfTimes > 0) {
    const count = plural(correctedSelfTimes, 'event');
    lines.push(`Self time put to 0 where children overlap: ${count}`);
  }
  return lines;
}

/** The note about rows that the default limit left out. */
function leftLines(count: number): readonly string[] {
  if (count === 0) return [];
  return [`${plural(count, 'more event')}: table({ rowLimit: -1 }) shows all`];
}

function droppedLines(count: number): readonly string[] {
  if (count === 0) return [];
  const [were, their] = count === 1 ? ['was', 'its'] : ['were', 'their'];
  return [`${plural(count, 'event')} ${were} not kept; finished.dumps() has ${their} exact totals`];
}

/** The selection of the sorted rows for a table. */
interface RowChoice {
  /** Rows at most; -1: all. */
  readonly rowLimit: number;
  /** Leaves out events inside other events. */
  readonly topLevelEventsOnly: boolean;
}

/** The events of the rows that a table shows, in the order of `rows`. */
function shownRows(
  events: readonly AnyEvent[],
  rows: Uint32Array,
  { rowLimit, topLevelEventsOnly }: RowChoice
): readonly AnyEvent[] {
  const shown: AnyEvent[] = [];
  for (let at = 0; at < rows.length && shown.length !== rowLimit; at++) {
    const event = events[rows[at]];
    if (!topLevelEventsOnly || event.cpuParent === null) shown.push(event);
  }
  return shown;
}

const COLUMN_WIDTH = 15;
const COLUMNS = ['CPU time', 'CUDA time', 'Calls', 'CPU total', 'CUDA total'] as const;
const NAME_PADDING = 4;

/**
 * The first layout of the table: name, times and calls in five columns of 15 after the longest name;
 * all times in microseconds; the GPU time of an event is that of its own kernels. Empty for no events.
 * `options` must have been checked.
 */
function autogradTable(events: readonly AnyEvent[], options: EventTableOptions): string {
  if (events.length === 0) return '';
  const { sortBy, header, rowLimit, topLevelEventsOnly = false } = options;
  const rows = sortBy == null ? rowNumbers(events.length) : ascendingRows(events, sortBy);
  let nameWidth = 0;
  for (const event of events) nameWidth = Math.max(nameWidth, codePointLength(nameOf(event)));
  nameWidth += NAME_PADDING;
  const rule = [nameWidth, ...COLUMNS.map(() => COLUMN_WIDTH)].map(width => '-'.repeat(width));
  const line = (name: string, cells: readonly string[]): string =>
    [alignLeft(name, nameWidth), ...cells.map(cell => cell.padStart(COLUMN_WIDTH))].join('  ');
  const shown = shownRows(events, rows, { rowLimit: rowLimit ?? -1, topLevelEventsOnly });
  const lines = [
    ...(header == null
      ? []
      : ['='.repeat(nameWidth + (COLUMN_WIDTH + 2) * COLUMNS.length), header]),
    rule.join('  '),
    line('Name', COLUMNS),
    rule.join('  '),
    ...shown.map(event => line(nameOf(event), cellsOf(event)))
  ];
  return `${lines.join('\n')}\n`;
}

function nameOf(event: AnyEvent): string {
  return String(event.key);
}

function cellsOf(event: AnyEvent): readonly string[] {
  const { cpuTimeStr, cudaTimeStr, count, cpuTimeTotalStr, cudaTimeTotalStr } = event;
  return [cpuTimeStr, cudaTimeStr, String(count), cpuTimeTotalStr, cudaTimeTotalStr];
}
