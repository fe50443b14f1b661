import { OwnMap } from '../../../base/intrinsics/ownMap';
import { selectRank } from '../../../base/stats';
import { NS_PER_MS } from '../../../base/time';
import type { Clock } from '../../../record/time/clock';

/** Waits that end sooner after one another are one, nanoseconds. */
const MIN_PERIOD_NS = 300_000n;

/** Turns of the event loop in which it was not idle are noted so long after the wait before at least, nanoseconds. */
const MIN_BETWEEN_TURNS_NS = BigInt(50 * NS_PER_MS);

/** Turns are counted once in so many looks: that takes longer than looking at the idle time. */
const LOOKS_PER_COUNT = 8;

/** Waits that are kept at most; of more, neighbours are joined. */
const MAX_WAITS = 100_000;

/** A wait so many times as long as one that it is joined with keeps its place. */
const MUCH_LONGER = 10;

/**
 * Awaits that a wait keeps at most of those that went on after it: where it has so many, others may have gone on as well.
 */
export const MAX_RESUMED = 16;

/** A wait may be so many times as long as the longest at its place, and so much longer, nanoseconds. */
const MOST_TIMES = 2;
const MOST_MORE_NS = 5 * NS_PER_MS;

/** Awaits that are followed at a time until they go on; of more, the earlier ones are. */
const MAX_PENDING = 1 << 14;

/** An `await`, or a callback of `then`. */
export interface Await {
  /** Rises from one to the next. */
  readonly number: number;
  /** Number of the stack that it was captured with. */
  readonly stack: number;
  /** Tells it from others that begin with the same stack when the same code goes on. */
  readonly ordinal: number;
  /** Whether the stack was not captured, but taken to be that of others that began here. */
  readonly isForeseen: boolean;
}

const CAPTURED: Pick<Await, 'ordinal' | 'isForeseen'> = { ordinal: 0, isForeseen: false };

/** The end of a stretch for which the event loop of a thread was idle. */
export interface Wait {
  /** The moment at which code ran again, on the clock of the log. */
  readonly endNs: bigint;
  /**
   * Time for which the loop was idle since the wait before, as libuv measured it: while signals arrive,
   * as those of V8's CPU profiler do, it is only what came after the last one.
   */
  readonly idleNs: number;
  /** The number of awaits that had begun by then: those with smaller numbers. */
  readonly begun: number;
  /** The first awaits that went on after it. */
  readonly resumed: readonly Await[];
  /** Whether others went on as well, of which it is not known where they began. */
  readonly hasOthers: boolean;
  /** Whether one of those went on before any that is known. */
  readonly isUnknownFirst: boolean;
  /** Whether awaits began after it, and before the next one, of which nothing is known. */
  readonly hasLost: boolean;
  /** Number of the captured stack that ended it, or -1. */
  readonly stack: number;
  /** The event that ended it where that is known without a stack, or null. */
  readonly cause: string | null;
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

/** Idle times of the event loop, and the awaits that went on after each. */
export class WaitLog {
  readonly #all: OpenWait[] = [];
  /** Awaits that have not gone on yet, by number. */
  readonly #pending = new OwnMap<number, Await>();
  #begunSoFar = 0;
  #seenIdleNs: number;
  #seenTurns: number;
  #looks = 0;
  #lastEndNs = -MIN_PERIOD_NS;
  /** Whether nothing goes on any more after the last wait. */
  #lastIsOver = false;

  constructor(
    private readonly clocks: WaitClocks,
    private readonly maxWaits: number = MAX_WAITS
  ) {
    this.#seenIdleNs = this.#idleNs();
    this.#seenTurns = clocks.turns();
  }

  /** The waits so far, in order of time. */
  get waits(): readonly Wait[] {
    return this.#all;
  }

  /** The awaits that have not gone on, in order of their numbers. */
  get pending(): readonly Await[] {
    const all: Await[] = [];
    this.#pending.forEach(each => (all[all.length] = each));
    return all;
  }

