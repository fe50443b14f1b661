import { oncePer } from '../../base/oncePer';
import { type FindingOf, MAX_FINDINGS } from '../../model/output/findings';
import { rowsWhere } from '../../model/profile/columns';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import type { Profile } from '../../model/profile/profile';
import { linesOfFunction, sourceLines } from '../../model/profile/sourceText';
import type { CodePlace } from '../causes/code';
import { causeOf, type CauseFacts, causeOfHook, causeOfWait, mostCalled } from './causes';
import { type CallingLine, linesCalling } from './callingLine';
import { functionRows } from '../stacks/stackWeights';
import {
  type FindingContext,
  type RankedFinding,
  codeAt,
  functionFacts,
  sampledShare
} from './findingContext';
import { samplesOfLines } from '../stacks/lineCosts';
import { IntervalLengths, IntervalUnion, joined, lengthOf, NO_TIME } from '../slices/intervals';
import { collectionTimes, timesOf, waitRows } from '../slices/recordedTimes';
import { shareOf, timeOf } from '../slices/scopedTime';
import { NO_FRAME, outerRows, ownFrames, sourceOf } from '../stacks/ownFrames';
import { greatest, ownTimes, Use } from './sampleUses';

/** A smaller share of the run, without the time that the thread waited for a core, is not worth a sentence. */
const MIN_SHARE = 0.1;

/** Fewer samples on a line or in a function may be chance. */
const MIN_SAMPLES = 10;

/** Where the thread did not wait for a core for less of the run, shares of the rest say more of its code. */
const MUCH_QUEUED = 0.75;

/** How much of the time of hot code can be saved, as a rule. */
const SAVED = 0.7;

/** A function whose lines share its time evenly is named instead of one of them. */
const FUNCTION_PER_LINE = 2.5;

/**
 * The lines of the user's own code that took much of the time, and before them the function that took most if no line
 * stands out in it.
 */
export function hotCode(context: FindingContext): readonly RankedFinding[] {
  const lines = hotLines(context);
  const called = hottestFunction(context);
  const isSpread = (called?.share ?? 0) > FUNCTION_PER_LINE * (lines[0]?.share ?? 0);
  const hasHead = called !== null && lines.length > 0 && isHeadOf(lines[0], called);
  const rest = hasHead ? lines.slice(1) : lines;
  const found = called !== null && (isSpread || hasHead) ? [called, ...rest] : lines;
  return found.map(finding => ({
    finding,
    weight: SAVED * ofUnqueued(context, finding.share ?? 0)
  }));
}

