import type { FactFindings } from '../../facts/table';
import {
  type Finding,
  type FindingKind,
  type FindingOf,
  isRemark,
  MAX_FINDINGS
} from '../../model/output/findings';
import type { RankedFinding } from './findingContext';

/**
 * The ranks of findings, first to last. Of one rank the more important are told first: those with more weight.
 *
 * - `leak`: memory that a server keeps, though it has little to answer;
 * - `runner`: a runner of tests that left the code next to nothing of the time;
 * - `answer`: the requests of a server, which all of its code is for; not those that a program sends itself;
 * - `code`: what the user's code does itself or in libraries, and what comes of that;
 * - `waiting`: what it waits for;
 * - `lessCode`: code that took far less of the time than the program waited at a known line;
 * - `memory`: what it keeps and allocates;
 * - `fact`: what was recorded besides, on request;
 * - `remark`: how far all of this can be trusted.
 */
const RANKS = [
  'leak',
  'runner',
  'answer',
  'code',
  'waiting',
  'lessCode',
  'memory',
  'fact',
  'remark'
] as const;

type Rank = (typeof RANKS)[number];

type OwnKind = Exclude<FindingKind, keyof FactFindings>;

/** The rank that a kind has by itself; of findings with the same rank and weight the kinds are told in this order. */
const RANK_OF: Readonly<Record<OwnKind, Rank>> = {
  testRunner: 'runner',
  requests: 'answer',
  hotLine: 'code',
  hotFunction: 'code',
  garbage: 'code',
  eventLoop: 'code',
  dominates: 'code',
  grew: 'code',
  waiting: 'waiting',
  oneAtATime: 'waiting',
  gpuIdle: 'waiting',
  memory: 'memory',
  allocations: 'memory',
  busyMachine: 'remark',
  memoryPeak: 'remark',
  outliers: 'remark',
  overhead: 'remark',
  fewSamples: 'remark'
};

const OWN_KINDS = Object.keys(RANK_OF) as readonly OwnKind[];

/** Facts about a profile, besides its findings, that change their order. */
export interface OrderEvidence {
  /** Whether it is one of a server that waited most of the time, and answered requests for little of it. */
  readonly hasLittleToAnswer: boolean;
  /** The share of the run for which the profiled thread did not wait for a core, > 0. */
  readonly unqueued: number;
}

/** Evidence that gives findings of one rank another one. */
interface Move {
  readonly from: Rank;
  readonly to: Rank;
  readonly isMoved: (ranked: RankedFinding, among: Among) => boolean;
}

/** In this order, those that are true of a finding move it. */
const MOVES: readonly Move[] = [
  {
    from: 'memory',
    to: 'leak',
    isMoved: ({ finding }, { hasLittleToAnswer }) => hasLittleToAnswer && isMostOfAll(finding)
  },
  // code that is known to keep most of the memory counts as other code does
  {
    from: 'memory',
    to: 'code',
    isMoved: ({ finding }) => hasCause(finding) && isMostOfAll(finding)
  },
  // requests that the program sent to itself, of which nothing else is known
  { from: 'answer', to: 'lessCode', isMoved: ({ weight }) => weight === 0 },
  { from: 'answer', to: 'code', isMoved: ({ runShare }) => runShare !== undefined },
  {
    from: 'code',
    to: 'lessCode',
    isMoved: ({ finding, runShare }, { waited, unqueued }) =>
      waited >= MOST_WAITING * unqueued && (runShare ?? finding.share ?? 1) < MUCH_LESS * waited
  },
  {
    from: 'code',
    to: 'waiting',
    isMoved: ({ finding, weight }, { isForOtherCode }) =>
      finding.kind === 'eventLoop' && weight < MUCH_BLOCKED && !isForOtherCode
  }
];

/** Waiting at a known line for such a share of the time, without waits for a core, comes before code that has so much less of it. */
const MOST_WAITING = 0.5;
const MUCH_LESS = 0.25;

