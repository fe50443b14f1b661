import type { AnyEvent } from './averages';
import { shapesText } from './eventDetails';
import { codePointLength, firstCodePoints, withoutCodePoints } from '../../../base/codePoints';
import {
  type TimeUnit,
  flopsUnit,
  formatFlops,
  formatMemory,
  formatTime,
  formatTimeShare
} from './eventFormats';

/** A column of the default table. */
export interface EventColumn {
  readonly title: string;
  /** Code points. */
  readonly width: number;
  readonly isLeft?: boolean;
  /** The lines of a cell; all but the source lines have one. */
  readonly cell: (event: AnyEvent) => readonly string[];
}

/** The facts that determine the columns. */
export interface ColumnOptions {
  readonly timeUnit: TimeUnit | null;
  readonly hasMemory: boolean;
  readonly hasFlops: boolean;
  readonly hasShapes: boolean;
  readonly nameWidth: number | null;
  readonly shapesWidth: number | null;
  readonly sourceWidth: number | null;
}

/** Sums over all events, of which cells show their shares; microseconds. */
export interface EventTotals {
  readonly selfCpuTime: number;
  readonly selfDeviceTime: number;
  /** Events whose self time was put to 0 because children overlap. */
  readonly correctedSelfTimes: number;
}

const WIDTH = 12;
const PADDING = 4;
const ELLIPSIS = '...';

/** The columns that the events need, from left to right. */
export function eventColumns(
  events: readonly AnyEvent[],
  totals: EventTotals,
  options: ColumnOptions
): readonly EventColumn[] {
  return [
    nameColumn(events, options.nameWidth),
    ...cpuColumns(totals, options.timeUnit),
    ...(totals.selfDeviceTime > 0 ? deviceColumns(totals, options.timeUnit) : []),
    ...(options.hasMemory ? memoryColumns(events) : []),
    column('# of Calls', event => String(event.count)),
    ...(options.hasShapes ? shapesColumns(events, options.shapesWidth) : []),
    ...sourceColumns(events, options.sourceWidth),
    ...(options.hasFlops ? flopsColumns(events) : [])
  ];
}

function column(title: string, text: (event: AnyEvent) => string): EventColumn {
  return { title, width: WIDTH, cell: event => [text(event)] };
}

function nameColumn(events: readonly AnyEvent[], limit: number | null): EventColumn {
  const cut = (name: string): string => {
    if (limit === null || codePointLength(name) < limit - ELLIPSIS.length) return name;
    return `${firstCodePoints(name, limit - ELLIPSIS.length)}${ELLIPSIS}`;
  };
  const width = widthOf(events, event => codePointLength(String(event.key)), limit);
  return { title: 'Name', width, cell: event => [cut(String(event.key))] };
}

function cpuColumns({ selfCpuTime }: EventTotals, unit: TimeUnit | null): readonly EventColumn[] {
  const share = (timeUs: number): string => formatTimeShare(timeUs, selfCpuTime);
  return [
    column('Self CPU %', event => share(event.selfCpuTimeTotal)),
    column('Self CPU', event => formatTime(event.selfCpuTimeTotal, unit)),
    column('CPU total %', event => (event.isAsync ? '0' : share(event.cpuTimeTotal))),
    column('CPU total', event => formatTime(event.cpuTimeTotal, unit)),
    column('CPU time avg', event => formatTime(event.cpuTime, unit))
  ];
}

function deviceColumns(
  { selfDeviceTime }: EventTotals,
  unit: TimeUnit | null
): readonly EventColumn[] {
  return [
    column('Self CUDA', event => formatTime(event.selfDeviceTimeTotal, unit)),
    column('Self CUDA %', event => formatTimeShare(event.selfDeviceTimeTotal, selfDeviceTime)),
    column('CUDA total', event => formatTime(event.deviceTimeTotal, unit)),
    column('CUDA time avg', event => formatTime(event.deviceTime, unit))
  ];
}

function memoryColumns(events: readonly AnyEvent[]): readonly EventColumn[] {
  const cpu = [
    column('CPU Mem', event => formatMemory(event.cpuMemoryUsage)),
    column('Self CPU Mem', event => formatMemory(event.selfCpuMemoryUsage))
  ];
  if (!events.some(event => event.selfDeviceMemoryUsage > 0)) return cpu;
  return [
    ...cpu,
    column('CUDA Mem', event => formatMemory(event.deviceMemoryUsage)),
    column('Self CUDA Mem', event => formatMemory(event.selfDeviceMemoryUsage))
  ];
}

function shapesColumns(events: readonly AnyEvent[], limit: number | null): readonly EventColumn[] {
  if (!events.some(({ inputShapes }) => inputShapes !== null && inputShapes.length > 0)) return [];
  const text = (event: AnyEvent): string => shapesText(event.inputShapes);
  const width = widthOf(events, event => text(event).length, limit);
  return [{ title: 'Input Shapes', width, cell: event => [text(event).slice(0, width)] }];
}

function sourceColumns(events: readonly AnyEvent[], limit: number | null): readonly EventColumn[] {
  if (!events.some(({ stack }) => stack.length > 0)) return [];
  const longest = ({ stack }: AnyEvent): number =>
    stack.reduce((length, entry) => Math.max(length, codePointLength(entry)), 0);
  const width = widthOf(events, longest, limit);
  const cell = ({ stack }: AnyEvent): readonly string[] => [
    ...(stack.length === 0 ? [''] : stack.map(entry => cutPath(entry, width))),
    ''
  ];
  return [{ title: 'Source Location', width, isLeft: true, cell }];
}

/** Shortens a path at its beginning, as its end distinguishes it from others. */
function cutPath(path: string, width: number): string {
  const length = codePointLength(path);
  if (length <= width) return path;
  return `${ELLIPSIS}${withoutCodePoints(path, length - width + ELLIPSIS.length)}`;
}

function flopsColumns(events: readonly AnyEvent[]): readonly EventColumn[] {
  let least = Infinity;
  for (const { flops } of events) if (flops !== null && flops > 0) least = Math.min(least, flops);
  if (least === Infinity) return [];
  const unit = flopsUnit(least);
  return [column(`Total ${unit.name}`, event => formatFlops(event.flops ?? 0, unit))];
}

function widthOf(
  events: readonly AnyEvent[],
  length: (event: AnyEvent) => number,
  limit: number | null
): number {
  let longest = 0;
  for (const event of events) longest = Math.max(longest, length(event));
  return Math.min(longest + PADDING, limit ?? Infinity);
}
