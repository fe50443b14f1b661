import type { AggregateOptions, AggregateSection, RequestLatency } from '../../analysis';
import { KernelscopeError } from '../../base/errors';
import { shown } from '../../base/text';
import { choiceText } from '../arguments/argumentErrors';
import { type ArgumentType, oneOfArgument } from '../arguments/argumentTypes';
import {
  SORT_KEYS,
  type SortKey,
  TEXT_FORMATS,
  type TextFormat
} from '../../settings/table/profileOptions';
import { dumpsJson, dumpsTable } from '../../report';

/** Options of `dumps`. */
export interface DumpsOptions {
  /** The form of the text; default `'table'`. */
  readonly format?: TextFormat;
  /** The figure that rows are in order of; default `'total'`. */
  readonly sortBy?: SortKey;
  /** Put the smallest first; default false, the largest first. */
  readonly ascending?: boolean;
  /** Rows of the table at most, 0 for all. Default 0. */
  readonly top?: number;
  /** `'mxnet'` prints to the byte what MXNet would, its faults too. */
  readonly compat?: Compat;
}

/** Systems whose text `dumps` can imitate. */
export type Compat = 'mxnet';

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

/** Values of {@link DumpsOptions.format}. */
export const dumpsFormat = dumpsWord(TEXT_FORMATS);

/** Values of {@link DumpsOptions.compat}. */
export const dumpsCompat = dumpsWord<Compat>(['mxnet']);

const rowsArgument: ArgumentType<number> = {
  name: 'number of rows',
  read: (option, value) => {
    if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
    throw new DumpsOptionError(option, value, ['0 for all rows', 'a number of rows']);
  }
};

/** In the order in which they are checked. */
const TYPES = {
  format: dumpsFormat,
  sortBy: dumpsWord(SORT_KEYS),
  compat: dumpsCompat,
  ascending: dumpsSwitch,
  top: rowsArgument
} as const;

/** The input of `dumpsText`. */
export interface PrintedStatistics {
  /** Statistics in the form that the options ask for, see {@link aggregateOptions}. */
  readonly sections: readonly AggregateSection[];
  /** Finds the requests, for JSON; none unless stated. */
  readonly requests?: () => readonly RequestLatency[];
  /** Lines below the table. */
  readonly notes: readonly string[];
}

/** The options of `aggregate` for `dumps`: MXNet has only counters of the program, and headings. */
export function aggregateOptions(compat: Compat | undefined): AggregateOptions {
  return compat ? { counterKinds: ['set'], emptySections: true } : {};
}

/** @throws DumpsOptionError for a value that is not supported. */
export function checkDumpsOptions(options: DumpsOptions): void {
  for (const [option, type] of Object.entries(TYPES)) {
    const value: unknown = options[option as keyof typeof TYPES];
    if (value !== undefined) type.read(option, value);
  }
}

/** The text of `dumps`; the options must have passed {@link checkDumpsOptions}. */
export function dumpsText(
  { sections, requests = () => [], notes }: PrintedStatistics,
  options: DumpsOptions
): string {
  const { format = 'table', sortBy = 'total', ascending = false, top = 0, compat } = options;
  const settings = { sortBy, ascending, top, compat };
  if (format === 'json') return dumpsJson(sections, { ...settings, requests: requests() });
  return dumpsTable(sections, compat ? settings : { ...settings, notes });
}
