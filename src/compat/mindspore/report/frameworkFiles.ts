import { parseShapes } from '../../../analysis/operators/tensorTexts';
import { INPUT_SHAPES_ARG } from '../../../model/profile/argKeys';
import type { Shape } from '../../../model/profile/operatorFacts';
import type { Track } from '../../../model/profile/profile';
import { compareBytes } from '../../../base/codePoints';
import { csvText } from '../../../tables/csvText';
import { type OperatorName, DEFAULT_GRAPH } from './operatorNames';
import type { OperatorRuns } from './operatorRuns';
import { NO_TEXT, SliceArgs } from './sliceArgs';
import { textField, TextBytes } from './textBytes';
import { WallClock } from './wallClock';
import { fixedPoint } from '../../../base/notation/pythonNumbers';
import { NS_PER_MS } from '../../../base/time';

const DETAIL_COLUMNS =
  'op_side,op_type,op_name,full_op_name,op_occurrences,op_total_time(ms),op_avg_time(ms),' +
  'total_proportion,subgraph,pid';

const TYPE_COLUMNS =
  'op_type,type_occurrences,execution_frequency(per-step),total_compute_time,avg_time(ms),percent';

/** Bytes of a line as a rule. */
const LINE_BYTES = 64;

/** MindSpore's name for operators that run on the host. */
const HOST_OPERATORS = 'HostCpuOps';

/**
 * `cpu_framework_0.txt`: one line per run in order of start, `type;name;number of the thread;` and, if
 * shapes were recorded, `input_1:[2, 2];` for each input, `NoShape` for an input without axes.
 */
export function cpuFrameworkText({ profile, slices, nameOf, names }: OperatorRuns): Uint8Array {
  const { strings, tracks } = profile;
  const heads = names.map(({ type, name }) => textField(`${fieldText(type)};${fieldText(name)};`));
  const tids = tracks.map(({ tid }, at) => tracks[threadOf(tracks, at)]?.tid ?? tid);
  const args = new SliceArgs(profile);
  const key = strings.indexOf(INPUT_SHAPES_ARG);
  const endings = new Map([[NO_TEXT, textField(';\n')]]);
  const output = new TextBytes(slices.length * LINE_BYTES);
  for (let run = 0; run < slices.length; run++) {
    const slice = slices[run];
    const shapes = key < 0 ? NO_TEXT : args.textRow(slice, key);
    const ending = endings.get(shapes) ?? textField(`;${inputFields(strings[shapes])}\n`);
    endings.set(shapes, ending);
    output.put(heads[nameOf[run]]);
    output.whole(tids[profile.slices.track[slice]]);
    output.put(ending);
  }
  return output.written();
}

/**
 * `cpu_op_detail_info_0.csv`: a line for each operator, in byte order of full names. Times are
 * milliseconds, shares are of the time of all operators together.
 */
export function cpuOpDetailCsv(runs: OperatorRuns): Uint8Array {
  const totals = totalsBy(runs, name => `${name.fullName} ${name.pid}`);
  const all = sumOf(totals);
  const lines = [...totals]
    .sort((a, b) => compareBytes(a.first.fullName, b.first.fullName) || a.first.pid - b.first.pid)
    .map(({ first, count, totalNs }) => [
      'Host',
      csvText(first.type),
      csvText(first.name),
      csvText(first.fullName),
      count,
      streamMs(totalNs),
      streamMs(totalNs / count),
      streamNumber(all === 0 ? 0 : totalNs / all),
      DEFAULT_GRAPH,
      first.pid
    ]);
  return csvLines(DETAIL_COLUMNS, lines);
}

/**
 * `cpu_op_type_info_0.csv`: a line for each kind of operators, the one that took longest first. The
 * frequency is runs by step; a profile without steps counts as one.
 */
export function cpuOpTypeCsv(runs: OperatorRuns): Uint8Array {
  const steps = Math.max(1, new Set(runs.steps.map(({ number }) => number)).size);
  const totals = totalsBy(runs, ({ type }) => type);
  const all = sumOf(totals);
  const lines = [...totals]
    .sort((a, b) => b.totalNs - a.totalNs || compareBytes(a.first.type, b.first.type))
    .map(({ first, count, totalNs }) => [
      csvText(first.type),
      count,
      streamNumber(count / steps),
      streamMs(totalNs),
      streamMs(totalNs / count),
      streamNumber(all === 0 ? 0 : totalNs / all)
    ]);
  return csvLines(TYPE_COLUMNS, lines);
}

/**
 * `cpu_op_execute_timestamp_0.txt`: a line for each operator in order of its first run,
 * `full name;HostCpuOps;` and of each run the start (nanoseconds since the Unix epoch), the duration
 * (milliseconds) and the number of the thread, counted from 0 in the order of the profile.
 */