/** Whether a line has nothing but the beginning of a function: it stands for its lines where those are one in the script. */
function isHeadOf(
  { facts: { file, line, code } }: FindingOf<'hotLine'>,
  { facts: called }: FindingOf<'hotFunction'>
): boolean {
  return file === called.file && line === called.line && /(?:\{|=>)$/.test(code);
}

/** A share of the run as one of the time without waits for a core. */
function ofUnqueued({ unqueued }: FindingContext, share: number): number {
  return Math.min(1, share / unqueued);
}

/** The same as a fact, where the thread waited for a core for much of the run, and the share has none of that. */
function unqueuedFacts(context: FindingContext, share: number): { unqueuedShare?: number } {
  const { unqueued } = context;
  const isTold = unqueued < MUCH_QUEUED && share <= unqueued;
  return isTold ? { unqueuedShare: ofUnqueued(context, share) } : {};
}

/** The hottest lines, most time first. */
function hotLines(context: FindingContext): FindingOf<'hotLine'>[] {
  const { own } = context.profile.lineTotals;
  const leastNs = MIN_SHARE * context.unqueued * context.whole.run;
  const rows = rowsWhere(own.length, row => own[row] >= leastNs);
  const hottest = [...rows].sort((a, b) => own[b] - own[a]).slice(0, MAX_FINDINGS);
  if (hottest.length === 0) return [];
  const functions = functionTimes(context.profile);
  return hottest.flatMap(row => hotLine(context, row, functions) ?? []);
}

function hotLine(
  context: FindingContext,
  row: number,
  functions: FunctionTimes
): FindingOf<'hotLine'> | null {
  const { profile, whole } = context;
  const { lineTotals, strings } = profile;
  const onceNs = lineTotals.own[row] * shareOfMoments(profile, lineTotals.file[row]);
  const share = shareOf(timeOf('run', onceNs), whole.run);
  const samples = samplesOfLines(profile);
  if (!isMuch(context, share, samples)) return null;
  const file = strings[lineTotals.file[row]];
  const line = lineTotals.line[row];
  return {
    kind: 'hotLine',
    ...sampledShare(share, samples),
    facts: { ...lineFacts(context, row, functions), ...unqueuedFacts(context, share) },
    target: { view: 'source', selection: { type: 'line', file, line, costs: 'cpu' }, window: null }
  };
}

function lineFacts(
  context: FindingContext,
  row: number,
  functions: FunctionTimes
): FindingOf<'hotLine'>['facts'] {
  const { profile } = context;
  const { lineTotals, strings } = profile;
  const [file, line, timeNs] = [
    strings[lineTotals.file[row]],
    lineTotals.line[row],
    lineTotals.own[row]
  ];
  const frame = frameOfLine(profile, row, functions);
  const callers = frame === NO_FRAME ? [] : linesCalling(profile, frame, functions.rows);
  const [from] = callers;
  const name = frame === NO_FRAME ? '' : strings[profile.frames.name[frame]];
  return {
    ...{ file, line, code: codeAt(profile, file, line), function: name, timeNs },
    ...(from === undefined ? {} : { fromFile: from.file, fromLine: from.line }),
    ...causeOf(context, { file, line, timeNs, frame, callers, functions: functions.rows })
  };
}

function frameOfLine(profile: Profile, row: number, functions: FunctionTimes): number {
  const { file, line, own } = profile.lineTotals;
  return functionAt(profile, functions, { file: file[row], line: line[row], timeNs: own[row] });
}

/**
 * The line that took most of the time of a function of the user's own, by a row of `frames`, with what it called and a
 * known cause; null where none did.
 */
export function lineOfFunction(
  context: FindingContext,
  frame: number
): FindingOf<'hotLine'>['facts'] | null {
  const { profile } = context;
  const { file, own } = profile.lineTotals;
  const functions = functionTimes(profile);
  const called = functions.rows[frame];
  const leastNs = STANDS_OUT * (functions.times.get(called) ?? Infinity);
  const rows = rowsWhere(
    own.length,
    row => file[row] === profile.frames.file[frame] && own[row] >= leastNs
  );
  const found = [...rows]
    .sort((a, b) => own[b] - own[a])
    .find(row => frameOfLine(profile, row, functions) === called);
  return found === undefined ? null : lineFacts(context, found, functions);
}

/** The part of a function's time of a line that is named for it. */
const STANDS_OUT = 0.5;

/** Whether a share of the run is worth a sentence, if so many samples were taken: none while the thread waited for a core. */
function isMuch({ unqueued }: FindingContext, share: number, samples: number): boolean {
  const shareOfUnqueued = share / unqueued;
  return shareOfUnqueued >= MIN_SHARE && shareOfUnqueued * samples >= MIN_SAMPLES;
}

function hottestFunction(context: FindingContext): FindingOf<'hotFunction'> | null {
  const { uses, whole, profile } = context;
  const most = greatest(busyTimes(context));
  if (most === null) return null;
  const allNs = timeOf('thread', Math.max(whole.thread, uses.wholeNs));
  const share = shareOf(timeOf('thread', most.value), allNs);
  if (!isMuch(context, share, uses.effective)) return null;
  const facts = functionFacts(profile, most.key);
  const { file, line } = facts;
  const { rows: functions } = functionTimes(profile);
  const within = { frame: functions[most.key], functions, timeNs: most.value };
  const more = { ...mostCalled(profile, within), ...unqueuedFacts(context, share) };
  const cause = causeOfHook(context, linesCalling(profile, functions[most.key], functions));
  return {
    kind: 'hotFunction',
    ...sampledShare(share, uses.effective),
    facts: { ...facts, timeNs: most.value, ...more, ...cause },
    target: { view: 'flame', selection: { type: 'line', file, line, costs: 'cpu' }, window: null }
  };
}

/**
 * The function around a line that took `timeNs` on all threads: of those in its file that took most of that
 * themselves, the one that begins last; only such as have the line in them, where the source tells. {@link NO_FRAME} if
 * there is none.
 */
function functionAt(
  profile: Profile,
  { times }: FunctionTimes,
  place: { readonly file: number; readonly line: number; readonly timeNs: number }
): number {
  const { frames, strings } = profile;
  const { file, line, timeNs } = place;
  const lines = sourceLines(sourceOf(profile, strings[file]) ?? '');
  const isAround = (frame: number): boolean => {
    const begin = frames.line[frame];
    // Top-level code begins on line 1, which may be a function of its own.
    if (begin > line || strings[frames.name[frame]] === TOP_LEVEL) return begin <= line;
    return lines.length < line || line <= linesOfFunction(lines, begin)[1];
  };
  const [best] = [...times]
    .filter(([frame, ownNs]) => frames.file[frame] === file && ownNs >= MOST * timeNs)
    .filter(([frame]) => isAround(frame))
    .sort(([a, ownNs], [b, otherNs]) => frames.line[b] - frames.line[a] || ownNs - otherNs);
  return best === undefined ? NO_FRAME : best[0];
}

/** The functions of the user's own code on all threads. */
interface FunctionTimes {
  /** As {@link functionRows} has them. */
  readonly rows: Int32Array;
  /** The time of each of these itself, nanoseconds. */
  readonly times: ReadonlyMap<number, number>;
}

export const functionTimes = oncePer((profile: Profile): FunctionTimes => {
  const { samples, stacks } = profile;
  const outer = outerRows(profile);
  const rows = functionRows(profile);
  const times = new Map<number, number>();
  for (let row = 0; row < samples.length; row++) {
    const own = samples.stack[row] < 0 ? -1 : outer[samples.stack[row]];
    if (own < 0) continue;
    const called = rows[stacks.frame[own]];
    times.set(called, (times.get(called) ?? 0) + samples.weight[row]);
  }
  return { rows, times };
});

/** Time by function of the user's own code in which the thread did not wait. */
function busyTimes({ profile, uses }: FindingContext): Map<number, number> {
  return ownTimes(profile, uses, use => use !== Use.waiting);
}

/** Lines and functions share out the time of inlined code by estimates that differ. */
const MOST = 0.75;

/**
 * The share that moments in which any thread ran code of a file have of the times of all these threads: 1
 * where they never did at a time.
 */
function shareOfMoments(profile: Profile, file: number): number {
  const { samples, frames } = profile;
  const { track } = samples;
  if (track.every(each => each === track[0])) return 1;
  const isOfFile = Uint8Array.from(ownFrames(profile), frame =>
    Number(frame !== NO_FRAME && frames.file[frame] === file)
  );
  const moments = new IntervalUnion();
  let sumNs = 0;
  for (let row = 0; row < samples.length; row++) {
    if (samples.stack[row] < 0 || isOfFile[samples.stack[row]] === 0) continue;
    moments.add(samples.time[row], samples.time[row] + samples.weight[row]);
    sumNs += samples.weight[row];
  }
  return sumNs > 0 ? lengthOf(moments.toIntervals()) / sumNs : 1;
}

/** A line with a call in which the thread was blocked, and for how long it was in the function of that line. */
export interface BlockedLine {
  readonly place: CodePlace & CallingLine & CauseFacts;
  readonly timeNs: number;
}

/** Calls that return only when the disk or another program has answered, such as those of databases within the program. */
const BLOCKS = /\.(?:run|get|all|each|iterate|exec|pragma)\(|Sync\(/;

/**
 * The line in whose call the thread was blocked for longest, outside of its event loop and of waits that were recorded: the
 * function whose samples such times follow, and of that the line with most of its time if that has a call that blocks, and ran
 * for less: any code is blocked for a while where the machine has too little memory. Null where none is known.
 */
export function blockedLine(context: FindingContext): BlockedLine | null {
  const most = greatest(blockedTimes(context));
  const hot = most && lineOfFunction(context, most.key);
  if (!hot || most.value <= hot.timeNs) return null;
  if (!BLOCKS.test(codeAt(context.profile, hot.file, hot.line))) return null;
  const { file, line, fromFile, fromLine } = hot;
  const from = fromFile === undefined ? {} : { fromFile, fromLine };
  const waits = { waits: 1, overlaps: false, isForOne: false, isBlocked: true };
  const around = { waited: new Map(), callers: [] };
  const cause = causeOfWait(context, { file, line, ...from, ...waits, ...around });
  return { place: { file, line, ...from, ...cause }, timeNs: most.value };
}

/** The time for which each function of the user's own was blocked, by its row of `frames`. */
function blockedTimes(context: FindingContext): ReadonlyMap<number, number> {
  const { profile, threads, uses } = context;
  const { time, weight } = profile.samples;
  const known = threads
    .map(track => timesOf(profile.slices, waitRows(profile, track)))
    .reduce(joined, collectionTimes(profile, threads)?.times ?? NO_TIME);
  const others = new IntervalLengths(known);
  const times = new Map<number, number>();
  for (let at = 1; at < uses.rows.length; at++) {
    const [before, row, own] = [uses.rows[at - 1], uses.rows[at], uses.own[at - 1]];
    const isAfter = Math.abs(time[before] + weight[before] - time[row]) < 1;
    if (uses.use[at] !== Use.waiting || own === NO_FRAME || !isAfter) continue;
    const end = time[row] + weight[row];
    const ns = weight[row] - others.within(time[row], end);
    times.set(own, (times.get(own) ?? 0) + ns);
  }
  return times;
}
