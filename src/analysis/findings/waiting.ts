import {
  CONTINUED_ARG,
  ENDED_BY_ARG,
  OVERLAPPING_ARG,
  SAME_END_ARG
} from '../../model/profile/argKeys';
import { EVENT_LOOP_WAIT } from '../../model/profile/categories';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import { ArgKind, type Profile } from '../../model/profile/profile';
import type { FindingOf, FindingTarget } from '../../model/output/findings';
import type { CodePlace } from '../causes/code';
import { blockedLine } from './hotCode';
import { causeOfWait, type CauseFacts } from './causes';
import {
  callingLine,
  type CallingLine,
  linesByTime,
  linesOfStacks,
  stacksOf,
  timeOfStacks
} from './callingLine';
import {
  type FindingContext,
  type RankedFinding,
  awaitAt,
  exactShare,
  sampledShare
} from './findingContext';
import type { IntervalLengths } from '../slices/intervals';
import { waitRows } from '../slices/recordedTimes';
import { shareOf, timeOf } from '../slices/scopedTime';
import { moduleLoading } from '../stacks/moduleLoading';
import { NO_FRAME, ownRow } from '../stacks/ownFrames';
import { BY_MESSAGE, endedByOne, othersRan, startingNs } from './otherThreads';
import { isIdleServer } from './requestTimes';
import { greatest, Use } from './sampleUses';

/** A smaller share of the run is not worth a sentence. */
const MIN_SHARE = 0.1;

/** A line is named where those of a larger part of the waiting are known. */
const KNOWN_PART = 0.5;

/** The cause of waits is named where it is known for at least this part of their time. */
const LOOKED = 0.1;

/** How much of the waiting can be saved, as a rule: more than of hot code. */
const SAVED = 0.9;

/**
 * The time for which the thread waited while no GPU worked and no other recorded thread ran, and the `await` of most
 * of it, if most of the time can be told to be that of any. Waiting for another thread is that thread's time. None of
 * a server between requests.
 */
export function waiting(context: FindingContext): readonly RankedFinding[] {
  const { profile, uses, whole, shares } = context;
  if (waitsForNoCode(context)) return [];
  const others = othersRan(context);
  const waits = waitsOf(context, (from, to) => to - from - others.within(from, to));
  const threadNs = shares?.waitingNs ?? waitsOf(context, (from, to) => to - from).wholeNs;
  const waitedNs = shares === null ? waits.wholeNs : threadNs * idlePart(context, others);
  const timeNs = timeOf('thread', waitedNs);
  const share = shareOf(timeNs, whole.thread);
  if (share < MIN_SHARE) return [];
  const knownNs = Math.min(timeNs, sumOf(waits.byLabel));
  const top = knownNs < KNOWN_PART * timeNs ? null : greatest(waits.byLabel);
  const { about, placeNs, more } =
    top === null
      ? outsideOfLoop(context, { timeNs, knownNs, blockedNs: timeNs - waits.wholeNs })
      : {
          ...{ about: aboutWaits(context, waits, top.key), placeNs: top.value },
          more: secondOf(context, waits, { first: top.key, timeNs })
        };
  const { place, endedBy, waits: count, startNs } = about;
  const finding = {
    kind: 'waiting',
    ...(shares ? sampledShare(share, uses.effective) : exactShare(share)),
    facts: {
      timeNs,
      ...(waitedNs < threadNs && { threadNs }),
      placeNs: Math.min(timeNs, placeNs),
      code: awaitAt(profile, place.file, place.line),
      ...place,
      endedBy,
      ...(count !== undefined && { waits: count }),
      ...(startNs !== undefined && { startNs }),
      ...turnsOf(about),
      ...ranOf(context, place, placeNs),
      ...more
    },
    target: targetOf(place)
  } as const;
  return [{ finding, weight: SAVED * share }];
}

function targetOf({ file, line }: CodePlace): FindingTarget {
  if (file === '') return { view: 'timeline', selection: null, window: null };
  const selection = { type: 'line', file, line, costs: 'waiting' } as const;
  return { view: 'source', selection, window: null };
}

/** The cause of a wait at a line with a call that blocks the thread. */
const BY_CALL = 'blocking call';

/** The waiting of a thread, nanoseconds. */
interface WaitedTimes {
  readonly timeNs: number;
  /** Waits at lines that are known, where those are not most. */
  readonly knownNs: number;
  /** In no wait of the event loop, and in no call that is recorded as one that blocks. */
  readonly blockedNs: number;
}

