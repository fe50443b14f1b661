import type { CodePlace } from '../causes/code';
import type { Profile } from '../../model/profile/profile';
import { sourceLines } from '../../model/profile/sourceText';
import { functionRows } from '../stacks/stackWeights';
import { outerRows, ownRow, sourceOf } from '../stacks/ownFrames';
import { greatest } from './sampleUses';

/** A line, with the part of some time that it took with what it called. */
export interface LineTime extends CodePlace {
  readonly part: number;
}

/** The part of the time that a line must have called for to be named. */
const MOST = 0.75;

/** Where code of the user's own was called from, as facts of a finding. */
export interface CallingLine {
  readonly fromFile?: string;
  readonly fromLine?: number;
}

/** A stack, the row of its innermost function, with the time that was spent on it. */
export type WeightedStack = readonly [stack: number, timeNs: number];

/**
 * The line of the user's own code from which the function at the end of most of the `stacks` was called, by time; `file`
 * and `line` are where that function was. Nothing where no line stands out, none is known, or it is the same line.
 */
export function callingLine(
  profile: Profile,
  { file, line }: { readonly file: string; readonly line: number },
  stacks: Iterable<WeightedStack>
): CallingLine {
  const { stacks: table, frames, strings } = profile;
  const fileRow = strings.indexOf(file);
  const times = new Map<string, number>();
  let wholeNs = 0;
  for (const [stack, timeNs] of stacks) {
    const own = ownRow(profile, stack);
    if (own < 0 || frames.file[table.frame[own]] !== fileRow || table.line[own] !== line) continue;
    wholeNs += timeNs;
    const caller = callerRow(profile, own);
    if (caller < 0 || table.line[caller] === 0) continue;
    const place = `${table.line[caller]} ${strings[frames.file[table.frame[caller]]]}`;
    times.set(place, (times.get(place) ?? 0) + timeNs);
  }
  const most = greatest(times);
  if (most === null || most.value < MOST * wholeNs) return {};
  const gap = most.key.indexOf(' ');
  const [fromFile, fromLine] = [most.key.slice(gap + 1), Number(most.key.slice(0, gap))];
  return fromFile === file && fromLine === line ? {} : { fromFile, fromLine };
}

/** The part of the time of a function that V8 inlined where it is called, that still counts for its own lines there. */
const NOT_INLINED = 0.3;

/** So many callers of a function are looked for, one further out than the other. */
const MOST_CALLERS = 3;

/**
 * The lines of the user's own code from which a function was called while most of its own time was spent, and from which
 * the function there was called, and so on, as samples tell of the functions that called, and lines of their totals;
 * `called` is its row in `functions`, those of {@link functionRows}. They end where none stands out.
 */
export function linesCalling(
  profile: Profile,
  called: number,
  functions: Int32Array = functionRows(profile)
): readonly CodePlace[] {
  const { stacks, samples } = profile;
  const outer = outerRows(profile);
  let rows: WeightedStack[] = [...samples.stack].flatMap((stack, row): WeightedStack[] => {
    const own = stack < 0 ? -1 : outer[stack];
    const isCalled = own >= 0 && functions[stacks.frame[own]] === called;
    return isCalled ? [[own, samples.weight[row]]] : [];
  });
  const wholeNs = timeOfStacks(rows);
  const lines: CodePlace[] = [];
  let callee = called;
  while (lines.length < MOST_CALLERS) {
    const callers = rows.flatMap(([row, timeNs]): WeightedStack[] => {
      const caller = callerRow(profile, row, outer);
      return caller < 0 ? [] : [[caller, timeNs]];
    });
    const most = greatest(timesBy(callers, ([row]) => functions[stacks.frame[row]]));
    const line = most && most.value >= MOST * wholeNs ? lineWithin(profile, most, callee) : null;
    if (most === null || line === null) return lines;
    lines.push(line);
    callee = most.key;
    rows = callers.filter(([row]) => functions[stacks.frame[row]] === most.key);
  }
  return lines;
}

function timesBy<K>(
  weighted: readonly WeightedStack[],
  keyOf: (each: WeightedStack) => K
): Map<K, number> {
  const times = new Map<K, number>();
  for (const each of weighted) {
    const key = keyOf(each);
    times.set(key, (times.get(key) ?? 0) + each[1]);
  }
  return times;
}

