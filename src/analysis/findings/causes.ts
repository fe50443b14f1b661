import { oncePer } from '../../base/oncePer';
import type { FindingOf } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { HTTP_SERVER_CATEGORY } from '../../model/profile/categories';
import { rowsWhere } from '../../model/profile/columns';
import type { CodePlace } from '../causes/code';
import type { Evidence, FoundCause } from '../causes/site';
import { lengthWithin } from '../slices/intervals';
import { timesOf } from '../slices/recordedTimes';
import { outerRows, ownRows, sourceOf } from '../stacks/ownFrames';
import type { CallingLine, LineTime } from './callingLine';
import { type FindingContext, codeAt } from './findingContext';
import { greatest } from './sampleUses';

/** The facts of a finding about its cause; empty if none is known. */
export type CauseFacts = Pick<
  FindingOf<'hotLine'>['facts'],
  'cause' | 'causeCode' | 'causeFile' | 'causeLine'
>;

type CalledFacts = Pick<FindingOf<'hotLine'>['facts'], 'called' | 'calledShare' | 'builtIn'>;

/** A line that took much time. */
export interface HotPlace {
  readonly file: string;
  readonly line: number;
  readonly timeNs: number;
  /** The row of the function around it in `functions`, or `NO_FRAME`. */
  readonly frame: number;
  /** As `functionRows` has them. */
  readonly functions: Int32Array;
  /** The line from which that was called, from which the function there was called, and so on. */
  readonly callers: readonly CodePlace[];
}

type CallingFunction = Pick<HotPlace, 'frame' | 'functions' | 'timeNs'>;

/** What a hot line called, and the known cause that it has. */
export function causeOf(context: FindingContext, place: HotPlace): CauseFacts & CalledFacts {
  const { profile } = context;
  const called = calledShares(profile, place);
  const evidence = evidenceOfCode(profile, place, { costs: 'cpu', called });
  return { ...calledFacts(profile, place, called), ...factsOf(found(context, place, evidence)) };
}

/** The known cause that a line has for memory that was kept. */
export function causeOfGrowthAt(
  context: FindingContext,
  place: HotPlace,
  isOfBuffers: boolean
): CauseFacts {
  const facts = { costs: 'memory', called: new Map<string, number>() } as const;
  const evidence = { ...evidenceOfCode(context.profile, place, facts), isOfBuffers };
  return factsOf(found(context, place, evidence));
}

/** The hook that calls a function by way of some lines, and runs again for each test; nothing of other code. */
export function causeOfHook(context: FindingContext, callers: readonly CodePlace[]): CauseFacts {
  const [place, ...outer] = callers;
  if (place === undefined) return {};
  const evidence = { ...evidenceOf(context.profile, place.file), ...OF_CODE, isForRequests: false };
  const cause = found(context, { ...place, callers: outer }, evidence);
  return cause?.cause === 'repeatedHook' ? factsOf(cause) : {};
}

const NO_LINES: ReadonlyMap<number, number> = new Map();

/** The evidence for code that did not wait, beside its own. */
const OF_CODE: Omit<Evidence, keyof Recorded | 'isForRequests'> = {
  ...{ costs: 'cpu', called: new Map(), waited: NO_LINES, waits: 0 },
  ...{ overlaps: false, isForOne: false, isBlocked: false, isOfBuffers: false }
};

/** The evidence for a line that did not wait. */
function evidenceOfCode(
  profile: Profile,
  place: HotPlace,
  facts: Pick<Evidence, 'costs' | 'called'>
): Evidence {
  return {
    ...evidenceOf(profile, place.file),
    ...OF_CODE,
    ...{ ...facts, isForRequests: isForRequests(profile, place) }
  };
}

const WAITING: Pick<Evidence, 'costs' | 'isForRequests'> = {
  costs: 'waiting',
  isForRequests: false
};

