import { max, min, toNumber } from '../../../base/intrinsics/ownFunctions';
import { nextRandom } from '../../../base/nextRandom';
import { NS_PER_MS } from '../../../base/time';
import type { Clock } from '../../../base/clock';

/** The shares of the elapsed time that capturing stacks and watching promises may each take. */
const MAX_SHARE = { stacks: 0.02, promises: 0.01 } as const;

/** Time allowed on top of these shares, so that short recordings see all of their awaits, nanoseconds. */
const FREE_NS = { stacks: 20 * NS_PER_MS, promises: 5 * NS_PER_MS } as const;

/**
 * Once the free time is spent, every stack is captured again as soon as this much of the budget has accumulated, as it
 * does during a wait of 0.1 s, nanoseconds.
 */
const RESERVE_NS = 2 * NS_PER_MS;

/**
 * How much of the budget for stacks may be used before only some are captured, chosen at random, and before none are.
 * Stacks that help to foresee later ones have priority; those of what ended a wait come last, because a few show the
 * cause of many.
 */
export const STACKS = {
  /** Up to this share every stack is captured, even if it was foreseen. */
  all: 0.3,
  foreseeable: { some: 0.8, none: 1 },
  others: { some: 0.4, none: 0.7 },
  ends: { some: 0.1, none: 0.5 }
} as const;

/** The cost of watching one promise without capturing its stack, nanoseconds. */
const PROMISE_COST_NS = 500;

/** Reading how long the thread has waited for a core takes some 10 µs: so often at most, nanoseconds. */
const QUEUED_LOOK_NS = 5 * NS_PER_MS;

/** Captures the stack of the calling code; returns its number, or -1. */
export interface WaitStacks {
  capture(): number;
  /** Whether a stack contains any of the user's code. */
  isOfUser(stack: number): boolean;
  /** The cost of capturing so far, nanoseconds. */
  readonly spentNs: number;
}

/** The dependencies of an {@link AwaitBudget}. */
export interface AwaitBudgetOptions {
  readonly clock: Clock;
  readonly stacks: WaitStacks;
  /** How long this thread has been ready to run so far while others had all cores, nanoseconds. */
  readonly queuedNs: () => number;
  /** Whether the profiler itself runs, for its own purposes: the code that called it waits for nothing that starts then. */
  readonly isAtOwnWork: () => boolean;
}

/**
 * What watching promises and capturing stacks may take. What a promise takes is known in CPU time, so time in which other
 * programs have the cores allows none; what stacks take is measured by the clock that also tells what they may.
 */
export class AwaitBudget {
  /** Promises that were watched since {@link reset}. */
  promises = 0;
  #spentBefore = 0;
  /** When the current budget started to grow, and what had been spent by then. */
  #allowedSince = { atNs: 0n, stacksNs: 0, promises: 0, queuedNs: 0 };
  /** When it was read how long the thread has waited for a core, and what that was. */
  #queued = { atNs: 0n, ns: 0 };
  #stacksAllowedNs: number = FREE_NS.stacks;
  #promisesAllowedNs: number = FREE_NS.promises;
  #random = 1;

  constructor(private readonly options: AwaitBudgetOptions) {}

  /** What was spent since {@link reset}, nanoseconds. */
  get spentNs(): number {
    return this.options.stacks.spentNs - this.#spentBefore + this.promises * PROMISE_COST_NS;
  }

  /** Counts from nothing. */
  reset(): void {
    this.#spentBefore = this.options.stacks.spentNs;
    this.promises = 0;
  }

  /** Gives code that starts now as much as the first code had. */
  renew(): void {
    const { clock, stacks } = this.options;
    const atNs = clock();
    this.#lookAtQueue(atNs);
    const { ns: queuedNs } = this.#queued;
    this.#allowedSince = { atNs, stacksNs: stacks.spentNs, promises: this.promises, queuedNs };
    this.allow();
  }

  // hot
  /** Whether another promise may be watched, as far as the budget was last updated. */
  get hasPromises(): boolean {
    const usedNs = (this.promises - this.#allowedSince.promises) * PROMISE_COST_NS;
    return usedNs <= this.#promisesAllowedNs;
  }

  /** The share of the budget for stacks that has been used, counting what has accumulated since; hardly more than 1. */
  get usedForStacks(): number {
    const allowedNs = this.#stacksAllowedNs;
    const usedNs = this.options.stacks.spentNs - this.#allowedSince.stacksNs;
    const share = usedNs / allowedNs;
    return usedNs < FREE_NS.stacks ? share : min(share, 1 - (allowedNs - usedNs) / RESERVE_NS);
  }

  // hot
  /**
   * Whether a stack may be captured. As the budget runs short, each stack has the same chance: otherwise only those
   * right after a wait would be captured.
   */
  mayCapture({ some, none }: { readonly some: number; readonly none: number }): boolean {
    if (this.usedForStacks < some) return true;
    this.allow();
    const used = this.usedForStacks;
    this.#random = nextRandom(this.#random);
    return this.#random / 0x7fffffff > (used - some) / (none - some);
  }

  /** Updates the budgets for the time that has passed. */
  allow(): void {
    const { atNs, queuedNs } = this.#allowedSince;
    const nowNs = this.options.clock();
    if (toNumber(nowNs - this.#queued.atNs) >= QUEUED_LOOK_NS) this.#lookAtQueue(nowNs);
    const elapsedNs = toNumber(nowNs - atNs);
    this.#stacksAllowedNs = FREE_NS.stacks + MAX_SHARE.stacks * elapsedNs;
    const withCoreNs = max(0, elapsedNs - (this.#queued.ns - queuedNs));
    this.#promisesAllowedNs = FREE_NS.promises + MAX_SHARE.promises * withCoreNs;
  }

  #lookAtQueue(atNs: bigint): void {
    this.#queued = { atNs, ns: this.options.queuedNs() };
  }
}
