import { isRecord } from '../../../base/isObject';
import { type EitherCase, namedOptions } from '../../../base/snakeCase';
import { joinWords, didYouMean } from '../../../base/text';
import { shown } from '../../../base/errors';
import { EventOptionError } from './eventErrors';
import { TIME_UNITS, type TimeUnit } from './eventFormats';
import type { AnyEvent } from './averages';
import { stableOrder } from '../../../base/stableOrder';

/** `autograd`: the first layout, whose times are all in microseconds; `default`: today's. */
export const TABLE_LAYOUTS = ['default', 'autograd'] as const;

/** The layout of a table: today's, or `autograd`, PyTorch's first one, whose times are all in microseconds. */
export type TableLayout = (typeof TABLE_LAYOUTS)[number];

/** Options of a table of events. Null is the same as leaving an option out, but for widths. */
export interface EventTableOptions {
  /**
   * The sort key, such as `cpu_time_total` or `cpuTimeTotal`: largest first, in the layout `autograd`
   * smallest first. By default rows keep the order of the list.
   */
  readonly sortBy?: string | null;
  /** Rows at most; -1: all. 100 in the default layout, all in the other. */
  readonly rowLimit?: number | null;
  /** A line above the table. */
  readonly header?: string | null;
  /** `'autograd'` for PyTorch's first layout; `'default'` unless given. */
  readonly layout?: TableLayout | null;
  /** Unit of all times; the natural one of each when not stated. `autograd` always has `us`. */
  readonly timeUnit?: TimeUnit | null;
  /** Leaves out events inside other events; default false. */
  readonly topLevelEventsOnly?: boolean;
  /** Widest column of names, in code points from 4 on; default 55, null: as wide as needed. */
  readonly maxNameColumnWidth?: number | null;
  /** Widest column of input shapes, in code points from 4 on; default 80, null: as wide as needed. */
  readonly maxShapesColumnWidth?: number | null;
  /** Widest column of source lines, in code points from 4 on; default 75, null: as wide as needed. */
  readonly maxSrcColumnWidth?: number | null;
}

/** The arguments of `table`: options by name, or by position as in PyTorch. */
export type TableArguments =
  | [options?: EitherCase<EventTableOptions>]
  | [
      sortBy: string | null,
      rowLimit?: number | null,
      maxSrcColumnWidth?: number | null,
      maxNameColumnWidth?: number | null,
      maxShapesColumnWidth?: number | null,
      header?: string | null,
      topLevelEventsOnly?: boolean,
      timeUnit?: TimeUnit | null
    ];

/** The options of `table` in the order of PyTorch. */
export const TABLE_ARGUMENT_NAMES: readonly (keyof EventTableOptions)[] = [
  'sortBy',
  'rowLimit',
  'maxSrcColumnWidth',
  'maxNameColumnWidth',
  'maxShapesColumnWidth',
  'header',
  'topLevelEventsOnly',
  'timeUnit'
];

const isLimit = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= -1;
const isWidth = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 3;
const isOneOf = (words: readonly string[]) => (value: unknown) => words.includes(value as string);

const CHECKS: Record<keyof EventTableOptions, readonly [(value: unknown) => boolean, string]> = {
  sortBy: [value => typeof value === 'string', 'text'],
  rowLimit: [isLimit, 'a whole number from 0 on, or -1 for all rows'],
  header: [value => typeof value === 'string', 'text'],
  layout: [isOneOf(TABLE_LAYOUTS), joinWords(TABLE_LAYOUTS)],
  timeUnit: [isOneOf(TIME_UNITS), joinWords(TIME_UNITS)],
  topLevelEventsOnly: [value => typeof value === 'boolean', 'true or false'],
  maxNameColumnWidth: [isWidth, 'a whole number from 4 on'],
  maxShapesColumnWidth: [isWidth, 'a whole number from 4 on'],
  maxSrcColumnWidth: [isWidth, 'a whole number from 4 on']
};

