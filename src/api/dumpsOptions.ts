import type { AggregateSection } from '../analysis';
import { KernelscopeError } from '../base/errors';
import type { Profile } from '../model/profile';
import type { SortKey, TextFormat } from '../options/profileOptions';
import { SORT_KEYS, TEXT_FORMATS } from '../options/profileOptions';
import { dumpsJson, dumpsTable, profileNotes } from '../report';

/** How `dumps` prints statistics. */
export interface DumpsOptions {
  /** Default `'table'`. */
  readonly format?: TextFormat;
  /** Default `'total'`. */
  readonly sortBy?: SortKey;
  /** Default false: the largest first. */
  readonly ascending?: boolean;
  /** Rows of the table at most, 0 for all. Default 0. */
  readonly top?: number;
}

/** `dumps` was given a value that it does not know; the text lists those it does. */
export class DumpsOptionError extends KernelscopeError {
  constructor(option: string, value: unknown, support: readonly string[]) {
    super(`Invalid value provided for ${option}: ${String(value)}. Support: ${support.join(', ')}`);
  }
}

/** The text of `dumps`. @throws DumpsOptionError for a value that is not supported. */
export function dumpsText(
  profile: Profile,
  sections: readonly AggregateSection[],
  options: DumpsOptions
): string {
  const { format = 'table', sortBy = 'total', ascending = false, top = 0 } = options;
  requireOneOf('format', format, TEXT_FORMATS);
  requireOneOf('sortBy', sortBy, SORT_KEYS);
  if (typeof ascending !== 'boolean') {
    throw new DumpsOptionError('ascending', ascending, ['false', 'true']);
  }
  if (!Number.isSafeInteger(top) || top < 0) {
    throw new DumpsOptionError('top', top, ['0 for all rows', 'a number of rows']);
  }
  const settings = { sortBy, ascending, top };
  if (format === 'json') return dumpsJson(sections, settings);
  return dumpsTable(sections, { ...settings, notes: profileNotes(profile) });
}

function requireOneOf(option: string, value: string, valid: readonly string[]): void {
  if (valid.includes(value)) return;
  throw new DumpsOptionError(
    option,
    value,
    valid.map(one => `'${one}'`)
  );
}
