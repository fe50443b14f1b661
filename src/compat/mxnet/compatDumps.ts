import { aggregate } from '../../analysis';
import { oncePer } from '../../base/oncePer';
import type { ArgumentType } from '../../engine/arguments/argumentTypes';
import {
  DUMPS_TYPES,
  type PlainDumpsOptions,
  type PrintedStatistics,
  checkDumpsOptions,
  dumpsText,
  dumpsWord
} from '../../engine/results/dumpsOptions';
import type { CounterUnit, Profile } from '../../model/profile/profile';
import type { AggregateRow, AggregateSection } from '../../analysis/statistics/aggregateTypes';
import { NS_PER_US } from '../../base/time';
import {
  type JsonMember,
  type Statistics,
  type StatisticsBlock,
  type StatisticsOptions,
  type StatisticsRow,
  categoryMembers,
  orderedStatistics,
  printable,
  shownAs,
  statisticsText,
  utf8Length
} from '../../report';

/** Options of `dumps`. */
export interface DumpsOptions extends PlainDumpsOptions {
  /** `'mxnet'` prints to the byte what MXNet would, its faults too. */
  readonly compat?: Compat;
}

/** Systems whose text `dumps` can imitate. */
export type Compat = 'mxnet';

/** Values of {@link DumpsOptions.compat}. */
export const dumpsCompat: ArgumentType<Compat> = dumpsWord<Compat>(['mxnet']);

const { format, sortBy, ...rest } = DUMPS_TYPES;

/** In the order in which they are checked. */
const COMPAT_TYPES = { format, sortBy, compat: dumpsCompat, ...rest };

/** @throws DumpsOptionError for a value that is not supported. */
export function checkCompatOptions(options: DumpsOptions): void {
  checkDumpsOptions(options, COMPAT_TYPES);
}

/** The statistics that MXNet has: those of counters of the program alone, and categories without rows. */
export const mxnetSections: (profile: Profile) => readonly AggregateSection[] = oncePer(
  (profile: Profile) => aggregate(profile, { counterKinds: ['set'], emptySections: true })
);

/** The text of `dumps`; the options must have passed {@link checkCompatOptions}, and `sections` be those of `compat`. */
export function compatDumpsText(statistics: PrintedStatistics, options: DumpsOptions): string {
  if (options.compat === undefined) return dumpsText(statistics, options);
  const print = options.format === 'json' ? mxnetJson : mxnetTable;
  return print(statistics.sections, options);
}

/**
 * The statistics in MXNet's arithmetic, its faults too: whole microseconds, single precision, half the range as the
 * average of a counter, and no smallest value above 2³¹ − 1.
 */
export function mxnetStatistics(
  sections: readonly AggregateSection[],
  options: StatisticsOptions = {}
): Statistics {
  const { blocks, hiddenRows } = orderedStatistics(sections, options, ({ category, unit }) => {
    const { kind } = shownAs(category, unit);
    return { kind: kind === 'gauge' ? 'time' : kind, scale: row => wholeNumbers(row, unit) };
  });
  return { blocks: blocks.map(inThousands), hiddenRows };
}

/** Whole microseconds, bytes or counts, by which MXNet orders its rows. */
function wholeNumbers(row: AggregateRow, unit: CounterUnit): StatisticsRow {
  const isTime = unit === 'nanoseconds';
  const whole = (value: number) => Math.trunc(isTime ? value / NS_PER_US : value);
  const min = isTime ? whole(row.min) : Math.min(whole(row.min), 2 ** 31 - 1);
  const max = whole(row.max);
  return {
    name: row.name,
    count: row.count,
    total: whole(row.total),
    self: whole(row.self),
    min,
    max,
    average: isTime ? whole(row.total) / row.count : Math.trunc(max / 2 - min / 2)
  };
}

const MAX_SINGLE = (2 - 2 ** -23) * 2 ** 127;

/** A block of {@link wholeNumbers} as MXNet shows it: thousandths in single precision. */
function inThousands(block: StatisticsBlock): StatisticsBlock {
  const thousandth = (value: number) =>
    Math.max(-MAX_SINGLE, Math.min(MAX_SINGLE, Math.fround(value / 1e3)));
  const rows = block.rows.map(row => ({
    name: row.name,
    count: row.count,
    total: thousandth(row.total),
    self: thousandth(row.self),
    min: thousandth(row.min),
    max: thousandth(row.max),
    average: thousandth(row.average)
  }));
  return { ...block, rows };
}

/**
 * The text of MXNet's `profiler.dumps()`, to the byte: a block for each category in byte order, in which names have 25
 * columns by their bytes, and numbers 16 with four decimals.
 */
export function mxnetTable(
  sections: readonly AggregateSection[],
  options: StatisticsOptions = {}
): string {
  const decimalsOf = () => fourDecimals;
  const layout = { widthOf: utf8Length, isFixed: true, nameOf: printable, decimalsOf };
  return statisticsText(mxnetStatistics(sections, options), layout);
}

/**
 * The text of MXNet's `profiler.dumps(format='json')`, to the byte, but that it is a valid document whatever the names
 * are. Numbers have four digits.
 */
export function mxnetJson(
  sections: readonly AggregateSection[],
  options: StatisticsOptions = {}
): string {
  const { blocks } = mxnetStatistics(sections, options);
  const group = (kind: StatisticsBlock['kind']) => memberLines(categoryMembers(blocks, kind), 1);
  return [
    '{',
    `    "Time": {${group('time')}`,
    '    }',
    '    ,',
    `    "Memory": {${group('memory')}`,
    '    }',
    ',',
    '    "Unit": {',
    '        "Time": "ms",',
    '        "Memory": "kB"',
    '    }',
    '}',
    ''
  ].join('\n');
}

/** Members one per line, objects with their commas on separate lines, as MXNet writes them. */
function memberLines(members: readonly JsonMember[], depth: number): string {
  const indent = '    '.repeat(depth + 1);
  return members
    .map(([key, value], at) => {
      if (typeof value === 'object') {
        const comma = at === 0 ? '' : `\n${indent},`;
        return `${comma}\n${indent}${JSON.stringify(key)}: {${memberLines(value, depth + 1)}\n${indent}}`;
      }
      const comma = at === 0 ? '' : ',';
      return `${comma}\n${indent}"${key}": ${fourDigits(Number(value))}`;
    })
    .join('');
}

/** C's `%.4f` of a single-precision number: an exact half is rounded to the even digit. */
export function fourDecimals(value: number): string {
  return (roundHalfEven(value * 1e4) / 1e4).toFixed(4);
}

/** C's `%.4g` of a single-precision number, rounded as {@link fourDecimals} rounds. */
export function fourDigits(value: number): string {
  if (value === 0) return '0';
  const power = Number(value.toExponential(20).split('e')[1]);
  const digits = roundHalfEven(power <= 3 ? value * 10 ** (3 - power) : value / 10 ** (power - 3));
  const [mantissa, exponent] = digits.toExponential().split('e');
  const shown = power - 3 + Number(exponent);
  if (shown >= -4 && shown < 4) return String(Number(`${digits}e${power - 3}`));
  const sign = shown < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(shown)).padStart(2, '0')}`;
}

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
