import type { AggregateOptions, AggregateSection } from '../../analysis';
import { KernelscopeError } from '../../base/errors';
import { shown } from '../../base/text';
import type { SortKey, TextFormat } from '../../settings/table/profileOptions';
import { SORT_KEYS, TEXT_FORMATS } from '../../settings/table/profileOptions';
import { dumpsJson, dumpsTable } from '../../report';

/** Options of `dumps`. */
export interface DumpsOptions {
  /** Default `'table'`. */
  readonly format?: TextFormat;
  /** Default `'total'`. */
  readonly sortBy?: SortKey;
  /** Default false: the largest first. */
  readonly ascending?: boolean;
  /** Rows of the table at most, 0 for all. Default 0. */
  readonly top?: number;
  /** `'mxnet'` prints to the byte what MXNet would, its faults too. */
  readonly compat?: Compat;
}

/** Systems whose text `dumps` can imitate. */
export type Compat = 'mxnet';

/** Values of {@link DumpsOptions.compat}. */
export const COMPATS: readonly Compat[] = ['mxnet'];

/** `dumps` was given a value that it does not know; the text lists those it does. */
export class DumpsOptionError extends KernelscopeError {
  constructor(option: string, value: unknown, support: readonly string[]) {
    super(`Invalid value provided for ${option}: ${shown(value)}. Support: ${support.join(', ')}`);
  }
}

/** The input of `dumpsText`. */
export interface PrintedStatistics {
  /** Statistics in the form that the options ask for, see {@link aggregateOptions}. */
  readonly sections: readonly AggregateSection[];
  /** Lines below the table. */
  readonly notes: readonly string[];
}

/** The options of `aggregate` for `dumps`: MXNet has only counters of the program, and headings. */
export function aggregateOptions(compat: Compat | undefined): AggregateOptions {
  return compat ? { counterKinds: ['set'], emptySections: true } : {};
}

/** @throws DumpsOptionError for a value that is not supported. */
export function checkDumpsOptions(options: DumpsOptions): void {
  const { format, sortBy, ascending, top, compat } = options;
  requireOneOf('format', format, TEXT_FORMATS);
  requireOneOf('sortBy', sortBy, SORT_KEYS);
  requireOneOf('compat', compat, COMPATS);
  if (ascending !== undefined && typeof ascending !== 'boolean') {
    throw new DumpsOptionError('ascending', ascending, ['false', 'true']);
  }
  if (top !== undefined && !(Number.isSafeInteger(top) && top >= 0)) {
    throw new DumpsOptionError('top', top, ['0 for all rows', 'a number of rows']);
  }
}

/** The text of `dumps`; the options must have passed {@link checkDumpsOptions}. */
export function dumpsText({ sections, notes }: PrintedStatistics, options: DumpsOptions): string {
  const { format = 'table', sortBy = 'total', ascending = false, top = 0, compat } = options;
  const settings = { sortBy, ascending, top, compat };
  if (format === 'json') return dumpsJson(sections, settings);
  return dumpsTable(sections, compat ? settings : { ...settings, notes });
}

function requireOneOf(option: string, value: string | undefined, valid: readonly string[]): void {
  if (value === undefined || valid.includes(value)) return;
  throw new DumpsOptionError(
    option,
    value,
    valid.map(one => `'${one}'`)
  );
}
