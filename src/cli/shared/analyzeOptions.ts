import { InvalidArgumentError, Option } from 'commander';
import {
  AGGREGATES,
  AGGREGATE_KEYS,
  type Aggregate,
  type AggregateKey
} from '../../analysis/operators/aggregateRecords';
import {
  RECORD_COLUMNS,
  type RecordOrder,
  parseRecordOrder,
  END_KEYS,
  type EndKey
} from '../../analysis/operators/selectRecords';
import type { Place } from '../../analysis/operators/operatorRecord';
import { messageOf } from '../../base/errors';
import { joinWords } from '../../base/text';
import { parseRows } from './rowsArgument';

/** The options of `kernelscope analyze` as they were given, read. */
export interface AnalyzeOptions {
  readonly top: number;
  readonly type: readonly string[];
  readonly aggregateBy?: AggregateKey;
  readonly oprName?: RegExp;
  readonly inputDtype?: string;
  readonly topEndKey: EndKey;
  readonly aggregate?: Aggregate;
  readonly orderBy: RecordOrder;
  readonly copyTime: boolean;
  readonly minTime: number;
  readonly maxTime: number;
  readonly showHost: boolean;
  readonly dumpOnlyOpr: boolean;
  readonly confluence: boolean;
  readonly wiki?: boolean;
  readonly printOnly?: Place | 'summary';
  readonly peaks?: string;
  readonly format: 'table' | 'json' | 'csv';
}

/** The options of MegEngine's script; new ones at each call, since commands may change them. */
export function analyzeOptions(): Option[] {
  return OPTIONS.map(make => make());
}

const OPTIONS: readonly (() => Option)[] = [
  () =>
    new Option('-t, --top <top>', 'number of most time-consuming operators to print; 0 = all')
      .argParser(parseRows)
      .default(3),
  () =>
    new Option('--type <type>', 'filter operators by type; may be given several times')
      .argParser((type: string, types: readonly string[]) => [...types, type])
      .default([], 'all'),
  () => new Option('--aggregate-by <key>', 'aggregate records by').choices(AGGREGATE_KEYS),
  () =>
    new Option(
      '--opr-name <regex>',
      'filter operators by a JavaScript regex that begins their name: /regex/i ignores case'
    ).argParser(parsePattern),
  () => new Option('--input-dtype <dtype>', 'filter operators by the type of an input’s elements'),
  () =>
    new Option(
      '--top-end-key <key>',
      'how time is calculated: end is total device time, kern only wait time'
    )
      .choices(END_KEYS)
      .default('end'),
  () => new Option('--aggregate <operation>', 'aggregate operations').choices(AGGREGATES),
  () =>
    new Option(
      '--order-by <column>',
      `sort by a column, greatest first, or smallest first with a + before it: ` +
        joinWords(RECORD_COLUMNS)
    )
      .argParser(parseOrder)
      .default(parseRecordOrder('time'), 'time'),
  () => new Option('--copy-time', 'show copy time related result').default(false),
  () =>
    new Option('--min-time <seconds>', 'minimal time of a result to be printed')
      .argParser(parseSeconds)
      .default(-Infinity, '-inf'),
  () =>
    new Option('--max-time <seconds>', 'maximal time of a result to be printed')
      .argParser(parseSeconds)
      .default(Infinity, 'inf'),
  () => new Option('--show-host', 'show host profiling info').default(false),
  () =>
    new Option(
      '--dump-only-opr',
      'only print operator info as plain text, to compare two filtered results'
    ).default(false),
  () => new Option('--confluence', 'print tables for wikis; also as --wiki').default(false),
  () => new Option('--wiki', 'the same as --confluence').hideHelp(),
  () =>
    new Option('--print-only <part>', 'print only chosen info').choices([
      'device',
      'summary',
      'host'
    ]),
  () =>
    new Option(
      '--peaks <file>',
      'compare operators with the peaks that kernelscope doctor --peaks saved: ' +
        'two more columns, the attainable speed and the share of it that was reached'
    ),
  () =>
    new Option('--format <form>', 'form of the output')
      .choices(['table', 'json', 'csv'])
      .default('table')
];

/** A pattern with flags, as JavaScript has it in a program. */
const WITH_FLAGS = /^\/(.+)\/([imsu]*)$/s;

function parsePattern(text: string): RegExp {
  const [, source = text, flags = ''] = WITH_FLAGS.exec(text) ?? [];
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new InvalidArgumentError(`It must be a JavaScript regex. ${messageOf(error)}.`);
  }
}

function parseOrder(text: string): RecordOrder {
  const order = parseRecordOrder(text);
  if (order !== null) return order;
  throw new InvalidArgumentError(`Columns are ${joinWords(RECORD_COLUMNS, 'and')}.`);
}

const DECIMAL = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i;
const INFINITE = /^([-+]?)inf(?:inity)?$/i;

function parseSeconds(text: string): number {
  const infinite = INFINITE.exec(text.trim());
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  const seconds = DECIMAL.test(text) ? Number(text) : NaN;
  if (Number.isFinite(seconds)) return seconds;
  throw new InvalidArgumentError('Give a number of seconds, such as 1e-4, or inf.');
}
