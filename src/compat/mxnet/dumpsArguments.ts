import type { ArgumentTable } from '../../engine/arguments/argumentTypes';
import type { SortKey } from '../../analysis/statistics/aggregateTypes';
import type { TextFormat } from '../../settings/table/profileOptions';
import { dumpsFormat, dumpsSwitch, dumpsWord } from '../../engine/results/dumpsOptions';
import { readCall } from '../../engine/arguments/readArguments';
import { type Compat, dumpsCompat } from './compatDumps';

/** The sort keys of MXNet's `dumps`. */
export type ProfilerSortKey = Exclude<SortKey, 'self' | 'name'>;

/** Values of {@link ProfilerDumpsOptions.sortBy}. */
const PROFILER_SORT_KEYS: readonly ProfilerSortKey[] = ['total', 'avg', 'min', 'max', 'count'];

/** Options of `profiler.dumps`. */
export interface ProfilerDumpsOptions {
  /** Restart counting afterwards; the trace stays whole. Default false. */
  readonly reset?: boolean;
  /** The form of the text; default `'table'`. */
  readonly format?: TextFormat;
  /** The figure that rows are in order of; default `'total'`. */
  readonly sortBy?: ProfilerSortKey;
  /** Put the smallest first; default false, the largest first. */
  readonly ascending?: boolean;
  /** `'mxnet'` prints to the byte what MXNet would, its faults too. */
  readonly compat?: Compat;
}

/** {@link ProfilerDumpsOptions} with all defaults. */
export interface ProfilerDumps extends Required<Omit<ProfilerDumpsOptions, 'compat'>> {
  readonly compat: Compat | undefined;
}

const DUMPS: ArgumentTable<ProfilerDumps> = {
  reset: {
    type: dumpsSwitch,
    default: false,
    help: 'Whether to clear the aggregate statistics collected up to this point.'
  },
  format: {
    type: dumpsFormat,
    default: 'table',
    help: 'Whether to return the statistics as a table or as JSON.'
  },
  sortBy: {
    type: dumpsWord(PROFILER_SORT_KEYS),
    default: 'total',
    help: 'By which statistic to sort the entries of each category.'
  },
  ascending: {
    type: dumpsSwitch,
    default: false,
    help: 'Whether to sort ascendingly.'
  },
  compat: {
    type: dumpsCompat,
    default: undefined,
    help: 'The framework whose text to print, byte for byte.'
  }
};

/** The options of `dumps` in MXNet's order. */
const DUMPS_ORDER = ['reset', 'format', 'sortBy', 'ascending'] as const;

/** The arguments of `dumps`. @throws DumpsOptionError or ProfilerArgumentError */
export function readDumpsArguments(given: readonly unknown[]): ProfilerDumps {
  return readCall('dumps', DUMPS, given, DUMPS_ORDER);
}