  // hot
  /** Notes an await with the stack that it was captured with. */
  begin(stack: number, { ordinal, isForeseen } = CAPTURED): Await {
    const begun = { number: this.#begunSoFar++, stack, ordinal, isForeseen };
    if (this.#pending.size < MAX_PENDING) this.#pending.set(begun.number, begun);
    return begun;
  }

  // hot
  /**
   * Looks at the idle time; true if a wait has just ended. Where events were there at each turn of the loop for long, a turn
   * counts as a wait without idle time: code did not run without a pause.
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
      stack: -1,
      cause: null
    };
    return true;
  }

  // hot
  /** Whether a turn of the loop has begun and ended since the wait before, long after it. */
  #hasTurned(): boolean {
    if (++this.#looks % LOOKS_PER_COUNT !== 0) return false;
    if (this.clocks.turns() - this.#seenTurns < 2) return false;
    return this.clocks.clock() - this.#lastEndNs >= MIN_BETWEEN_TURNS_NS;
  }

  /** Looks after a time in which it was not noted what went on: no await is known for a wait in it. */
  lookAgain(): void {
    if (!this.look()) return;
    this.resume(undefined);
    this.lose();
    this.#lastIsOver = true;
  }

  /** Notes that an await begins, or may begin, of which nothing else is noted. */
  lose(): void {
    const { length } = this.#all;
    if (length > 0) this.#all[length - 1].hasLost = true;
  }

  /** Notes a wait that ends now, in which the thread was blocked by `by` for `idleNs`. */
  blocked(by: Await, idleNs: number, cause: string): void {
    this.#pending.delete(by.number);
    this.#makeRoom();
    const endNs = this.clocks.clock();
    const begun = this.#begunSoFar;
    const resumed = [by];
    const known = { endNs, idleNs, begun, resumed, ...NOTHING_UNKNOWN, stack: -1, cause };
    this.#all[this.#all.length] = known;
  }

  /** Keeps the stack that ended the newest wait. */
  endedBy(stack: number): void {
    if (this.#all.length > 0) this.#all[this.#all.length - 1].stack = stack;
  }

  // hot
  /** Notes that an await goes on; undefined for one of which it is not known where it began. */
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

  /**
   * Joins waits with the next one where there are too many: those at one place, and others if one of them is short. At
   * least one in four goes.
   */
  #makeRoom(): void {
    const all = this.#all;
    const { length } = all;
    if (length < this.maxWaits) return;
    const lengths = new Float64Array(length);
    for (let at = 0; at < length; at++) lengths[at] = all[at].idleNs;
    const shortNs = selectRank(lengths, 0, length, length >> 1);
    let kept = 0;
    for (let at = 0; at < length; at++) {
      // after the last one, awaits still go on
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

/** Two waits as one that ends with the second; it has a place if both have the same, or one has nearly all of the time. */
function joinedWait(first: OpenWait, second: OpenWait, shortNs: number): OpenWait | null {
  const isSame = placeAfter(first) === placeAfter(second) && first.cause === second.cause;
  const [longer, shorter] = first.idleNs > second.idleNs ? [first, second] : [second, first];
  if (!isSame && shorter.idleNs > shortNs) return null;
  const { endNs, begun } = second;
  const hasLost = first.hasLost || second.hasLost;
  const both = { endNs, begun, hasLost, idleNs: first.idleNs + second.idleNs };
  if (isSame || longer.idleNs > MUCH_LONGER * shorter.idleNs) {
    const { resumed, hasOthers, isUnknownFirst, stack, cause } = longer;
    return { ...both, hasOthers, isUnknownFirst, stack, cause, resumed };
  }
  return { ...both, resumed: [], hasOthers: true, isUnknownFirst: true, stack: -1, cause: null };
}

/** The stack of the first await that went on after a wait; other numbers for none. */
function placeAfter({ resumed, hasOthers }: Wait): number {
  if (resumed.length > 0) return resumed[0].stack;
  return hasOthers ? -3 : -2;
}

/**
 * The await that each of `waits` was spent in, or null: the first one with a place that went on
 * afterwards. If none did, because what ended the wait was only a part of what is awaited, the one of the
 * next wait, if it had begun by then. Of those that nothing went on after until the end of the recording,
 * the first await that began since something last did, and is `pending`. Where only others went on, none
 * is named.
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
 * The same without those that were only foreseen and were waited for much longer than any at the same place whose
 * stack was captured, as the one after a loop may be; `durationsNs` are those of the waits.
 */
export function likelyAwaits(
  awaits: readonly (Await | null)[],
  durationsNs: readonly number[]
): (Await | null)[] {
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

/** An await that went on, and the number of awaits that had begun by then. */
interface Resumed {
  readonly each: Await;
  readonly begun: number;
}

/** Those of the awaits that went on after `waits` that were waited for while another at the same place was. */
export function overlappingAwaits(
  waits: readonly Wait[],
  placeOf: (each: Await) => string
): ReadonlySet<Await | null> {
  const byPlace = new Map<string, Resumed[]>();
  const stacks = new Map<number, Resumed[]>();
  const ofStack = (each: Await): Resumed[] => {
    const place = placeOf(each);
    const before = byPlace.get(place) ?? [];
    byPlace.set(place, before);
    stacks.set(each.stack, before);
    return before;
  };
  const all = waits.flatMap(({ resumed, begun }) => resumed.map(each => ({ each, begun })));
  for (const one of all) (stacks.get(one.each.stack) ?? ofStack(one.each)).push(one);
  return new Set([...byPlace.values()].flatMap(overlappingOf));
}

/** Those that began before one that had begun earlier went on, and these. */
function overlappingOf(all: readonly Resumed[]): Await[] {
  const found: Await[] = [];
  let latest: Resumed | null = null;
  for (const one of [...all].sort((a, b) => a.each.number - b.each.number)) {
    if (latest !== null && one.each.number < latest.begun) found.push(latest.each, one.each);
    if (latest === null || one.begun > latest.begun) latest = one;
  }
  return found;
}
