import { performance } from 'node:perf_hooks';
import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { hiddenFromHooks, hookCallbacks } from '../../process/nodeInternals';
import { toNumber } from '../../../base/intrinsics/ownFunctions';
import { OwnMap, OwnWeakMap } from '../../../base/intrinsics/ownMap';
import { NS_PER_MS } from '../../../base/time';
import { type BlockedWaitListener, blockedWaits } from '../../process/blockedWaits';
import { hookPromises } from '../../process/promiseListeners';
import { AwaitBudget, type AwaitBudgetOptions, STACKS } from './awaitBudget';
import { ForeseenAwaits } from './foreseenAwaits';
import { type BegunOperation, type CalledBack, Operations, operationType } from './operations';
import { type Await, WaitLog } from './waitLog';

/** How long watching pauses once it has become too expensive, milliseconds. */
const PAUSE_MS = 20;

/** Waits that block the thread for less than this are not logged on their own, nanoseconds. */
const MIN_BLOCKED_NS = 300_000;

/** A wait that blocks the thread for longer than this gets its stack whatever the budget, nanoseconds. */
const LONG_BLOCKED_NS = 10 * NS_PER_MS;

/** Node's names for callbacks of `process.nextTick`, and for timers. */
const TICK = 'TickObject';
const TIMER = 'Timeout';

/** Types of Node's operations that settle a promise: the `await` of that promise says everything about them. */
const FOR_PROMISES = new OwnMap<string, true>([
  ['FSREQPROMISE', true],
  ['FILEHANDLE', true],
  ['FILEHANDLECLOSEREQ', true]
]);

/**
 * Replaces the stack of a timer that was not set by the user's code, such as the profiler's own: it never ends a wait.
 */
const NOBODYS = -2;

/** Represents every await whose stack was not captured. */
const SKIPPED: Await = { number: -1, stack: -1, ordinal: 0, isForeseen: false };

/** The event loop counters that a runtime provides. Deno provides none. */
interface LoopTiming {
  readonly idleTime?: number;
  readonly uvMetricsInfo?: { readonly loopCount: number };
}

/**
 * Watches promises while it has users: where code starts waiting for one, and how long the event loop is idle until
 * that code resumes. Capturing stacks may take 2 % of the time. When that runs short, stacks that can be foreseen are
 * not captured, and of the others only some, chosen at random; the remaining awaits are unknown, and time waited in
 * them has no place. If watching promises alone would take more than 1 %, it pauses.
 */
export class AwaitWatch implements BlockedWaitListener {
  readonly #users = new Set<object>();
  #awaits = new OwnWeakMap<object, Await>();
  #current: WaitLog | null = null;
  #stopHooks: (() => void) | null = null;
  readonly #operations = new Operations();
  readonly #foreseenOperations = new ForeseenAwaits();
  /** Whether the callback that ended the newest wait is running and has not waited again yet. */
  #isEndingWait = false;
  /** Whether the operation of that callback is unknown. */
  #isEndUnknown = false;
  readonly #foreseen = new ForeseenAwaits();
  #pause: NodeJS.Timeout | null = null;
  readonly #budget: AwaitBudget;
  /** Time of short blocking waits that is not in the log yet, nanoseconds. */
  #blockedNs = 0;
  #hasPaused = false;

  constructor(private readonly options: AwaitBudgetOptions) {
    this.#budget = new AwaitBudget(options);
  }

  /** Everything seen since the first of the current users was added; null before that. */
  get log(): WaitLog | null {
    return this.#current;
  }

  /** The cost of watching since then, nanoseconds. */
  get spentNs(): number {
    return this.#budget.spentNs;
  }

