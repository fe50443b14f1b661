import type { Profile } from '../../model/profile/profile';
import { functionRows } from '../stacks/functionRows';
import { outerRows, ownRow } from '../stacks/ownFrames';
import { greatest } from './sampleUses';

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
 * and `line` are where that function was. Nothing where no line stands out, or none is known.
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
  return { fromFile: most.key.slice(gap + 1), fromLine: Number(most.key.slice(0, gap)) };
}

/**
 * The line of the user's own code from which a function was called while most of its own time was spent, as samples tell of
 * the function that called, and lines of their totals; `called` is its row in `functions`, those of {@link functionRows}.
 * Nothing where neither stands out.
 */
export function lineCalling(
  profile: Profile,
  called: number,
  functions: Int32Array = functionRows(profile)
): CallingLine {
  const { stacks, samples } = profile;
  const ownOfStack = outerRows(profile);
  const times = new Map<number, number>();
  let wholeNs = 0;
  for (let row = 0; row < samples.length; row++) {
    const own = samples.stack[row] < 0 ? -1 : ownOfStack[samples.stack[row]];
    if (own < 0 || functions[stacks.frame[own]] !== called) continue;
    wholeNs += samples.weight[row];
    const caller = callerRow(profile, own);
    if (caller < 0) continue;
    const by = functions[stacks.frame[caller]];
    times.set(by, (times.get(by) ?? 0) + samples.weight[row]);
  }
  const most = greatest(times);
  return most === null || most.value < MOST * wholeNs ? {} : lineWithin(profile, most);
}

/** The line of a function whose calls took most of a time: what calls the function itself has more. */
function lineWithin(
  { frames, strings, lineTotals }: Profile,
  { key, value }: { readonly key: number; readonly value: number }
): CallingLine {
  const { file, line, own, total } = lineTotals;
  let calling = -1;
  for (let row = 0; row < lineTotals.length; row++) {
    const isInside = file[row] === frames.file[key] && line[row] >= frames.line[key];
    if (!isInside || total[row] - own[row] < MOST * value) continue;
    if (calling < 0 || total[row] < total[calling]) calling = row;
  }
  return calling < 0 ? {} : { fromFile: strings[file[calling]], fromLine: line[calling] };
}

/** The row of the user's own code that called the function of a row, however often that called itself. */
function callerRow(profile: Profile, row: number): number {
  const { stacks } = profile;
  let caller = ownRow(profile, stacks.prefix[row]);
  while (caller >= 0 && stacks.frame[caller] === stacks.frame[row]) {
    caller = ownRow(profile, stacks.prefix[caller]);
  }
  return caller;
}
