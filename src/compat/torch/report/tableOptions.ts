import { isRecord } from '../../../base/isObject';
import { type EitherCase, namedOptions } from '../../../base/snakeCase';
import { joinWords, shown } from '../../../base/text';
import { EventOptionError } from '../events/eventErrors';
import { TIME_UNITS, type TimeUnit } from './eventFormats';
import { checkSortKey } from './sortKeys';

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
