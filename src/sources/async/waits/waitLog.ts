import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { OwnMap } from '../../../base/intrinsics/ownMap';
import { selectRank } from '../../../base/stats';
import { NS_PER_MS } from '../../../base/time';
import type { Clock } from '../../../base/clock';
import { NOWHERE, type Operation } from './operations';

/** Waits that end within this time of each other are one, nanoseconds. */
const MIN_PERIOD_NS = 300_000n;

/** A turn of the event loop without idle time is noted only this long after the previous wait, nanoseconds. */
const MIN_BETWEEN_TURNS_NS = BigInt(50 * NS_PER_MS);

/** The turns of the loop are read once in this many looks, since that takes longer than reading the idle time. */
const LOOKS_PER_COUNT = 8;

/** The most waits that are kept. Beyond that, neighbours are joined. */
const MAX_WAITS = 100_000;

/** A wait this many times as long as the one that it is joined with keeps its place. */
const MUCH_LONGER = 10;

/** The most awaits that a wait keeps of those that resumed after it. A wait with this many may have had more. */
export const MAX_RESUMED = 16;

/**
 * How many times as long as the longest captured wait at its place a foreseen wait may be, and how much longer,
 * nanoseconds.
 */
const MOST_TIMES = 2;
const MOST_MORE_NS = 5 * NS_PER_MS;

/** The most awaits that are followed at a time until they resume. Later ones are not followed. */
const MAX_PENDING = 1 << 14;

/** An `await`, or a callback of `then`. */
export interface Await {
  /** Increases from one to the next. */
  readonly number: number;
  /** Number of the stack that it was captured with. */
  readonly stack: number;
  /** Distinguishes it from others with the same stack that start when the same code resumes. */
  readonly ordinal: number;
  /** Whether the stack was not captured but assumed to be that of others started here. */
  readonly isForeseen: boolean;
}

const CAPTURED: Pick<Await, 'ordinal' | 'isForeseen'> = { ordinal: 0, isForeseen: false };

/** The end of a stretch for which the event loop of a thread was idle. */
export interface Wait {
  /** The moment at which code ran again, on the clock of the log. */
  readonly endNs: bigint;
  /**
   * Time for which the loop was idle since the previous wait, as libuv measured it. While signals arrive, such as those
   * of the CPU sampler, it is only the time after the last one.
   */
  readonly idleNs: number;
  /** The number of awaits that had started by then: those with smaller numbers. */
  readonly begun: number;
  /** The first awaits that resumed after it. */
  readonly resumed: readonly Await[];
  /** Whether awaits with unknown places resumed as well. */
  readonly hasOthers: boolean;
  /** Whether one of those resumed before any known one. */
  readonly isUnknownFirst: boolean;
  /** Whether unknown awaits started after it and before the next wait. */
  readonly hasLost: boolean;
  /** Number of the captured stack that ended it, or -1. */
  readonly stack: number;
  /** The event that ended it, if that is known without a stack, or null. */
  readonly cause: string | null;
  /** The operation whose callback ended it, or null. */
  readonly operation: Operation | null;
}

const NOTHING_UNKNOWN = { hasOthers: false, isUnknownFirst: false, hasLost: false } as const;

type OpenWait = { -readonly [Name in keyof Wait]: Wait[Name] } & { readonly resumed: Await[] };

/** The clocks of a {@link WaitLog}. */
export interface WaitClocks {
  readonly clock: Clock;
  /** Time for which the event loop has been idle so far, milliseconds. */
  readonly idleMs: () => number;
  /** Turns of the event loop so far. */
  readonly turns: () => number;
}

/** Idle times of the event loop, and the awaits that resumed after each. */
export class WaitLog {
  readonly #all: OpenWait[] = [];
  /** Awaits that have not resumed yet, by number. */
  readonly #pending = new OwnMap<number, Await>();
  #begunSoFar = 0;
  #seenIdleNs: number;
  #seenTurns: number;
  #looks = 0;
  #lastEndNs = -MIN_PERIOD_NS;
  /** Whether something may have resumed unnoticed since the last wait. */
  #hasMissed = false;
  /** Whether nothing resumes any more after the last wait. */
  #lastIsOver = false;