export const timeOfStacks = (weighted: readonly WeightedStack[]): number =>
  weighted.reduce((sum, [, timeNs]) => sum + timeNs, 0);

/**
 * The line of a function whose calls took most of a time, one with the name of what it called if there is such a one besides
 * the line where that begins: what calls the function itself has more, and lines of functions within it may have as much.
 */
function lineWithin(
  profile: Profile,
  { key, value }: { readonly key: number; readonly value: number },
  callee: number
): CodePlace | null {
  const { frames, strings, lineTotals } = profile;
  const { line, total, own } = lineTotals;
  const [ofFile, begin] = [frames.file[key], frames.line[key]];
  const lines = [...lineTotals.file.keys()].filter(
    row => lineTotals.file[row] === ofFile && line[row] >= begin && total[row] >= MOST * value
  );
  const callsFor = (row: number, part: number): boolean => total[row] - own[row] >= part * value;
  const file = strings[ofFile];
  const name = nameOf(profile, callee);
  const text = name === null ? [] : sourceLines(sourceOf(profile, file) ?? '');
  const isBegin = (row: number): boolean =>
    ofFile === frames.file[callee] && line[row] === frames.line[callee];
  const naming = lines.filter(
    row =>
      callsFor(row, NOT_INLINED) && !isBegin(row) && name?.test(text[line[row] - 1] ?? '') === true
  );
  const among = naming.length > 0 ? naming : lines.filter(row => callsFor(row, MOST));
  if (among.length === 0) return null;
  const least = among.reduce((best, row) => (total[row] < total[best] ? row : best));
  return { file, line: line[least] };
}

/** Finds the name of a function in code; null for one that has none. */
function nameOf({ frames, strings }: Profile, frame: number): RegExp | null {
  const name = /[\w$]+$/.exec(strings[frames.name[frame]] ?? '')?.[0];
  return name ? new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`) : null;
}

/**
 * The row of the user's own code that called the function of a row, however often that called itself; `own` are those of
 * each row of stacks.
 */
function callerRow(profile: Profile, row: number, own?: Int32Array): number {
  const { stacks } = profile;
  const ownAt = (at: number): number => (own && at >= 0 ? own[at] : ownRow(profile, at));
  let caller = ownAt(stacks.prefix[row]);
  while (caller >= 0 && stacks.frame[caller] === stacks.frame[row]) {
    caller = ownAt(stacks.prefix[caller]);
  }
  return caller;
}

/** The stacks of some slices, with their times. */
export function stacksOf(
  { slices, sliceStacks }: Profile,
  wanted: Pick<ReadonlySet<number>, 'has'>
): readonly WeightedStack[] {
  return [...sliceStacks.slice].flatMap((slice, row): WeightedStack[] =>
    wanted.has(slice) ? [[sliceStacks.stack[row], slices.duration[slice]]] : []
  );
}

/** The time of each line of the user's own code on some stacks, by file; of each stack once. */
export function linesOfStacks(
  profile: Profile,
  weighted: readonly WeightedStack[]
): Map<string, Map<number, number>> {
  const times = new Map<string, Map<number, number>>();
  for (const [stack, timeNs] of weighted) {
    for (const { file, line } of linesOfStack(profile, stack)) {
      const ofFile = times.get(file) ?? new Map<number, number>();
      times.set(file, ofFile.set(line, (ofFile.get(line) ?? 0) + timeNs));
    }
  }
  return times;
}

/** The lines of the user's own code on a stack, each once. */
function linesOfStack(profile: Profile, stack: number): Iterable<CodePlace> {
  const { stacks, frames, strings } = profile;
  const places = new Map<string, CodePlace>();
  for (let row = ownRow(profile, stack); row >= 0; row = ownRow(profile, stacks.prefix[row])) {
    const [file, line] = [strings[frames.file[stacks.frame[row]]], stacks.line[row]];
    places.set(`${line} ${file}`, { file, line });
  }
  return places.values();
}

/** Lines with their parts of a time, those with the most first. */
export function linesByTime(
  times: ReadonlyMap<string, ReadonlyMap<number, number>>,
  wholeNs: number
): readonly LineTime[] {
  return [...times]
    .flatMap(([file, lines]) =>
      [...lines].map(([line, ns]) => ({ file, line, part: ns / wholeNs }))
    )
    .sort((a, b) => b.part - a.part);
}