export function cpuOpTimestampText({ profile, slices, nameOf, names }: OperatorRuns): Uint8Array {
  const { start, duration, track } = profile.slices;
  const clock = new WallClock(profile.meta.startedAtMs);
  const ends = threadNumbers(profile.tracks).map(number => textField(`,${number} `));
  const comma = textField(',');
  const lines = names.map(({ fullName }) => {
    const line = new TextBytes();
    line.raw(`${fieldText(fullName)};${HOST_OPERATORS};`);
    return line;
  });
  for (let run = 0; run < slices.length; run++) {
    const slice = slices[run];
    const line = lines[nameOf[run]];
    clock.putNs(line, start[slice]);
    line.put(comma);
    putStreamMs(line, duration[slice]);
    line.put(ends[track[slice]]);
  }
  const output = new TextBytes(slices.length * LINE_BYTES);
  for (const line of lines) {
    output.append(line);
    output.raw('\n');
  }
  return output.written();
}

/**
 * Threads and workers are numbered first, so that the main thread is 0. A lane of asynchronous
 * operators has the number of the thread that it belongs to.
 */
function threadNumbers(tracks: readonly Track[]): readonly number[] {
  let next = 0;
  const numbers = tracks.map(track => (isThread(track) ? next++ : -1));
  return numbers.map((number, at) => {
    if (number >= 0) return number;
    const thread = threadOf(tracks, at);
    return thread < 0 ? next++ : numbers[thread];
  });
}

/** The thread around a track, else the one of its number, else the first of its process; -1 for none. */
function threadOf(tracks: readonly Track[], row: number): number {
  const { kind, pid, tid } = tracks[row];
  if (kind !== 'asyncLane') return -1;
  let at = row;
  while (at >= 0 && !isThread(tracks[at])) at = tracks[at].parent;
  if (at >= 0) return at;
  const ofProcess = (track: Track): boolean => isThread(track) && track.pid === pid;
  const alike = tracks.findIndex(track => ofProcess(track) && track.tid === tid);
  return alike >= 0 ? alike : tracks.findIndex(ofProcess);
}

function isThread({ kind }: Track): boolean {
  return kind === 'thread' || kind === 'worker';
}

interface OperatorTotal {
  readonly first: OperatorName;
  count: number;
  totalNs: number;
}

function totalsBy(
  { profile, slices, nameOf, names }: OperatorRuns,
  keyOf: (name: OperatorName) => string
): readonly OperatorTotal[] {
  const byKey = new Map<string, OperatorTotal>();
  const ofName = names.map(first => {
    const key = keyOf(first);
    const total = byKey.get(key) ?? { first, count: 0, totalNs: 0 };
    byKey.set(key, total);
    return total;
  });
  for (let run = 0; run < slices.length; run++) {
    const total = ofName[nameOf[run]];
    total.count++;
    total.totalNs += profile.slices.duration[slices[run]];
  }
  return [...byKey.values()];
}

function sumOf(totals: readonly OperatorTotal[]): number {
  return totals.reduce((sum, { totalNs }) => sum + totalNs, 0);
}

function inputFields(shapes: string): string {
  const list = parseShapes(shapes) ?? [];
  return list.map((shape, at) => `input_${at + 1}:${shapeText(shape)};`).join('');
}

function shapeText(shape: Shape): string {
  return shape.length === 0 ? 'NoShape' : `[${shape.join(', ')}]`;
}

/** Text without what ends a field or a line of these files. */
function fieldText(text: string): string {
  return text.replace(/[;\r\n]/g, '_');
}

const utf8 = new TextEncoder();

/** A table as CSV: the heading and a line for each row, of fields that are safe in CSV. */
function csvLines(heading: string, rows: readonly (readonly (string | number)[])[]): Uint8Array {
  return utf8.encode([heading, ...rows.map(fields => fields.join(','))].join('\n') + '\n');
}

/** Default number of significant digits of C++ streams. */
const DIGITS = 6;

/**
 * A number as C++ streams write it (`%g`): six significant digits without zeros behind them, with an
 * exponent of two digits or more below 10⁻⁴ and from 10⁶ on.
 */
export function streamNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  if (value === 0) return '0';
  const [mantissa, power] = value.toExponential(DIGITS - 1).split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < DIGITS) {
    return withoutZeros(fixedPoint(value, DIGITS - 1 - exponent));
  }
  const sign = exponent < 0 ? '-' : '+';
  return `${withoutZeros(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function withoutZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

/** {@link streamNumber} of nanoseconds in milliseconds. */
export function streamMs(ns: number): string {
  return streamNumber(ns / NS_PER_MS);
}

// hot
/** Appends {@link streamMs}; quick for whole nanoseconds below a millisecond, where all digits stay. */
export function putStreamMs(output: TextBytes, ns: number): void {
  if (!(ns >= LEAST_PLAIN_NS && ns < NS_PER_MS && Number.isInteger(ns))) {
    output.raw(streamMs(ns));
    return;
  }
  output.put(ZERO_POINT);
  output.decimals(ns);
}

/** Below 10⁻⁴ ms there are exponents. */
const LEAST_PLAIN_NS = 100;

const ZERO_POINT = textField('0.');
