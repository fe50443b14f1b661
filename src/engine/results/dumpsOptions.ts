import type { AggregateSection, RequestLatency } from '../../analysis';
import { KernelscopeError, shown } from '../../base/errors';
import { choiceText } from '../arguments/argumentErrors';
import { type ArgumentType, oneOfArgument } from '../arguments/argumentTypes';
import { TEXT_FORMATS, type TextFormat } from '../../settings/table/profileOptions';
import { SORT_KEYS, type SortKey } from '../../analysis/statistics/aggregateTypes';
import { dumpsJson, dumpsTable } from '../../report';

/** Options of `dumps` for the text that is ours. */
export interface PlainDumpsOptions {
  /** The form of the text; default `'table'`. */
  readonly format?: TextFormat;
  /** The figure that rows are in order of; default `'total'`. */
  readonly sortBy?: SortKey;
  /** Put the smallest first; default false, the largest first. */
  readonly ascending?: boolean;
  /** Rows of the table at most, 0 for all. Default 0. */
  readonly top?: number;
}

/** `dumps` was given a value that it does not know; the text lists those it does. */
export class DumpsOptionError extends KernelscopeError {
  constructor(option: string, value: unknown, support: readonly string[]) {
    super(`Invalid value provided for ${option}: ${shown(value)}. Support: ${support.join(', ')}`);
  }
}

const SWITCH = ['false', 'true'];

/** A word of an option of `dumps`. */
export function dumpsWord<V extends string>(valid: readonly V[]): ArgumentType<V> {
  return oneOfArgument(
    choiceText(valid),
    valid,
    (option, value) =>
      new DumpsOptionError(
        option,
        value,
        valid.map(one => `'${one}'`)
      )
  );
}

/** An option of `dumps` that is on or off. */
export const dumpsSwitch: ArgumentType<boolean> = oneOfArgument(
  choiceText(SWITCH),
  [false, true],
  (option, value) => new DumpsOptionError(option, value, SWITCH)
);

/** Values of {@link PlainDumpsOptions.format}. */
export const dumpsFormat = dumpsWord(TEXT_FORMATS);

const rowsArgument: ArgumentType<number> = {
  name: 'number of rows',
  read: (option, value) => {
    if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
    throw new DumpsOptionError(option, value, ['0 for all rows', 'a number of rows']);
  }
};

/** In the order in which they are checked. */
export const DUMPS_TYPES = {
  format: dumpsFormat,
  sortBy: dumpsWord(SORT_KEYS),
  ascending: dumpsSwitch,
  top: rowsArgument
} as const;

/** The input of `dumpsText`. */
export interface PrintedStatistics {
  readonly sections: readonly AggregateSection[];
  /** Finds the requests, for JSON; none unless stated. */
  readonly requests?: () => readonly RequestLatency[];
  /** Lines below the table. */
  readonly notes: readonly string[];
}

/** @throws DumpsOptionError for a value that is not supported by the type of its option. */
export function checkDumpsOptions(
  options: PlainDumpsOptions,
  types: Readonly<Record<string, ArgumentType<unknown>>> = DUMPS_TYPES
): void {
  const given: Readonly<Record<string, unknown>> = { ...options };
  for (const [option, type] of Object.entries(types)) {
    if (given[option] !== undefined) type.read(option, given[option]);
  }
}

/** The text of `dumps`; the options must have passed {@link checkDumpsOptions}. */
export function dumpsText(
  { sections, requests = () => [], notes }: PrintedStatistics,
  options: PlainDumpsOptions
): string {
  const { format = 'table', sortBy, ascending, top } = options;
  const settings = { sortBy, ascending, top };
  if (format === 'json') return dumpsJson(sections, { ...settings, requests: requests() });
  return dumpsTable(sections, { ...settings, notes });
}
