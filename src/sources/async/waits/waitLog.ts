import { NS_PER_MS } from '../../../base/time';
import type { Clock } from '../../../record/time/clock';

/** Waits that end sooner after one another are one, nanoseconds. */
const MIN_PERIOD_NS = 300_000n;

/** Waits that are kept at most. */
const MAX_WAITS = 200_000;

/** Awaits that a wait keeps at most of those that went on after it. */
const MAX_RESUMED = 8;

/** Number of an await that is not known. */
export const NO_AWAIT = -1;

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
  /** Numbers of the first awaits that went on after it. */
  readonly resumed: readonly number[];
  /** Number of the captured stack that ended it, or -1. */
  readonly stack: number;
  /** The event that ended it where that is known without a stack, or null. */
  readonly cause: string | null;
}

type OpenWait = { -readonly [Name in keyof Wait]: Wait[Name] } & { readonly resumed: number[] };

/** The clocks of a {@link WaitLog}. */
export interface WaitClocks {
  readonly clock: Clock;
  /** Time for which the event loop has been idle so far, milliseconds. */
  readonly idleMs: () => number;
}

/** Idle times of the event loop, and the awaits that went on after each. */
export class WaitLog {
  private readonly all: OpenWait[] = [];
  private readonly stackOfAwait: number[] = [];
  private seenIdleNs: number;
  private lastEndNs = -MIN_PERIOD_NS;
  private refused = 0;

  constructor(
    private readonly clocks: WaitClocks,
    private readonly maxWaits: number = MAX_WAITS
  ) {
    this.seenIdleNs = this.idleNs();
  }

  /** The waits so far, in order of time. */
  get waits(): readonly Wait[] {
    return this.all;
  }

  /** Waits that did not fit. */
  get dropped(): number {
    return this.refused;
  }

  /** Number of the captured stack of an await. */
  stackOf(number: number): number {
    return this.stackOfAwait[number];
  }

  // hot
  /** Notes an await with the stack that it was captured with, and returns its number. */
  begin(stack: number): number {
    const number = this.stackOfAwait.length;
    this.stackOfAwait[number] = stack;
    return number;
  }

  // hot
  /** Looks at the idle time; true if a wait has just ended. */
  look(): boolean {
    const idleNs = this.idleNs();
    if (idleNs === this.seenIdleNs) return false;
    const endNs = this.clocks.clock();
    if (endNs - this.lastEndNs < MIN_PERIOD_NS) return false;
    const waitedNs = idleNs - this.seenIdleNs;
    this.lastEndNs = endNs;
    this.seenIdleNs = idleNs;
    if (this.all.length >= this.maxWaits) {
      this.refused++;
      return false;
    }
    this.all[this.all.length] = {
      endNs,
      idleNs: waitedNs,
      begun: this.stackOfAwait.length,
      resumed: [],
      stack: -1,
      cause: null
    };
    return true;
  }

  /** Notes a wait that ends now, in which the thread was blocked by the await `number` for `idleNs`. */
  blocked(number: number, idleNs: number, cause: string): void {
    if (this.all.length >= this.maxWaits) {
      this.refused++;
      return;
    }
    const endNs = this.clocks.clock();
    const begun = this.stackOfAwait.length;
    this.all[this.all.length] = { endNs, idleNs, begun, resumed: [number], stack: -1, cause };
  }

  /** Keeps the stack that ended the newest wait. */
  endedBy(stack: number): void {
    if (this.all.length > 0) this.all[this.all.length - 1].stack = stack;
  }

  // hot
  /** Notes that an await goes on. */
  resume(number: number): void {
    if (this.all.length === 0) return;
    const { begun, resumed } = this.all[this.all.length - 1];
    if (number < begun && resumed.length < MAX_RESUMED) resumed[resumed.length] = number;
  }

  private idleNs(): number {
    return this.clocks.idleMs() * NS_PER_MS;
  }
}

/**
 * The await that each wait was spent in, by number, or {@link NO_AWAIT}: the first one with a place that
 * went on afterwards. If none did, because what ended the wait was only a part of what is awaited, the
 * one of the next wait, if it had begun by then. Of those that nothing went on after until the end of
 * the recording, the first await that began since something last did.
 */
export function awaitsOf(waits: readonly Wait[], hasPlace: (await: number) => boolean): number[] {
  const found = waits.map(({ resumed }) => resumed.find(hasPlace) ?? NO_AWAIT);
  const last = found.length - 1;
  if (found[last] === NO_AWAIT) found[last] = firstPending(waits, hasPlace);
  for (let at = last - 1; at >= 0; at--) {
    if (found[at] === NO_AWAIT && found[at + 1] < waits[at].begun) found[at] = found[at + 1];
  }
  return found;
}

/** The first await that began after the last wait that something went on after, and is still pending. */
function firstPending(waits: readonly Wait[], hasPlace: (await: number) => boolean): number {
  const before = waits.filter(({ resumed }) => resumed.some(hasPlace)).pop();
  const goneOn = new Set(waits.flatMap(({ resumed }) => resumed));
  const { begun } = waits[waits.length - 1];
  for (let number = before?.begun ?? 0; number < begun; number++) {
    if (!goneOn.has(number) && hasPlace(number)) return number;
  }
  return NO_AWAIT;
}