/** A line at which the thread was blocked, if that is known for most of the waiting; else how much of that was in none of its waits. */
function outsideOfLoop(
  context: FindingContext,
  { timeNs, knownNs, blockedNs }: WaitedTimes
): {
  readonly about: AboutWaits;
  readonly placeNs: number;
  readonly more: { readonly blockedNs?: number };
} {
  const { sources } = context.profile;
  const isRecorded = sources.some(({ source, status }) => source === 'waits' && status === 'ok');
  if (!isRecorded || blockedNs <= KNOWN_PART * timeNs) {
    return { about: NOT_KNOWN, placeNs: knownNs, more: {} };
  }
  const line = blockedLine(context);
  return line === null || line.timeNs < KNOWN_PART * timeNs
    ? { about: NOT_KNOWN, placeNs: knownNs, more: { blockedNs } }
    : { about: { place: line.place, endedBy: BY_CALL }, placeNs: line.timeNs, more: {} };
}

/** Whether the waiting of a thread is no matter of its code. */
function waitsForNoCode(context: FindingContext): boolean {
  return isIdleServer(context) || isLoadedOnly(context);
}

/** Whether a program ended as it was still loaded, as one with a module that is missing does: what it waited for is Node's loader. */
function isLoadedOnly(context: FindingContext): boolean {
  const { profile, uses } = context;
  const hasLines = waitsOf(context, (from, to) => to - from).byLabel.size > 0;
  if (hasLines || uses.own.some(frame => frame !== NO_FRAME)) return false;
  const { stack } = profile.samples;
  const isLoading = moduleLoading(profile);
  return uses.rows.some(row => stack[row] >= 0 && isLoading[stack[row]] === 1);
}

/** Fewer waits come one after another by chance. */
const MANY_TURNS = 8;

/**
 * How many waits came one after another, as where a lock or a pool of one lets no two begin at once; nothing of those that
 * overlapped, and of those whose known cause says so.
 */
function turnsOf({ place, waits = 0, overlapping = 0 }: AboutWaits): { turns?: number } {
  const isInTurn = waits >= MANY_TURNS && overlapping === 0 && place.cause === undefined;
  return isInTurn ? { turns: waits } : {};
}

/**
 * For how long the line ran at which the thread waited, where that is worth a sentence, and less than the wait: as a call that
 * starts a process and waits for its end. Both are of one call, and told as one.
 */
function ranOf(
  { profile, unqueued, whole }: FindingContext,
  { file, line }: CodePlace,
  waitedNs: number
): { ranNs?: number } {
  const { lineTotals, strings } = profile;
  const row = lineTotals.line.findIndex(
    (each, at) => each === line && strings[lineTotals.file[at]] === file
  );
  const ranNs = row < 0 ? 0 : lineTotals.own[row];
  return ranNs >= MIN_SHARE * unqueued * whole.run && ranNs < waitedNs ? { ranNs } : {};
}

/**
 * The await of the most waiting but for that of the first label, if it took so much of the run that it is worth a
 * sentence. Both together are no more of the waiting than all of it, `timeNs`.
 */
function secondOf(
  { profile, whole }: FindingContext,
  waits: Waits,
  { first, timeNs }: { readonly first: number; readonly timeNs: number }
): Partial<FindingOf<'waiting'>['facts']> | null {
  const others = new Map([...waits.byLabel].filter(([label]) => label !== first));
  const most = greatest(others);
  if (most === null) return null;
  const secondNs = Math.min(most.value, timeNs - (waits.byLabel.get(first) ?? 0));
  if (shareOf(timeOf('thread', secondNs), whole.thread) < MIN_SHARE) return null;
  const { file, line } = placeOfWait(profile, waits.longestOf.get(most.key) ?? -1);
  if (file === '') return null;
  const secondEndedBy = endOf(profile, waits.labelOf, most.key);
  return { secondFile: file, secondLine: line, secondNs, secondEndedBy };
}

/** The recorded waits of the profiled thread. */
export interface Waits {
  readonly wholeNs: number;
  /** Time by label, of those that have a place. */
  readonly byLabel: Map<number, number>;
  /** The longest slice of each of these. */
  readonly longestOf: Map<number, number>;
  /** The label of each slice that is such a wait. */
  readonly labelOf: Map<number, number>;
}