/** A line at which the thread waited, so many times. */
interface WaitPlace extends CallingLine {
  readonly file: string;
  readonly line: number;
  readonly waits: number;
  readonly overlaps: boolean;
  readonly isForOne: boolean;
  readonly isBlocked?: boolean;
  /** The time for which each line waited, by file. */
  readonly waited: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** The lines that led to the waits with their parts of the time, the greatest first. */
  readonly callers: readonly LineTime[];
}

/** Lines that led to a wait and are looked at, at most: the parser takes time for each. */
const MAX_CALLERS = 12;

/**
 * The known cause that a line has at which the thread waited, or else the line that called its function, or one further
 * out.
 */
export function causeOfWait(context: FindingContext, place: WaitPlace): CauseFacts {
  const { profile } = context;
  const { file, line, waits, overlaps, isForOne, isBlocked = false } = place;
  const { waited, fromFile = '', fromLine = 0 } = place;
  if (file === '') return {};
  const called = new Map<string, number>();
  const look = (at: CodePlace, callers: readonly CodePlace[]): FoundCause | null =>
    found(
      context,
      { ...at, callers },
      {
        ...evidenceOf(profile, at.file),
        ...WAITING,
        ...{ waits, overlaps, isForOne, isBlocked, called, isOfBuffers: false },
        waited: waited.get(at.file) ?? NO_LINES
      }
    );
  const from = fromFile === '' ? [] : [{ file: fromFile, line: fromLine }];
  const own = look({ file, line }, from);
  if (own !== null) return factsOf(own);
  for (const at of [...from, ...place.callers.slice(0, MAX_CALLERS)]) {
    const cause = look(at, []);
    // of others the lines beside them tell
    const isWhole = !('part' in at) || at.part >= MOST_OF_WAITS;
    if (cause !== null && (isWhole || isInRow(cause))) return factsOf(cause);
  }
  return {};
}

/** The part of the waiting for which a line further out must have called, to be what makes it long. */
const MOST_OF_WAITS = 0.75;

function isInRow({ cause, around }: FoundCause): boolean {
  return cause === 'sequentialAwaits' && around === null;
}

function found(
  { profile, findCause }: FindingContext,
  { file, line, callers }: Pick<HotPlace, 'file' | 'line' | 'callers'>,
  evidence: Evidence
): FoundCause | null {
  const textOf = (name: string): string | null => sourceOf(profile, name);
  const isClipped = (name: string): boolean =>
    profile.sourceTexts.some(each => each.file === name && each.isClipped);
  return findCause({ place: { file, line }, textOf, isClipped, evidence, callers });
}

function factsOf(cause: FoundCause | null): CauseFacts {
  if (cause?.cause == null) return {};
  const place = cause.around && { causeFile: cause.around.file, causeLine: cause.around.line };
  return { cause: cause.cause, causeCode: cause.code, ...place };
}

type Recorded = Omit<
  Evidence,
  | 'costs'
  | 'waits'
  | 'overlaps'
  | 'isForOne'
  | 'isBlocked'
  | 'waited'
  | 'called'
  | 'isOfBuffers'
  | 'isForRequests'
>;

function evidenceOf(profile: Profile, file: string): Recorded {
  const { allocations, strings, meta } = profile;
  const devices = new Set(allocations.device);
  const deopts = (meta.deopts?.rows ?? []).filter(row => row.file === file || row.file === '');
  return {
    givenUpLines: deopts.flatMap(row => (row.line > 0 && row.file === file ? [row.line] : [])),
    givenUpFunctions: deopts.flatMap(row => (row.line === 0 ? [row.function] : [])),
    backends: [...devices].map(device => strings[device]),
    allocated: allocations.length,
    held: allocations.isHeld.reduce((sum, each) => sum + each, 0)
  };
}

/** Part of a function's time from which on it is what answers requests. */
const MOST = 0.5;

/** When requests were answered, and the processes that did; null where there were none. */
const answeredIn = oncePer(({ slices, labels, strings, tracks }: Profile) => {
  const category = strings.indexOf(HTTP_SERVER_CATEGORY);
  const rows = rowsWhere(slices.length, row => labels.category[slices.label[row]] === category);
  if (category < 0 || rows.length === 0) return null;
  const servers = new Set(Array.from(rows, row => tracks[slices.track[row]].pid));
  return { times: timesOf(slices, rows), servers };
});

