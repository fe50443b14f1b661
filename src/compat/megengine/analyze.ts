import {
  type Aggregate,
  type AggregateKey,
  AGGREGATE_KEYS,
  AGGREGATES
} from '../../analysis/operators/aggregateRecords';
import { type OperatorFilter, filterOperators } from '../../analysis/operators/operatorFilter';
import {
  parseRecordOrder,
  RECORD_COLUMNS,
  type EndKey,
  END_KEYS
} from '../../analysis/operators/selectRecords';
import { KernelscopeError, fileReasonOf } from '../../base/errors';
import { type EitherCase, namedOptions } from '../../base/snakeCase';
import { joinWords, plural } from '../../base/text';
import type { Profile } from '../../model/profile/profile';
import { parsePeaks, roofOf, type Roof } from '../../analysis/operators/roofline';
import { readWithin } from '../../engine/results/readWithin';
import { OperatorAnalysis } from './report/operatorAnalysis';
import {
  type AnalyzeQuery,
  type AnalyzedOperators,
  type AnalyzeReport,
  analyzeReport
} from './report/analyzeReport';
import { ANALYZE_NAMES } from './names';
import { operatorsOfProfile, readOperators } from './readOperators';

/** An option of {@link analyze} has a value that it cannot have. */
export class AnalyzeOptionError extends KernelscopeError {}

/** Options of {@link analyze}: those of MegEngine's `profile_analyze`. */
export interface AnalyzeOptions {
  /** The number of records in each table, 0 for all; 3 unless stated. */
  readonly top?: number;
  /** Types of operators to keep; all if there are none. */
  readonly types?: readonly string[];
  /** Keeps operators whose name begins with a match. */
  readonly name?: RegExp;
  /** Keeps operators with an input of this element type, such as `float32`. */
  readonly inputType?: string;
  /** Whether a time ends with the operator, `end`, or with the wait before it, `kern`; `end` unless stated. */
  readonly endKey?: EndKey;
  /** Seconds: operators that took less are left out. */
  readonly minTime?: number;
  /** Seconds: operators that took longer are left out. */
  readonly maxTime?: number;
  /** How the values of operators are combined: into one record, or one for each `aggregateBy`. */
  readonly aggregate?: Aggregate;
  /** The property by which operators are combined, into one record for each value; needs `aggregate`. */
  readonly aggregateBy?: AggregateKey;
  /** A column, greatest first, or smallest first with a `+` before it; `time` unless stated. */
  readonly orderBy?: string;
  /** Whether the totals have the times of copies between devices. */
  readonly copyTime?: boolean;
  /** Whether there is a table of times on the host as well. */
  readonly host?: boolean;
  /** A file of peaks, see `kernelscope doctor --peaks`: adds the attainable speed of each record. */
  readonly peaks?: string;
}

/** The same options by the names of MegEngine. */
export type UpstreamAnalyzeOptions = {
  readonly [Name in keyof typeof ANALYZE_NAMES]?: AnalyzeOptions[(typeof ANALYZE_NAMES)[Name]];
};

/** A file, or a profile such as `profile.last`. */
export type AnalyzeSource =
  | string
  | {
      /** The tables of the profile. */
      readonly data: Profile;
    };

/**
 * The operators of a profile, or of a file that `loadProfile` or MegEngine's `profile_analyze` reads: time,
 * computation, memory and shapes of each. `kernelscope analyze` prints the same.
 *
 * @throws AnalyzeOptionError, AnalyzeFileError, PeaksFileError, ProfileFileError
 */
export function analyze(
  source: AnalyzeSource,
  options: EitherCase<AnalyzeOptions> & UpstreamAnalyzeOptions = {}
): OperatorAnalysis {
  const named = namedOptions(options, {
    call: 'analyze',
    names: OPTION_NAMES,
    aliases: ANALYZE_NAMES,
    refusal: AnalyzeOptionError
  });
  return analyzeBy(source, queryOf(named));
}