/** Other threads that ran for less of the waiting than this leaves are not worth a word. */
const AS_GOOD_AS_ALL = 0.95;

/** The part of the profiled thread's waiting in which no other thread ran, 1 where none ran for long. */
function idlePart({ profile, uses }: FindingContext, others: IntervalLengths): number {
  const { time, weight } = profile.samples;
  let [wholeNs, othersNs] = [0, 0];
  uses.rows.forEach((row, at) => {
    if (uses.use[at] !== Use.waiting) return;
    wholeNs += weight[row];
    othersNs += others.within(time[row], time[row] + weight[row]);
  });
  const idle = wholeNs > 0 ? 1 - othersNs / wholeNs : 1;
  return idle < AS_GOOD_AS_ALL ? idle : 1;
}

/** The waits of the profiled thread, of which so much counts as `lengthNs` gives. */
export function waitsOf(
  { profile, threads }: FindingContext,
  lengthNs: (fromNs: number, toNs: number) => number
): Waits {
  const { slices, labels, strings } = profile;
  const byLabel = new Map<number, number>();
  const longestOf = new Map<number, number>();
  const labelOf = new Map<number, number>();
  let wholeNs = 0;
  for (const row of threads.flatMap(track => [...waitRows(profile, track)])) {
    const label = slices.label[row];
    const [start, durationNs] = [slices.start[row], slices.duration[row]];
    const countedNs = lengthNs(start, start + durationNs);
    wholeNs += countedNs;
    if (countedNs === 0 || strings[labels.name[label]] === EVENT_LOOP_WAIT) continue;
    byLabel.set(label, (byLabel.get(label) ?? 0) + countedNs);
    labelOf.set(row, label);
    const longest = longestOf.get(label);
    if (longest === undefined || durationNs > slices.duration[longest]) longestOf.set(label, row);
  }
  return { wholeNs, byLabel, longestOf, labelOf };
}

/** The slices that are waits of a label. */
export function rowsOf({ labelOf }: Waits, label: number): readonly number[] {
  return [...labelOf].flatMap(([row, each]) => (each === label ? [row] : []));
}

/** What is known of the waits of a label. */
interface AboutWaits {
  readonly place: PlaceOfWaits;
  /** What ended most of their time. */
  readonly endedBy: string;
  readonly waits?: number;
  /** How many of them began, or went on, while another one was waited for. */
  readonly overlapping?: number;
  /** How much of them was over before what was waited for had started, if that is much. */
  readonly startNs?: number;
}

/** The line of the longest of some waits, no file where it is not known, where it was called, and a known cause. */
interface PlaceOfWaits extends CallingLine, CauseFacts {
  readonly file: string;
  readonly line: number;
}

const NOT_KNOWN: AboutWaits = { place: { file: '', line: 0 }, endedBy: '' };

/** The part of the waits for a process that one must have ended again, to be the only one that works. */
const SAME_PROCESS = 0.8;

/** How the waits of a label ended, how many there were, where the function that waited was called, and a known cause. */
export function aboutWaits(context: FindingContext, waits: Waits, label: number): AboutWaits {
  const { profile } = context;
  const place = placeOfWait(profile, waits.longestOf.get(label) ?? -1);
  const endedBy = endOf(profile, waits.labelOf, label);
  if (place.file === '') return { place, endedBy };
  const rows = rowsOf(waits, label);
  const isWait = new Set(rows);
  const stacks = stacksOf(profile, isWait);
  const from = callingLine(profile, place, stacks);
  const continued = marked(profile, isWait, CONTINUED_ARG);
  const count = rows.length - continued.size;
  const overlapping = marked(profile, isWait, OVERLAPPING_ARG).size;
  const waited = linesOfStacks(profile, stacksOf(profile, waits.labelOf));
  const callers = linesByTime(linesOfStacks(profile, stacks), timeOfStacks(stacks));
  const isSameProcess =
    endedBy === 'process' &&
    count > 1 &&
    marked(profile, isWait, SAME_END_ARG).size >= SAME_PROCESS * (count - 1);
  const isForOne = isSameProcess || endedByOne(context, rows, endedBy);
  const facts = { waits: count, overlaps: overlapping > 0, isForOne, waited, callers };
  const cause = causeOfWait(context, { ...place, ...from, ...facts });
  const about = { place: { ...place, ...from, ...cause }, endedBy, waits: count, overlapping };
  if (!BY_MESSAGE.includes(endedBy)) return about;
  const waitedNs = waits.byLabel.get(label) ?? 0;
  const startNs = Math.min(waitedNs, startingNs(context, rows, continued));
  return startNs >= MUCH_START * waitedNs ? { ...about, startNs } : about;
}

