import { joinWords, nearestName, shown } from '../../base/text';
import { EventOptionError } from '../../analysis/events/eventErrors';
import type { TimeUnit } from './eventFormats';
import { TIME_UNITS } from './eventFormats';
import { checkSortKey } from './sortKeys';

/** `autograd`: the first layout, whose times are all in microseconds; `default`: today's. */
export const TABLE_LAYOUTS = ['default', 'autograd'] as const;

/** One of {@link TABLE_LAYOUTS}. */
export type TableLayout = (typeof TABLE_LAYOUTS)[number];

/** Options of a table of events. Null is the same as leaving an option out. */
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
  readonly layout?: TableLayout | null;
  /** Unit of all times; the natural one of each when not stated. `autograd` always has `us`. */
  readonly timeUnit?: TimeUnit | null;
  /** Leaves out events inside other events. */
  readonly topLevelEventsOnly?: boolean;
  /** Widest columns of names, shapes and source lines, code points; null: as wide as needed. */
  readonly maxNameColumnWidth?: number | null;
  readonly maxShapesColumnWidth?: number | null;
  readonly maxSrcColumnWidth?: number | null;
}

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

/** @throws EventOptionError that names the option and its valid values. */
export function checkTableOptions(options: EventTableOptions): void {
  checkOptionNames('table', options, NAMES);
  for (const [name, value] of Object.entries(options) as [keyof EventTableOptions, unknown][]) {
    const [isValid, takes] = CHECKS[name];
    if (value === undefined || value === null || isValid(value)) continue;
    throw new EventOptionError(`${name} takes ${takes}, not ${shown(value)}`);
  }
  if (options.sortBy != null) checkSortKey(options.sortBy);
}

/** @throws EventOptionError for options that are not an object, or have unknown names. */
export function checkOptionNames(what: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new EventOptionError(`${what} takes an object of options, not ${shown(options)}`);
  }
  const unknown = Object.keys(options).find(name => !names.includes(name));
  if (unknown === undefined) return;
  const meant = nearestName(unknown, names);
  const hint = meant === null ? '' : ` Did you mean ${meant}?`;
  throw new EventOptionError(
    `${what} has no option ${unknown}; it has ${joinWords(names, 'and')}.${hint}`
  );
}
