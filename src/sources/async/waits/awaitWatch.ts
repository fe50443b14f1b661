import { performance } from 'node:perf_hooks';
import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { hiddenFromHooks } from '../../process/nodeInternals';
import { OwnWeakMap } from '../../../base/intrinsics/ownMap';
import { nextRandom } from '../../../base/nextRandom';
import { NS_PER_MS } from '../../../base/time';
import type { Clock } from '../../../record/time/clock';
import { type BlockedWaitListener, blockedWaits } from '../../process/blockedWaits';
import { hookPromises } from '../../process/promiseListeners';
import { ForeseenAwaits } from './foreseenAwaits';
import { type Await, WaitLog } from './waitLog';

/** The part of the elapsed time that stacks may take, and watching besides. */
const MAX_SHARE = { stacks: 0.02, promises: 0.01 } as const;

/** Time allowed on top of these shares, so that short recordings see all of their awaits, nanoseconds. */
const FREE_NS = { stacks: 20 * NS_PER_MS, promises: 5 * NS_PER_MS } as const;

/**
 * Once the first part is spent, all stacks are captured again where so much of the share has been saved up, as during a
 * wait of 0.1 s, nanoseconds.
 */
const RESERVE_NS = 2 * NS_PER_MS;

/**
 * The parts of what stacks may take from which on some are captured, by chance, and none. Those by which others can be
 * foreseen later come first, those of what ended a wait last: a few show the cause of many.
 */
const STACKS = {
  /** Until then all are captured, also those that are foreseen. */
  all: 0.3,
  foreseeable: { some: 0.8, none: 1 },
  others: { some: 0.4, none: 0.7 },
  ends: { some: 0.1, none: 0.5 }
} as const;

/** What a promise costs that is watched, besides its stack, nanoseconds. */
const PROMISE_COST_NS = 500;

/** Time after which watching goes on once it has been too expensive, milliseconds. */
const PAUSE_MS = 20;

/** Waits that block the thread for less than this are not told by themselves, nanoseconds. */
const MIN_BLOCKED_NS = 300_000;

/** A wait that blocks the thread for longer is told with its stack, whatever watching has cost, nanoseconds. */
const LONG_BLOCKED_NS = 10 * NS_PER_MS;

/** Stands for all awaits whose stacks were not captured. */
const SKIPPED: Await = { number: -1, stack: -1, ordinal: 0, isForeseen: false };

/** Captures the stack of the code that calls; returns its number, or -1. */
export interface WaitStacks {
  capture(): number;
  /** The cost of capturing so far, nanoseconds. */
  readonly spentNs: number;
}

/** What a runtime counts of its event loop: Deno nothing. */
interface LoopTiming {
  readonly idleTime?: number;
  readonly uvMetricsInfo?: { readonly loopCount: number };
}

/** The surroundings of an {@link AwaitWatch}. */
export interface AwaitWatchOptions {
  readonly clock: Clock;
  readonly stacks: WaitStacks;
}

/**
 * Watches promises for as long as anyone wants: where code begins to wait for one, and how long the
 * event loop was idle until it went on. Stacks are captured for 2 % of the time; where that is not enough, those
 * that can be foreseen are not captured, and of the others some, by chance: then awaits are not known, and what
 * was waited for in them has no place. Where promises alone would take more than 1 % it pauses.
 */
export class AwaitWatch implements BlockedWaitListener {
  readonly #users = new Set<object>();
  #awaits = new OwnWeakMap<object, Await>();
  #current: WaitLog | null = null;
  #stopHooks: (() => void) | null = null;
  readonly #foreseen = new ForeseenAwaits();
  #pause: NodeJS.Timeout | null = null;
  #spentBefore = 0;
  #promises = 0;
  /** When what may be spent began to grow, and what had been spent by then. */
  #allowedSince = { atNs: 0n, stacksNs: 0, promises: 0 };
  /** Time of blocked waits that is not in the log, nanoseconds. */
  #blockedNs = 0;
  #stacksAllowedNs: number = FREE_NS.stacks;
  #promisesAllowedNs: number = FREE_NS.promises;
  #random = 1;
  #hasPaused = false;