/** The same by a query, as the command line makes it. @throws AnalyzeFileError, ProfileFileError */
export function analyzeBy(source: AnalyzeSource, query: AnalyzeQuery): OperatorAnalysis {
  const { inputType } = query.filter;
  const noted = { inputType, endKey: query.endKey, hasRoof: query.roof !== null };
  const { analyzed, notes } =
    typeof source === 'string'
      ? readOperators(source, noted)
      : operatorsOfProfile(source.data, noted);
  const report = analyzeReport(analyzed, query);
  return new OperatorAnalysis(report, [...notes, ...nothingFound(analyzed, query, report)]);
}

const OPTION_NAMES: readonly (keyof AnalyzeOptions)[] = [
  'top',
  'types',
  'name',
  'inputType',
  'endKey',
  'minTime',
  'maxTime',
  'aggregate',
  'aggregateBy',
  'orderBy',
  'copyTime',
  'host',
  'peaks'
];

function queryOf(options: AnalyzeOptions): AnalyzeQuery {
  const { top = 3, minTime = -Infinity, maxTime = Infinity, orderBy = 'time', peaks } = options;
  if (!Number.isInteger(top) || top < 0) {
    throw new AnalyzeOptionError(`top must be a whole number from 0 on, got ${String(top)}`);
  }
  const order = parseRecordOrder(orderBy);
  if (order === null) {
    throw new AnalyzeOptionError(
      `orderBy must be one of ${joinWords(RECORD_COLUMNS)}, with a + before it for the smallest first, got ${orderBy}`
    );
  }
  if (options.aggregateBy !== undefined && options.aggregate === undefined) {
    throw new AnalyzeOptionError('aggregateBy needs aggregate');
  }
  return {
    filter: filterOf(options),
    endKey: oneOf('endKey', END_KEYS, options.endKey ?? 'end'),
    minTime,
    maxTime,
    aggregate: options.aggregate ? oneOf('aggregate', AGGREGATES, options.aggregate) : null,
    aggregateBy: options.aggregateBy
      ? oneOf('aggregateBy', AGGREGATE_KEYS, options.aggregateBy)
      : null,
    order,
    top,
    withCopies: options.copyTime === true,
    roof: peaks === undefined ? null : readRoof(peaks),
    places: options.host === true ? ['device', 'host'] : ['device']
  };
}

function filterOf({ types = [], name, inputType }: AnalyzeOptions): OperatorFilter {
  return { types, name: name ?? null, inputType: inputType ?? null };
}

/** Programs in JavaScript may pass any text. */
function oneOf<T extends string>(option: string, values: readonly T[], value: string): T {
  const known = values.find(each => each === value);
  if (known !== undefined) return known;
  throw new AnalyzeOptionError(`${option} must be one of ${joinWords(values)}, got ${value}`);
}

/** Types that are named at most. */
const MAX_TYPES = 20;

/** A sentence on a query that leaves nothing of a file's operators; none where something is left. */
function nothingFound(
  { operators }: AnalyzedOperators,
  query: AnalyzeQuery,
  { tables }: AnalyzeReport
): string[] {
  if (operators.length === 0) return [];
  if (filterOperators(operators, query.filter).length === 0) {
    const types = [...new Set(operators.map(({ type }) => type))].sort();
    const more = types.length > MAX_TYPES ? ` and ${types.length - MAX_TYPES} more` : '';
    return [
      `no operator matches; there are the types ${types.slice(0, MAX_TYPES).join(', ')}${more}`
    ];
  }
  const isEmpty = tables.length > 0 && tables.every(({ records }) => records.length === 0);
  const isLimited = query.minTime > 0 || query.maxTime < Infinity;
  if (!isEmpty || !isLimited) return [];
  return [`none of ${plural(operators.length, 'operator')} took a time within the limits`];
}

/** A file of peaks could not be read; the message says why. */
export class PeaksFileError extends KernelscopeError {}

/** A file of peaks has a few hundred bytes. */
const MAX_BYTES = 1 << 20;

/** The roof of the machine whose peaks are in a file. @throws PeaksFileError */
export function readRoof(file: string): Roof {
  try {
    return roofOf(parsePeaks(String(readWithin(file, MAX_BYTES))));
  } catch (error) {
    throw new PeaksFileError(`Cannot read the peaks of ${file}: ${fileReasonOf(error)}`, {
      cause: error
    });
  }
}
