import { performance } from 'node:perf_hooks';
import { promiseHooks } from 'node:v8';
import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { OwnWeakMap } from '../../../base/intrinsics/ownMap';
import { NS_PER_MS } from '../../../base/time';
import type { Clock } from '../../../record/time/clock';
import type { BlockedWaitListener } from '../../v8/blockedWaits';
import { blockedWaits } from '../../v8/blockedWaits';
import type { Await } from './waitLog';
import { WaitLog } from './waitLog';

/** The part of the elapsed time that watching may take. */
const MAX_SHARE = 0.01;

/** What it may take besides, so that short recordings see all of their awaits, nanoseconds. */
const FREE_NS = 5 * NS_PER_MS;

/** What a promise costs that is watched, besides its stack, nanoseconds. */
const PROMISE_COST_NS = 300;

/** Time after which watching goes on once it has been too expensive, milliseconds. */
const PAUSE_MS = 20;

/** Waits that block the thread for less than this are not told by themselves, nanoseconds. */
const MIN_BLOCKED_NS = 300_000;

/** A wait that blocks the thread for longer is told with its stack, whatever watching has cost, nanoseconds. */
const LONG_BLOCKED_NS = 10 * NS_PER_MS;

/** Captures the stack of the code that calls; returns its number, or -1. */
export interface WaitStacks {
  capture(): number;
  /** The cost of capturing so far, nanoseconds. */
  readonly spentNs: number;
}

/** The surroundings of an {@link AwaitWatch}. */
export interface AwaitWatchOptions {
  readonly clock: Clock;
  readonly stacks: WaitStacks;
}

/**
 * Watches promises for as long as anyone wants: where code begins to wait for one, and how long the
 * event loop was idle until it went on. Where there are so many promises that this would take more than
 * 1 % of the time it pauses: then nothing but the time is known of some waits.
 */
export class AwaitWatch implements BlockedWaitListener {
  private readonly users = new Set<object>();
  private awaits = new OwnWeakMap<object, Await>();
  private current: WaitLog | null = null;
  private stopHooks: (() => void) | null = null;
  private pause: NodeJS.Timeout | null = null;
  private startedNs = 0n;
  private spentBefore = 0;
  private promises = 0;
  private allowedNs = FREE_NS;
  /** Time of blocked waits that is not in the log, nanoseconds. */
  private blockedNs = 0;

  constructor(private readonly options: AwaitWatchOptions) {}

  /** What was seen since the first of the present users came; null before the first. */
  get log(): WaitLog | null {
    return this.current;
  }

  /** The cost of watching since then, nanoseconds. */
  get spentNs(): number {
    return this.options.stacks.spentNs - this.spentBefore + this.promises * PROMISE_COST_NS;
  }

  /** Watches for one user more. */
  acquire(user: object): void {
    this.users.add(user);
    if (this.users.size === 1) this.begin();
  }

  /** Watches for one user less; with the last one promises are as they were. */
  release(user: object): void {
    this.current?.look();
    if (!this.users.delete(user) || this.users.size > 0) return;
    this.unhook();
    blockedWaits.remove(this);
    if (this.pause) clearTimeout(this.pause);
    this.pause = null;
  }

  /** A wait that blocks the thread is told, not looked for. Short ones count with the one that follows. */
  blocks(cause: string): () => void {
    const { clock } = this.options;
    this.look();
    const startNs = clock();
    return () => {
      this.blockedNs += Number(clock() - startNs);
      if (this.blockedNs >= MIN_BLOCKED_NS) this.blocked(cause);
    };
  }

  /** Where a stack is too expensive at present, the wait counts with those that follow. */
  private blocked(cause: string): void {
    const { current, blockedNs } = this;
    const elapsedNs = Number(this.options.clock() - this.startedNs);
    const isAffordable = this.spentNs <= FREE_NS + MAX_SHARE * elapsedNs;
    if (!isAffordable && blockedNs < LONG_BLOCKED_NS) return;
    this.blockedNs = 0;
    current?.blocked(current.begin(this.options.stacks.capture()), blockedNs, cause);
  }

  private begin(): void {
    const { clock, stacks } = this.options;
    this.awaits = new OwnWeakMap();
    const { nodeTiming } = performance as { readonly nodeTiming: { readonly idleTime?: number } };
    // Deno counts no idle time.
    this.current = new WaitLog({ clock, idleMs: () => nodeTiming.idleTime ?? 0 });
    this.startedNs = clock();
    this.spentBefore = stacks.spentNs;
    this.promises = 0;
    this.allowedNs = FREE_NS;
    this.blockedNs = 0;
    blockedWaits.add(this);
    this.hook();
  }

  private hook(): void {
    this.stopHooks ??= promiseHooks.createHook({
      init: (promise, parent) => this.began(promise, parent),
      before: promise => this.goesOn(promise),
      settled: () => this.look()
    }) as () => void;
  }

  private unhook(): void {
    const { stopHooks } = this;
    this.stopHooks = null;
    if (stopHooks) intrinsics.own(stopHooks);
  }

  // hot
  /** A promise with a parent is what V8 makes of an `await`, or `then` returns. */
  private began(promise: object, parent: object | undefined): void {
    this.promises++;
    if (parent === undefined || this.current === null) return;
    if (this.spentNs > this.allowedNs && !this.mayGoOn()) return;
    const stack = this.options.stacks.capture();
    if (stack >= 0) this.awaits.set(promise, this.current.begin(stack));
  }

  // hot
  private goesOn(promise: object): void {
    this.look();
    const begun = this.awaits.get(promise);
    if (begun !== undefined) this.current?.resume(begun);
  }

  // hot
  /** The first of these after a wait has the stack of what ended it, such as a timer. */
  private look(): void {
    if (this.current?.look() !== true) return;
    if (this.spentNs <= this.allowedNs || this.mayGoOn()) {
      this.current.endedBy(this.options.stacks.capture());
    }
  }

  /** Allows for the time that has passed; pauses if it is not enough. */
  private mayGoOn(): boolean {
    const elapsedNs = Number(this.options.clock() - this.startedNs);
    this.allowedNs = FREE_NS + MAX_SHARE * elapsedNs;
    if (this.spentNs <= this.allowedNs) return true;
    this.unhook();
    this.pause ??= intrinsics.own(() => setTimeout(() => this.goOn(), PAUSE_MS).unref());
    return false;
  }

  private goOn(): void {
    this.pause = null;
    intrinsics.own(() => {
      if (this.users.size === 0) return;
      this.current?.look();
      this.hook();
    });
  }
}