/** Code that kept timers waiting for less is not told before what the program waited for, but for other code. */
const MUCH_BLOCKED = 0.1;

/** A leak is so much of the memory that is held. */
const LEAKED = 0.5;

function isMostOfAll(finding: Finding): boolean {
  return finding.kind === 'memory' && finding.facts.grownBytes >= LEAKED * finding.facts.heldBytes;
}

function hasCause(finding: Finding): boolean {
  return finding.kind === 'memory' && finding.facts.cause !== undefined;
}

/** Findings that are told after the code that they come of, which is what can be changed. */
type Sign = FindingOf<'garbage'> | FindingOf<'eventLoop'>;

function isSign(finding: Finding): finding is Sign {
  return finding.kind === 'garbage' || finding.kind === 'eventLoop';
}

/** Code with a smaller part of the time of garbage collection says little of what makes the garbage. */
const MAKERS_PART = 1 / 3;

/** Whether a finding tells of the code that another one comes of: garbage of unknown code, of any that took as much. */
function isSource({ finding }: RankedFinding, sign: Sign): boolean {
  if (finding.kind !== 'hotLine' && finding.kind !== 'hotFunction') return false;
  const { facts } = finding;
  const isSame = facts.function === sign.facts.function && facts.file === sign.facts.file;
  if (sign.kind === 'eventLoop') return isSame && facts.function !== '';
  const isMuch = (finding.share ?? 0) >= MAKERS_PART * (sign.share ?? 0);
  return isMuch && (sign.facts.file === '' || (isSame && facts.function !== ''));
}

/** Facts from all findings together that change the place of each. */
interface Among extends OrderEvidence {
  /** The share of the time for which the thread waited at a known line, for anything but other code that was not recorded. */
  readonly waited: number;
  /** Whether the thread waited for code in another thread or process. */
  readonly isForOtherCode: boolean;
}

/** Causes of waits for code in another thread or process: that code is the answer. */
const OF_OTHER_CODE: readonly string[] = ['message', 'process', 'Atomics.wait'];

/** Whether the code that was waited for was recorded, so that its time is none of the wait. */
function hasOtherCode({ facts }: FindingOf<'waiting'>): boolean {
  return facts.threadNs !== undefined;
}

function amongOf(found: readonly RankedFinding[], evidence: OrderEvidence): Among {
  const waits = found.flatMap(({ finding }) => (finding.kind === 'waiting' ? finding : []));
  const ofOtherCode = waits.filter(({ facts }) => OF_OTHER_CODE.includes(facts.endedBy));
  const known = waits.filter(
    each => each.facts.file !== '' && (!ofOtherCode.includes(each) || hasOtherCode(each))
  );
  return {
    ...evidence,
    waited: Math.max(0, ...known.map(({ share }) => share ?? 0)),
    isForOtherCode: ofOtherCode.length > 0
  };
}

/** Where a finding is told. */
interface Place {
  /** Index in {@link RANKS}; with a half, after all of that rank. */
  readonly rank: number;
  readonly weight: number;
  /** Whether the code that it comes of has a finding, too. */
  readonly hasSource?: boolean;
}

/**
 * Findings in the order in which they are told, which is the same in whatever order they were found: {@link MAX_FINDINGS} of
 * them at most, and all remarks.
 */
export function inOrder(
  found: readonly RankedFinding[],
  evidence: OrderEvidence
): readonly Finding[] {
  const told = found.filter(each => !isOfWait(each, found));
  const among = amongOf(told, evidence);
  const placed = told.map(each => ({ ...placeOf(each, told, among), finding: each.finding }));
  return shownOf(
    placed.sort((a, b) => byPlace(a, b) || byKind(a.finding, b.finding) || byFacts(a, b))
  );
}

