import { choiceText } from '../../engine/arguments/argumentErrors';
import type { SortKey, TextFormat } from '../../settings/table/profileOptions';
import { TEXT_FORMATS } from '../../settings/table/profileOptions';
import type { Compat } from '../../engine/results/dumpsOptions';
import { COMPATS, DumpsOptionError } from '../../engine/results/dumpsOptions';
import type { ArgumentTable, ArgumentType } from '../../engine/arguments/readArguments';
import { readArguments } from '../../engine/arguments/readArguments';

/** The sort keys of MXNet's `dumps`. */
export type ProfilerSortKey = Exclude<SortKey, 'self' | 'name'>;

/** Values of {@link ProfilerDumpsOptions.sortBy}. */
const PROFILER_SORT_KEYS: readonly ProfilerSortKey[] = ['total', 'avg', 'min', 'max', 'count'];

/** Options of `profiler.dumps`. */
export interface ProfilerDumpsOptions {
  /** Restart counting afterwards; the trace stays whole. Default false. */
  readonly reset?: boolean;
  /** Default `'table'`. */
  readonly format?: TextFormat;
  /** Default `'total'`. */
  readonly sortBy?: ProfilerSortKey;
  /** Default false: the largest first. */
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
    type: oneOf<boolean>([false, true], String),
    default: false,
    help: 'Whether to clear the aggregate statistics collected up to this point.'
  },
  format: {
    type: oneOf<TextFormat>(TEXT_FORMATS, quoted),
    default: 'table',
    help: 'Whether to return the statistics as a table or as JSON.'
  },
  sortBy: {
    type: oneOf(PROFILER_SORT_KEYS, quoted),
    default: 'total',
    help: 'By which statistic to sort the entries of each category.'
  },
  ascending: {
    type: oneOf<boolean>([false, true], String),
    default: false,
    help: 'Whether to sort ascendingly.'
  },
  compat: {
    type: oneOf<Compat | undefined>(COMPATS, quoted),
    default: undefined,
    help: 'The framework whose text to print, byte for byte.'
  }
};

/** The options of `dumps`. @throws DumpsOptionError or ProfilerArgumentError */
export function readDumpsArguments(options: unknown): ProfilerDumps {
  return readArguments('dumps', DUMPS, options);
}

function oneOf<V>(valid: readonly V[], textOf: (value: V) => string): ArgumentType<V> {
  return {
    name: choiceText(valid.map(String)),
    read: (argument, value) => {
      const found = valid.findIndex(one => one === value);
      if (found < 0) throw new DumpsOptionError(argument, value, valid.map(textOf));
      return valid[found];
    }
  };
}

function quoted(value: unknown): string {
  return `'${String(value)}'`;
}