/**
 * Whether the function around a line ran while requests were answered, most of the time: samples that are longer than a
 * request have a part of one.
 */
function isForRequests(profile: Profile, { frame, functions }: HotPlace): boolean {
  const answered = answeredIn(profile);
  if (answered === null) return false;
  const { times, servers } = answered;
  const { stacks, samples, tracks } = profile;
  const own = outerRows(profile);
  let [wholeNs, withinNs] = [0, 0];
  for (let row = 0; row < samples.length; row++) {
    const ownRow = samples.stack[row] < 0 ? -1 : own[samples.stack[row]];
    if (ownRow < 0 || functions[stacks.frame[ownRow]] !== frame) continue;
    const { time, weight } = samples;
    wholeNs += weight[row];
    if (!servers.has(tracks[samples.track[row]].pid)) continue;
    if (lengthWithin(times, time[row], time[row] + weight[row]) > 0) withinNs += weight[row];
  }
  return withinNs > MOST * wholeNs;
}

/** A smaller part of a line's time is not worth words, unless it tells what took the rest. */
const MIN_CALLED = 0.1;
const MIN_BESIDE = 0.01;

/**
 * The function of Node, a library or native code that took most of a line's time, if it is called on that line and on no
 * other of its function; and the call of `JSON` there, which is time of the line itself.
 */
function calledFacts(
  profile: Profile,
  { file, line }: HotPlace,
  called: ReadonlyMap<string, number>
): CalledFacts {
  const code = codeAt(profile, file, line);
  const source = sourceOf(profile, file) ?? '';
  const builtIns = [...code.matchAll(/\bJSON\.(?:parse|stringify)(?=\()/g)].map(([name]) => name);
  const builtIn = new Set(builtIns).size === 1 ? { builtIn: builtIns[0] } : {};
  const leastShare = 'builtIn' in builtIn ? MIN_BESIDE : MIN_CALLED;
  const [most] = [...called]
    .filter(([, share]) => share >= leastShare)
    .filter(([name]) => callsIn(code, name) === 1 && callsIn(source, name) === 1)
    .sort(([, a], [, b]) => b - a);
  if (most === undefined) return {};
  return { called: most[0], calledShare: most[1], ...builtIn };
}

/** The function of Node, a library or native code that took most of the time of a function of the user's, if it took half of it or more. */
export function mostCalled(profile: Profile, place: CallingFunction): CalledFacts {
  const most = greatest(calledShares(profile, place));
  const isTold = most !== null && most.value >= MOST && /^[\w$.]+$/.test(most.key);
  return isTold ? { called: most.key, calledShare: most.value } : {};
}

/** How often a function is called in some code, by its name. */
function callsIn(code: string, name: string): number {
  if (!/^[\w$]+$/.test(name)) return 0;
  return code.split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}\\(`)).length - 1;
}

/**
 * What the function around a line called itself in Node, libraries and native code, by name, as shares of the time of the
 * line: 1 at most, as other lines may have called the same.
 */
function calledShares(
  profile: Profile,
  { frame, functions, timeNs }: CallingFunction
): ReadonlyMap<string, number> {
  const { stacks, samples, frames, strings } = profile;
  const own = ownRows(profile);
  const outer = outerRows(profile);
  const times = new Map<string, number>();
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row];
    const ownRow = stack < 0 ? -1 : own[stack];
    if (ownRow < 0 || ownRow === stack || functions[stacks.frame[outer[stack]]] !== frame) continue;
    let called = stack;
    while (stacks.prefix[called] !== ownRow) called = stacks.prefix[called];
    const name = strings[frames.name[stacks.frame[called]]];
    times.set(name, (times.get(name) ?? 0) + samples.weight[row]);
  }
  return new Map([...times].map(([name, ns]) => [name, Math.min(1, ns / timeNs)]));
}