  constructor(private readonly options: AwaitWatchOptions) {}

  /** What was seen since the first of the present users came; null before the first. */
  get log(): WaitLog | null {
    return this.#current;
  }

  /** The cost of watching since then, nanoseconds. */
  get spentNs(): number {
    return this.options.stacks.spentNs - this.#spentBefore + this.#promises * PROMISE_COST_NS;
  }

  /** Watches for one user more. */
  acquire(user: object): void {
    this.#users.add(user);
    if (this.#users.size === 1) this.#begin();
  }

  /** Watches for one user less; with the last one promises are as they were. */
  release(user: object): void {
    // nothing is noted in a pause
    if (this.#stopHooks === null) this.#current?.lookAgain();
    else this.#current?.look();
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    this.#unhook();
    blockedWaits.remove(this);
    if (this.#pause) clearTimeout(this.#pause);
    this.#pause = null;
  }

  /** Forgets what was spent: code that begins now may spend as much as at the start. */
  renew(): void {
    const { clock, stacks } = this.options;
    this.#allowedSince = { atNs: clock(), stacksNs: stacks.spentNs, promises: this.#promises };
    this.#allow();
    if (this.#pause === null) return;
    clearTimeout(this.#pause);
    this.#goOn();
  }

  /** A wait that blocks the thread is told, not looked for. Short ones count with the one that follows. */
  blocks(cause: string): () => void {
    const { clock } = this.options;
    this.#look();
    const startNs = clock();
    return () => {
      this.#blockedNs += Number(clock() - startNs);
      if (this.#blockedNs >= MIN_BLOCKED_NS) this.#blocked(cause);
    };
  }

  /** Where a stack is too expensive at present, the wait counts with those that follow. */
  #blocked(cause: string): void {
    const current = this.#current;
    const blockedNs = this.#blockedNs;
    this.#allow();
    if (this.#usedForStacks >= 1 && blockedNs < LONG_BLOCKED_NS) return;
    this.#blockedNs = 0;
    current?.blocked(current.begin(this.options.stacks.capture()), blockedNs, cause);
  }

  #begin(): void {
    const { clock, stacks } = this.options;
    this.#awaits = new OwnWeakMap();
    const { nodeTiming } = performance as { readonly nodeTiming: LoopTiming };
    this.#current = new WaitLog({
      clock,
      idleMs: () => nodeTiming.idleTime ?? 0,
      turns: () => nodeTiming.uvMetricsInfo?.loopCount ?? 0
    });
    this.#spentBefore = stacks.spentNs;
    this.#promises = 0;
    this.#blockedNs = 0;
    this.renew();
    this.#foreseen.clear();
    this.#hasPaused = false;
    blockedWaits.add(this);
    this.#hook();
  }

  /** @throws Error on a runtime that reports no promises */
  #hook(): void {
    if (this.#stopHooks !== null) return;
    const stopHooks = hookPromises({
      init: (promise, parent) => this.#began(promise, parent),
      before: promise => this.#goesOn(promise),
      after: () => this.#foreseen.ended(),
      settled: () => this.#look()
    });
    if (stopHooks === undefined) throw new Error('This runtime reports no promises');
    this.#stopHooks = stopHooks;
  }

  #unhook(): void {
    const stopHooks = this.#stopHooks;
    this.#stopHooks = null;
    if (stopHooks) intrinsics.own(stopHooks);
  }

  // hot
  /** A promise with a parent is what V8 makes of an `await`, or `then` returns. */
  #began(promise: object, parent: object | undefined): void {
    this.#promises++;
    if (parent === undefined || this.#current === null) return;
    if (this.#promisesNs > this.#promisesAllowedNs && !this.#mayGoOn()) return;
    this.#awaits.set(promise, this.#begunNow(this.#current));
  }

  // hot
  #begunNow(log: WaitLog): Await {
    const foreseen = this.#foreseen;
    const known = foreseen.foresee();
    if (known >= 0 && this.#usedForStacks > STACKS.all) return this.#assumed(log, known);
    if (!this.#mayCapture(foreseen.isLearning ? STACKS.foreseeable : STACKS.others)) {
      return this.#assumed(log, foreseen.likely);
    }
    const stack = this.options.stacks.capture();
    if (stack < 0) return this.#assumed(log, stack);
    foreseen.learn(stack);
    return log.begin(stack, { ordinal: foreseen.ordinal, isForeseen: false });
  }

  // hot
  /** An await that is taken to be at a stack without looking; -1 where none is known. */
  #assumed(log: WaitLog, stack: number): Await {
    if (stack < 0) {
      log.lose();
      return SKIPPED;
    }
    return log.begin(stack, { ordinal: this.#foreseen.ordinal, isForeseen: true });
  }

  /** What watching promises may have cost of what is allowed. */
  get #promisesNs(): number {
    return (this.#promises - this.#allowedSince.promises) * PROMISE_COST_NS;
  }

  /** The part of what stacks may take that they took, or of what was saved up since; at most 1, or little more. */
  get #usedForStacks(): number {
    const allowedNs = this.#stacksAllowedNs;
    const usedNs = this.options.stacks.spentNs - this.#allowedSince.stacksNs;
    const share = usedNs / allowedNs;
    return usedNs < FREE_NS.stacks ? share : Math.min(share, 1 - (allowedNs - usedNs) / RESERVE_NS);
  }

  // hot
  /**
   * Whether a stack may be captured. Where time gets short it is so by chance, for each the same: otherwise it would
   * be those that come first after each wait.
   */
  #mayCapture({ some, none }: { readonly some: number; readonly none: number }): boolean {
    if (this.#usedForStacks < some) return true;
    this.#allow();
    const used = this.#usedForStacks;
    this.#random = nextRandom(this.#random);
    return this.#random / 0x7fffffff > (used - some) / (none - some);
  }

  // hot
  #goesOn(promise: object): void {
    this.#look();
    const begun = this.#awaits.get(promise);
    const { stack, ordinal } = begun ?? SKIPPED;
    this.#foreseen.goesOn(stack, ordinal);
    if (begun !== undefined && begun !== SKIPPED) this.#current?.resume(begun);
    // those that began before the recording are nobody's
    else if (begun === SKIPPED || this.#hasPaused) this.#current?.resume(undefined);
  }

  // hot
  /** The first of these after a wait has the stack of what ended it, such as a timer. */
  #look(): void {
    if (this.#current?.look() !== true) return;
    if (this.#mayCapture(STACKS.ends)) this.#current.endedBy(this.options.stacks.capture());
  }

  /** Allows for the time that has passed. */
  #allow(): void {
    const elapsedNs = Number(this.options.clock() - this.#allowedSince.atNs);
    this.#stacksAllowedNs = FREE_NS.stacks + MAX_SHARE.stacks * elapsedNs;
    this.#promisesAllowedNs = FREE_NS.promises + MAX_SHARE.promises * elapsedNs;
  }

  /** Allows for the time that has passed; pauses if it is not enough. */
  #mayGoOn(): boolean {
    this.#allow();
    if (this.#promisesNs <= this.#promisesAllowedNs) return true;
    this.#unhook();
    this.#current?.lose();
    this.#hasPaused = true;
    this.#pause ??= intrinsics.own(() =>
      hiddenFromHooks(() => setTimeout(() => this.#goOn(), PAUSE_MS).unref())
    );
    return false;
  }

  #goOn(): void {
    this.#pause = null;
    intrinsics.own(() => {
      if (this.#users.size === 0) return;
      this.#current?.lookAgain();
      this.#hook();
    });
  }
}