/** The same findings; a cause that one of them has told of a line is not told again of that line. */
export function toldOnce(findings: readonly Finding[]): readonly Finding[] {
  const told = new Set<string>();
  return findings.map(finding => {
    if (
      finding.kind !== 'hotLine' &&
      finding.kind !== 'hotFunction' &&
      finding.kind !== 'requests' &&
      finding.kind !== 'waiting' &&
      finding.kind !== 'oneAtATime'
    ) {
      return finding;
    }
    const { cause, causeCode: _code, causeFile, causeLine, ...facts } = finding.facts;
    const { file, line, hotLine = line } = { hotLine: undefined, ...facts };
    // a hook has one cause, at whatever line of what it calls
    const place = cause === 'repeatedHook' ? `${causeLine} ${causeFile}` : `${hotLine} ${file}`;
    const key = `${cause ?? ''} ${place}`;
    if (cause === undefined || !told.has(key)) {
      told.add(key);
      return finding;
    }
    return { ...finding, facts } as Finding;
  });
}

/** Whether it is of a line that is told with what the thread waited for there. */
function isOfWait({ finding }: RankedFinding, found: readonly RankedFinding[]): boolean {
  if (finding.kind !== 'hotLine') return false;
  const { file, line } = finding.facts;
  return found.some(
    ({ finding: { kind, facts } }) =>
      kind === 'waiting' && facts.ranNs !== undefined && facts.file === file && facts.line === line
  );
}

const byPlace = (a: Place, b: Place): number => a.rank - b.rank || b.weight - a.weight;

const byKind = (a: Finding, b: Finding): number => kindOrder(a) - kindOrder(b);

const byFacts = (a: Placed, b: Placed): number =>
  JSON.stringify(a.finding) < JSON.stringify(b.finding) ? -1 : 1;

interface Placed extends Place {
  readonly finding: Finding;
}

function kindOrder({ kind }: Finding): number {
  return OWN_KINDS.findIndex(each => each === kind);
}

function placeOf(ranked: RankedFinding, found: readonly RankedFinding[], among: Among): Place {
  const own = ownPlace(ranked, among);
  const { finding } = ranked;
  if (!isSign(finding)) return own;
  const [source] = found
    .filter(each => isSource(each, finding))
    .map(each => ownPlace(each, among))
    .sort(byPlace);
  if (source === undefined) return own;
  // garbage is told after the first of the code that makes it, a block after all that is told of code, if that says where it was
  const after = finding.kind === 'garbage' ? source : { ...own, rank: source.rank + 0.5 };
  return { ...(byPlace(own, after) < 0 ? after : own), hasSource: true };
}

function ownPlace(ranked: RankedFinding, among: Among): Place {
  const { finding, weight } = ranked;
  let rank: Rank = finding.kind in RANK_OF ? RANK_OF[finding.kind as OwnKind] : 'fact';
  for (const { from, to, isMoved } of MOVES) if (from === rank && isMoved(ranked, among)) rank = to;
  return { rank: RANKS.indexOf(rank), weight };
}

/**
 * The first of some findings, in their order, and all remarks: none of a line gives way to another kind, but to what is said of
 * all lines before them. What comes of code that has a finding gives way to all others.
 */
function shownOf(placed: readonly Placed[]): readonly Finding[] {
  const ranked = placed.filter(({ finding }) => !isRemark(finding));
  const isFirst = ({ finding, rank }: Placed): boolean =>
    finding.kind === 'hotLine' ||
    (finding === ranked[0].finding && rank < RANKS.indexOf(RANK_OF.hotLine));
  const others = ranked.filter(each => !isFirst(each));
  const inTurn = [
    ...ranked.filter(isFirst),
    ...others.filter(({ hasSource }) => hasSource !== true),
    ...others.filter(({ hasSource }) => hasSource === true)
  ];
  const shown = new Set(inTurn.slice(0, MAX_FINDINGS));
  return placed
    .filter(each => shown.has(each) || isRemark(each.finding))
    .map(({ finding }) => finding);
}