  /** Adds a user. */
  acquire(user: object): void {
    this.#users.add(user);
    if (this.#users.size === 1) this.#begin();
  }

  /** Removes a user. After the last one, promises are no longer hooked. */
  release(user: object): void {
    // during a pause nothing is noted
    if (this.#stopHooks === null) this.#current?.lookAgain();
    else this.#current?.look();
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    this.#unhook();
    blockedWaits.remove(this);
    if (this.#pause) clearTimeout(this.#pause);
    this.#pause = null;
  }

  /** Resets the budget, so that code which starts now gets as much as the first code did. */
  renew(): void {
    this.#budget.renew();
    if (this.#pause === null) return;
    clearTimeout(this.#pause);
    this.#goOn();
  }

  /** A blocking wait is reported by the code that blocks. Short ones are added to the next one. */
  blocks(cause: string): () => void {
    const { clock } = this.options;
    this.#look();
    const startNs = clock();
    return () => {
      this.#blockedNs += toNumber(clock() - startNs);
      if (this.#blockedNs >= MIN_BLOCKED_NS) this.#blocked(cause);
    };
  }

  /** If the budget does not allow a stack now, the wait is added to the next one. */
  #blocked(cause: string): void {
    const current = this.#current;
    const blockedNs = this.#blockedNs;
    this.#budget.allow();
    if (this.#budget.usedForStacks >= 1 && blockedNs < LONG_BLOCKED_NS) return;
    this.#blockedNs = 0;
    current?.blocked(current.begin(this.options.stacks.capture()), blockedNs, cause);
  }

  #begin(): void {
    this.#awaits = new OwnWeakMap();
    this.#operations.clear();
    this.#foreseenOperations.clear();
    this.#isEndingWait = false;
    this.#isEndUnknown = false;
    const { nodeTiming } = performance as { readonly nodeTiming: LoopTiming };
    this.#current = new WaitLog({
      clock: this.options.clock,
      idleMs: () => nodeTiming.idleTime ?? 0,
      turns: () => nodeTiming.uvMetricsInfo?.loopCount ?? 0
    });
    this.#budget.reset();
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
    const stopCallbacks = hookCallbacks({
      init: (asyncId, type, startedBy, resource) => {
        if (type !== 'PROMISE') this.#begunOperation(asyncId, startedBy, { type, resource });
      },
      before: asyncId => this.#callsBack(asyncId),
      after: () => {
        this.#isEndingWait = false;
        this.#isEndUnknown = false;
        this.#foreseenOperations.ended();
      }
    });
    this.#stopHooks = () => {
      stopHooks();
      stopCallbacks?.();
    };
  }

  #unhook(): void {
    const stopHooks = this.#stopHooks;
    this.#stopHooks = null;
    if (stopHooks) intrinsics.own(stopHooks);
  }

  // hot
  /** V8 gives a parent to the promises that it makes for an `await`, and to those that `then` returns. */
  #began(promise: object, parent: object | undefined): void {
    this.#budget.promises++;
    if (parent === undefined || this.#current === null) return;
    if (!this.#budget.hasPromises && !this.#mayGoOn()) return;
    this.#awaits.set(promise, this.#begunNow(this.#current));
  }

  // hot
  #begunOperation(asyncId: number, startedBy: number, called: CalledBack): void {
    this.#budget.promises++;
    const log = this.#current;
    if (log === null || (!this.#budget.hasPromises && !this.#mayGoOn())) return;
    const foreseen = this.#foreseenOperations.foresee();
    const isForeseen = foreseen >= 0 && this.#budget.usedForStacks > STACKS.all;
    const stack = isForeseen ? foreseen : this.#stackOfOperation(startedBy, called);
    if (stack === null) return;
    this.#operations.set({
      ...{ asyncId, stack, number: log.nextNumber(), isForeseen },
      ordinal: this.#foreseenOperations.ordinal,
      ...operationType(called)
    });
  }

  /**
   * The stack that an operation was started from. If its own stack has none of the user's code, this is the stack of
   * the operation whose callback is running. -1 if unknown; null if no code of the user's started it.
   */
  #stackOfOperation(startedBy: number, { type }: CalledBack): number | null {
    if (FOR_PROMISES.has(type)) return -1;
    if (this.options.isAtOwnWork()) return type === TIMER ? NOBODYS : null;
    const { stacks } = this.options;
    const captured = this.#budget.mayCapture(type === TICK ? STACKS.ends : STACKS.others)
      ? stacks.capture()
      : -1;
    const startedAt = this.#operations.get(startedBy)?.stack;
    const isOwn = stacks.isOfUser(captured);
    // any line of the running code may have started it
    if (captured < 0) return -1;
    if (!isOwn && startedAt === undefined) return type === TIMER ? NOBODYS : null;
    const stack = isOwn ? captured : (startedAt ?? -1);
    this.#foreseenOperations.learn(stack);
    return stack;
  }