const NAMES = Object.keys(CHECKS);

/** The options by our names. @throws EventOptionError that names the option and its valid values. */
export function readTableOptions(options: EitherCase<EventTableOptions>): EventTableOptions {
  const read: EventTableOptions = readOptionNames('table', options, NAMES);
  for (const [name, value] of Object.entries(read) as [keyof EventTableOptions, unknown][]) {
    const [isValid, valid] = CHECKS[name];
    if (value === undefined || value === null || isValid(value)) continue;
    throw new EventOptionError(`${name} must be ${valid}, got ${shown(value)}`);
  }
  if (read.sortBy != null) checkSortKey(read.sortBy);
  return read;
}

/**
 * The options by our names, where some may be in the style of Python.
 *
 * @throws EventOptionError for options that are not an object, have unknown names, or are given twice.
 */
export function readOptionNames(
  what: string,
  options: unknown,
  names: readonly string[]
): Readonly<Record<string, unknown>> {
  if (!isRecord(options)) {
    throw new EventOptionError(`${what} takes an object of options, not ${shown(options)}`);
  }
  return namedOptions(options, { call: what, names, refusal: EventOptionError });
}

/** The sort keys of a table. `device_…` is an alias of `cuda_…`. */
const READERS: Readonly<Record<string, (event: AnyEvent) => number>> = {
  cpu_time: event => event.cpuTime,
  cpu_time_total: event => event.cpuTimeTotal,
  self_cpu_time_total: event => event.selfCpuTimeTotal,
  device_time: event => event.deviceTime,
  device_time_total: event => event.deviceTimeTotal,
  self_device_time_total: event => event.selfDeviceTimeTotal,
  cpu_memory_usage: event => event.cpuMemoryUsage,
  self_cpu_memory_usage: event => event.selfCpuMemoryUsage,
  device_memory_usage: event => event.deviceMemoryUsage,
  self_device_memory_usage: event => event.selfDeviceMemoryUsage,
  flops: event => event.flops ?? 0,
  count: event => event.count
};

/** In the first layout the GPU time of an event is that of its own kernels. */
const OWN_KERNELS: Readonly<Record<string, (event: AnyEvent) => number>> = {
  device_time: event => event.cudaTime,
  device_time_total: event => event.cudaTimeTotal
};

/** The keys as messages list them. */
const EVENT_SORT_KEYS: readonly string[] = Object.keys(READERS).map(key =>
  key.replace('device', 'cuda')
);

/** Rows of `events` in descending order of the key `sortBy`, ties as they were. */
export function descendingRows(events: readonly AnyEvent[], sortBy: string): Uint32Array {
  return orderedRows(events, READERS[canonicalKey(sortBy)], -1);
}

/** The same in ascending order, by the times of the first layout. */
export function ascendingRows(events: readonly AnyEvent[], sortBy: string): Uint32Array {
  const key = canonicalKey(sortBy);
  return orderedRows(events, OWN_KERNELS[key] ?? READERS[key], 1);
}

/** @throws EventOptionError that lists the keys. */
function checkSortKey(sortBy: string): void {
  if (Object.hasOwn(READERS, canonicalKey(sortBy))) return;
  const hint = didYouMean(sortBy, EVENT_SORT_KEYS);
  throw new EventOptionError(
    `Invalid value provided for sortBy: ${sortBy}. Support: ${EVENT_SORT_KEYS.join(', ')}.${hint}`
  );
}

/** In snake case, with the one name of all devices. */
function canonicalKey(sortBy: string): string {
  const snake = sortBy.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  return snake.replace(/cuda|xpu|privateuse1/, 'device');
}

function orderedRows(
  events: readonly AnyEvent[],
  read: (event: AnyEvent) => number,
  direction: 1 | -1
): Uint32Array {
  const values = new Float64Array(events.length);
  for (let row = 0; row < events.length; row++) values[row] = direction * read(events[row]);
  return stableOrder(values);
}