  constructor(
    private readonly clocks: WaitClocks,
    private readonly maxWaits: number = MAX_WAITS
  ) {
    this.#seenIdleNs = this.#idleNs();
    this.#seenTurns = clocks.turns();
  }

  /** All waits so far, in order of time. */
  get waits(): readonly Wait[] {
    return this.#all;
  }

  /** The awaits that have not resumed, in order of their numbers. */
  get pending(): readonly Await[] {
    const all: Await[] = [];
    this.#pending.forEach(each => (all[all.length] = each));
    return all;
  }

  // hot
  /** Notes an await with its captured stack. */
  begin(stack: number, { ordinal, isForeseen } = CAPTURED): Await {
    const begun = { number: this.#begunSoFar++, stack, ordinal, isForeseen };
    if (this.#pending.size < MAX_PENDING) this.#pending.set(begun.number, begun);
    return begun;
  }

  // hot
  /**
   * Reads the idle time; true if a wait has just ended. If every turn of the loop has had events for long, a turn
   * counts as a wait without idle time, because code did not run without a break.
   */
  look(): boolean {
    const idleNs = this.#idleNs();
    if (idleNs === this.#seenIdleNs && !this.#hasTurned()) return false;
    const endNs = this.clocks.clock();
    if (endNs - this.#lastEndNs < MIN_PERIOD_NS) return false;
    const waitedNs = idleNs - this.#seenIdleNs;
    this.#lastEndNs = endNs;
    this.#lastIsOver = false;
    this.#seenIdleNs = idleNs;
    this.#seenTurns = this.clocks.turns();
    this.#makeRoom();
    this.#all[this.#all.length] = {
      endNs,
      idleNs: waitedNs,
      begun: this.#begunSoFar,
      resumed: [],
      ...NOTHING_UNKNOWN,
      hasOthers: this.#hasMissed,
      stack: -1,
      cause: null,
      operation: null
    };
    this.#hasMissed = false;
    return true;
  }

  // hot
  /** Whether a turn of the loop has started and ended since the previous wait, long after it. */
  #hasTurned(): boolean {
    if (++this.#looks % LOOKS_PER_COUNT !== 0) return false;
    if (this.clocks.turns() - this.#seenTurns < 2) return false;
    return this.clocks.clock() - this.#lastEndNs >= MIN_BETWEEN_TURNS_NS;
  }

  /** Reads the idle time after a pause, in which what resumed was not noted: a wait in it has no known await. */
  lookAgain(): void {
    if (!this.look()) {
      this.#hasMissed = true;
      return;
    }
    this.calledBack(NOWHERE);
    this.resume(undefined);
    this.lose();
    this.#lastIsOver = true;
  }

  /** Notes that an await starts, or may start, about which nothing else is noted. */
  lose(): void {
    const { length } = this.#all;
    if (length > 0) this.#all[length - 1].hasLost = true;
  }

  /** Notes a wait that ends now, in which `by` blocked the thread for `idleNs`. */
  blocked(by: Await, idleNs: number, cause: string): void {
    this.#pending.delete(by.number);
    this.#makeRoom();
    const endNs = this.clocks.clock();
    const begun = this.#begunSoFar;
    const resumed = [by];
    const known = { endNs, idleNs, begun, resumed, ...NOTHING_UNKNOWN, stack: -1, cause };
    this.#all[this.#all.length] = { ...known, operation: null };
  }

  // hot
  /** The number of an operation that starts. */
  nextNumber(): number {
    return this.#begunSoFar++;
  }

  // hot
  /** Notes the operation whose callback ended the newest wait, or that is part of that one. */
  calledBack(operation: Operation): void {
    if (this.#all.length > 0) this.#all[this.#all.length - 1].operation = operation;
  }

  // hot
  /** Notes the event that ended the newest wait. */
  causedBy(cause: string): void {
    if (this.#all.length > 0) this.#all[this.#all.length - 1].cause = cause;
  }

  /** Keeps the stack that ended the newest wait. */
  endedBy(stack: number): void {
    if (this.#all.length > 0) this.#all[this.#all.length - 1].stack = stack;
  }

  // hot
  /** Notes that an await resumes; undefined if it is unknown where it started. */
  resume(goesOn: Await | undefined): void {
    if (goesOn !== undefined) this.#pending.delete(goesOn.number);
    if (this.#all.length === 0 || this.#lastIsOver) return;
    const last = this.#all[this.#all.length - 1];
    if (goesOn === undefined) {
      last.hasOthers = true;
      last.isUnknownFirst ||= last.resumed.length === 0;
      return;
    }
    const { begun, resumed } = last;
    if (goesOn.number < begun && resumed.length < MAX_RESUMED) resumed[resumed.length] = goesOn;
  }

  #makeRoom(): void {
    if (this.#all.length >= this.maxWaits) intrinsics.aside(() => this.#join());
  }

  /**
   * Joins waits with the next one: those at the same place, and others if one of them is short. At least one in four is
   * removed.
   */
  #join(): void {
    const all = this.#all;
    const { length } = all;
    const lengths = new Float64Array(length);
    for (let at = 0; at < length; at++) lengths[at] = all[at].idleNs;
    const shortNs = selectRank(lengths, 0, length, length >> 1);
    let kept = 0;
    for (let at = 0; at < length; at++) {
      // awaits still resume after the last one
      const joined = at + 2 < length ? joinedWait(all[at], all[at + 1], shortNs) : null;
      all[kept++] = joined ?? all[at];
      if (joined !== null) at++;
    }
    all.length = kept;
  }

  #idleNs(): number {
    return this.clocks.idleMs() * NS_PER_MS;
  }
}

/**
 * Two waits as one that ends with the second. It has a place if both have the same, or one has nearly all of the time.
 */
function joinedWait(first: OpenWait, second: OpenWait, shortNs: number): OpenWait | null {
  const isSame = placeAfter(first) === placeAfter(second) && first.cause === second.cause;
  const [longer, shorter] = first.idleNs > second.idleNs ? [first, second] : [second, first];
  if (!isSame && shorter.idleNs > shortNs) return null;
  const { endNs, begun } = second;
  const hasLost = first.hasLost || second.hasLost;
  const both = { endNs, begun, hasLost, idleNs: first.idleNs + second.idleNs };
  if (isSame || longer.idleNs > MUCH_LONGER * shorter.idleNs) {
    const { resumed, hasOthers, isUnknownFirst, stack, cause, operation } = longer;
    return { ...both, hasOthers, isUnknownFirst, stack, cause, operation, resumed };
  }
  const unknown = { resumed: [], hasOthers: true, isUnknownFirst: true, stack: -1 };
  return { ...both, ...unknown, cause: null, operation: NOWHERE };
}

/**
 * The stack of the first await that resumed after a wait, or of the operation that called back; other numbers for none.
 */
function placeAfter({ resumed, hasOthers, operation }: Wait): number {
  if (resumed.length > 0) return resumed[0].stack;
  if (hasOthers) return -3;
  return operation?.stack ?? -2;
}

/**
 * The await that each of `waits` was spent in, or null: the first one with a place that resumed after the wait. If none
 * did, because only a part of what is awaited had ended, it is the await of the next wait, if that had started by then.
 * For waits after which nothing resumed until the end of the recording, it is the first `pending` await that started
 * since something last resumed. If only unknown awaits resumed, there is none.
 */
export function awaitsOf(
  waits: readonly Wait[],
  hasPlace: (each: Await) => boolean,
  pending: readonly Await[]
): (Await | null)[] {
  const found = waits.map(({ resumed }) => resumed.find(hasPlace) ?? null);
  const last = found.length - 1;
  if (found[last] === null && !waits[last].hasOthers) {
    const went = waits.filter(({ resumed, hasOthers }) => hasOthers || resumed.some(hasPlace));
    const before = went.pop();
    const { begun } = waits[last];
    const from = before?.begun ?? 0;
    const isWanted = (each: Await): boolean =>
      each.number >= from && each.number < begun && hasPlace(each);
    found[last] = pending.find(isWanted) ?? null;
  }
  for (let at = last - 1; at >= 0; at--) {
    const next = found[at + 1];
    if (found[at] !== null || next === null || waits[at].hasOthers) continue;
    if (next.number < waits[at].begun) found[at] = next;
  }
  return found;
}

/**
 * Drops awaits that were only foreseen and took much longer than any captured one at the same place: such a wait may
 * belong to the await after a loop. `durationsNs` are those of the waits.
 */
export function likelyAwaits<A extends Pick<Await, 'stack' | 'isForeseen'>>(
  awaits: readonly (A | null)[],
  durationsNs: readonly number[]
): (A | null)[] {
  const longest = new Map<number, number>();
  awaits.forEach((each, at) => {
    if (each === null || each.isForeseen) return;
    longest.set(each.stack, Math.max(longest.get(each.stack) ?? 0, durationsNs[at]));
  });
  return awaits.map((each, at) => {
    if (each?.isForeseen !== true) return each;
    const most = MOST_TIMES * (longest.get(each.stack) ?? 0) + MOST_MORE_NS;
    return durationsNs[at] > most ? null : each;
  });
}

/** An await that resumed, and the number of awaits that had started by then. */
interface Resumed {
  readonly each: Await;
  readonly begun: number;
}

/** A line of the user's that awaits something. */
export interface AwaitLine {
  readonly line: string;
  /** The function that the line is in, by its row. */
  readonly frame: number;
  /** Whether the line awaits itself, rather than code that it called. */
  readonly isOwn: boolean;
}

/**
 * The awaits that resumed after `waits` and overlapped another one of the same line. What a library awaits for one call
 * may overlap without the calls doing so: if a function awaits the calls itself, only those awaits of its line count.
 */
export function overlappingAwaits(
  waits: readonly Wait[],
  lineOf: (each: Await) => AwaitLine
): ReadonlySet<Await | null> {
  const byStack = new Map<number, AwaitLine>();
  const byFunction = new Map<string, { own: Resumed[]; inner: Resumed[]; line: string }>();
  for (const { resumed, begun } of waits) {
    for (const each of resumed) {
      const at = byStack.get(each.stack) ?? lineOf(each);
      byStack.set(each.stack, at);
      const key = `${at.frame} ${at.line}`;
      const awaits = byFunction.get(key) ?? { own: [], inner: [], line: at.line };
      byFunction.set(key, awaits);
      (at.isOwn ? awaits.own : awaits.inner).push({ each, begun });
    }
  }
  const byLine = new Map<string, Resumed[]>();
  for (const { own, inner, line } of byFunction.values()) {
    byLine.set(line, [...(byLine.get(line) ?? []), ...(own.length > 0 ? own : inner)]);
  }
  return new Set([...byLine.values()].flatMap(overlappingOf));
}

/** Awaits that started before an earlier one resumed, and those earlier ones. */
function overlappingOf(all: readonly Resumed[]): Await[] {
  const found: Await[] = [];
  let latest: Resumed | null = null;
  for (const one of [...all].sort((a, b) => a.each.number - b.each.number)) {
    if (latest !== null && one.each.number < latest.begun) found.push(latest.each, one.each);
    if (latest === null || one.begun > latest.begun) latest = one;
  }
  return found;
}