  // hot
  /** Callbacks that Node nests in one before any code of the program runs, as sockets do, say more about the wait. */
  #callsBack(asyncId: number): void {
    const log = this.#current;
    const operation = this.#operations.get(asyncId);
    if (operation?.stack === NOBODYS) return;
    this.#foreseenOperations.goesOn(operation?.stack ?? -1, operation?.ordinal ?? 0);
    if (log?.look() === true) {
      this.#isEndingWait = true;
      this.#endedBy(log, operation);
    } else if (this.#isEndingWait && operation !== undefined) log?.calledBack(operation);
  }

  // hot
  #endedBy(log: WaitLog, operation: BegunOperation | undefined): void {
    this.#isEndUnknown = operation === undefined;
    if (operation === undefined) return;
    log.calledBack(operation);
    if (operation.cause === null) log.endedBy(operation.stack);
    else log.causedBy(operation.cause);
  }

  // hot
  #begunNow(log: WaitLog): Await {
    const foreseen = this.#foreseen;
    const known = foreseen.foresee();
    if (known >= 0 && this.#budget.usedForStacks > STACKS.all) return this.#assumed(log, known);
    if (!this.#budget.mayCapture(foreseen.isLearning ? STACKS.foreseeable : STACKS.others)) {
      return this.#assumed(log, foreseen.likely);
    }
    const stack = this.options.stacks.capture();
    if (stack < 0) return this.#assumed(log, stack);
    foreseen.learn(stack);
    return log.begin(stack, { ordinal: foreseen.ordinal, isForeseen: false });
  }

  // hot
  /** An await that is assumed to have the given stack without capturing it; -1 if there is none to assume. */
  #assumed(log: WaitLog, stack: number): Await {
    if (stack < 0) {
      log.lose();
      return SKIPPED;
    }
    return log.begin(stack, { ordinal: this.#foreseen.ordinal, isForeseen: true });
  }

  // hot
  #goesOn(promise: object): void {
    this.#look();
    const begun = this.#awaits.get(promise);
    const { stack, ordinal } = begun ?? SKIPPED;
    this.#foreseen.goesOn(stack, ordinal);
    if (begun !== undefined && begun !== SKIPPED) this.#current?.resume(begun);
    // awaits that started before the recording are ignored
    else if (begun === SKIPPED || this.#hasPaused) this.#current?.resume(undefined);
  }

  // hot
  /** The first one after a wait has the stack of what ended the wait, such as a timer. */
  #look(): void {
    if (this.#current === null || !(this.#current.look() || this.#isEndUnknown)) return;
    this.#isEndUnknown = false;
    if (this.#budget.mayCapture(STACKS.ends)) this.#current.endedBy(this.options.stacks.capture());
  }

  /**
   * Updates the budgets, and pauses if the one for promises is used up. Node goes on calling hooks that were ended amid
   * a call until that returns, also for the timer of the pause.
   */
  #mayGoOn(): boolean {
    if (this.#stopHooks === null) return false;
    this.#budget.allow();
    if (this.#budget.hasPromises) return true;
    this.#unhook();
    this.#current?.lose();
    // what resumes after the last wait is not noted any more
    this.#current?.resume(undefined);
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
