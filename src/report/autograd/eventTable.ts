import type { AnyEvent } from '../../analysis/events/averages';
import { alignLeft, alignRight } from '../../base/codePoints';
import { plural } from '../../base/text';
import { autogradTable } from './autogradTable';
import type { ColumnOptions, EventColumn, EventTotals } from './eventColumns';
import { eventColumns, isOnDevice } from './eventColumns';
import { formatTime } from './eventFormats';
import { descendingBy } from './sortKeys';
import type { EventTableOptions } from './tableOptions';
import { checkTableOptions } from './tableOptions';

/** What was recorded of the events besides times. */
export interface RecordedColumns {
  /** Memory. */
  readonly profileMemory: boolean;
  /** Floating-point operations. */
  readonly withFlops: boolean;
}

const ROW_LIMIT = 100;
const SPACING = 2;
const WIDTHS = { name: 55, shapes: 80, source: 75 } as const;

/**
 * The events as a table, in one of the layouts of `options`; empty for no events. Where children
 * that overlap made self times negative, which count as 0, the last line says how many.
 *
 * @throws EventOptionError for options that do not exist, and values that they do not take.
 */
export function eventTable(
  events: readonly AnyEvent[],
  recorded: RecordedColumns,
  options: EventTableOptions = {}
): string {
  checkTableOptions(options);
  if (options.layout === 'autograd') return autogradTable(events, options);
  if (events.length === 0) return '';
  const ordered = options.sortBy == null ? events : descendingBy(events, options.sortBy);
  const totals = sumSelf(ordered);
  const columns = eventColumns(ordered, totals, columnOptions(recorded, options));
  const lines = [
    ...headLines(columns, options),
    ...rowsOf(ordered, options).flatMap(event => rowLines(columns, event)),
    ruleOf(columns),
    ...footLines(ordered, totals, options)
  ];
  return `${lines.join('\n')}\n`;
}

function columnOptions(recorded: RecordedColumns, options: EventTableOptions): ColumnOptions {
  const { maxNameColumnWidth, maxShapesColumnWidth, maxSrcColumnWidth } = options;
  return {
    timeUnit: options.timeUnit ?? null,
    hasMemory: recorded.profileMemory,
    hasFlops: recorded.withFlops,
    nameWidth: maxNameColumnWidth === undefined ? WIDTHS.name : maxNameColumnWidth,
    shapesWidth: maxShapesColumnWidth === undefined ? WIDTHS.shapes : maxShapesColumnWidth,
    sourceWidth: maxSrcColumnWidth === undefined ? WIDTHS.source : maxSrcColumnWidth
  };
}

function sumSelf(events: readonly AnyEvent[]): EventTotals {
  let [selfCpuTime, selfDeviceTime] = [0, 0];
  for (const event of events) {
    selfCpuTime += event.selfCpuTimeTotal;
    selfDeviceTime += event.selfDeviceTimeTotal;
  }
  return { selfCpuTime, selfDeviceTime };
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

function rowsOf(
  events: readonly AnyEvent[],
  { rowLimit, topLevelEventsOnly = false }: EventTableOptions
): readonly AnyEvent[] {
  const limit = rowLimit ?? ROW_LIMIT;
  const shown = topLevelEventsOnly ? events.filter(event => event.cpuParent === null) : events;
  return limit < 0 ? shown : shown.slice(0, limit);
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
  events: readonly AnyEvent[],
  { selfCpuTime, selfDeviceTime }: EventTotals,
  { timeUnit }: EventTableOptions
): readonly string[] {
  const lines = [`Self CPU time total: ${formatTime(selfCpuTime, timeUnit ?? null)}`];
  if (events.some(isOnDevice)) {
    lines.push(`Self CUDA time total: ${formatTime(selfDeviceTime, timeUnit ?? null)}`);
  }
  const corrected = events.reduce((sum, event) => sum + event.correctedSelfTimes, 0);
  if (corrected > 0) {
    lines.push(`Self time put to 0 where children overlap: ${plural(corrected, 'event')}`);
  }
  return lines;
}