/** The part of the waits for code of another thread or process that it took to start, to be worth a word. */
const MUCH_START = 0.25;

/** Those of `waits` that have an argument. */
function marked(
  { args, strings }: Profile,
  waits: ReadonlySet<number>,
  name: string
): ReadonlySet<number> {
  const key = strings.indexOf(name);
  const found = new Set<number>();
  for (let row = 0; row < args.length; row++) {
    if (args.key[row] === key && waits.has(args.slice[row])) found.add(args.slice[row]);
  }
  return found;
}

function sumOf(times: ReadonlyMap<unknown, number>): number {
  return [...times.values()].reduce((sum, timeNs) => sum + timeNs, 0);
}

/** The innermost line of the user's code on the stack of a wait; no file where none is known. */
export function placeOfWait(profile: Profile, slice: number): { file: string; line: number } {
  const { stacks, frames, strings } = profile;
  const row = rowOfWait(profile, slice);
  if (row < 0) return { file: '', line: 0 };
  return { file: strings[frames.file[stacks.frame[row]]], line: stacks.line[row] };
}

/** Whether the innermost code of the user's on the stack of a wait is that of a module itself. */
export function isOfTopLevel(profile: Profile, slice: number): boolean {
  const { stacks, frames, strings } = profile;
  const row = rowOfWait(profile, slice);
  return row >= 0 && strings[frames.name[stacks.frame[row]]] === TOP_LEVEL;
}

function rowOfWait(profile: Profile, slice: number): number {
  const { sliceStacks } = profile;
  const at = sliceStacks.slice.indexOf(slice);
  return ownRow(profile, at < 0 ? -1 : sliceStacks.stack[at]);
}

/**
 * The cause of most of the waiting of a label, by the waits whose cause is known; '' where those are next to none, or have
 * none. A recording that has no time to look at the end of each wait looks at some of them. What interrupts a wait that goes on
 * is no cause of it, where it is known what ended those in the end.
 */
function endOf(profile: Profile, labelOf: ReadonlyMap<number, number>, label: number): string {
  const { slices } = profile;
  const rows = [...labelOf].flatMap(([row, each]) => (each === label ? [row] : []));
  const isWait = new Set(rows);
  const causes = causesOf(profile, isWait);
  const continued = marked(profile, isWait, CONTINUED_ARG);
  const wholeNs = rows.reduce((sum, row) => sum + slices.duration[row], 0);
  const [inTheEnd, byPart] = [new Map<string, number>(), new Map<string, number>()];
  const add = (times: Map<string, number>, cause: string | undefined, ns: number): void => {
    if (cause !== undefined) times.set(cause, (times.get(cause) ?? 0) + ns);
  };
  let beforeNs = 0;
  for (const row of rows) {
    const cause = causes.get(row);
    add(byPart, cause, slices.duration[row]);
    beforeNs += slices.duration[row];
    if (continued.has(row)) continue;
    add(inTheEnd, cause, beforeNs);
    beforeNs = 0;
  }
  const isLooked = (times: ReadonlyMap<string, number>): boolean =>
    times.size > 0 && sumOf(times) >= LOOKED * wholeNs;
  const times = [inTheEnd, byPart].find(isLooked) ?? new Map<string, number>();
  const most = greatest(times);
  return most !== null && most.value > KNOWN_PART * sumOf(times) ? most.key : '';
}

/** The causes of those waits whose cause is known. */
function causesOf(
  { args, strings }: Profile,
  waits: ReadonlySet<number>
): ReadonlyMap<number, string> {
  const key = strings.indexOf(ENDED_BY_ARG);
  const causes = new Map<number, string>();
  for (let row = 0; row < args.length; row++) {
    const isCause = args.key[row] === key && args.kind[row] === ArgKind.string;
    const slice = args.slice[row];
    if (isCause && waits.has(slice)) causes.set(slice, strings[args.value[row]]);
  }
  return causes;
}
