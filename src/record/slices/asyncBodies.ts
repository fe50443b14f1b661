import { OwnMap } from '../../base/intrinsics/ownMap';
import { RUNNING_ARG } from '../../model/profile/argKeys';
import type { ArgLog } from './argLog';
import type { AsyncBody, AsyncBodyStore, ContinuationListener } from './asyncBody';
import type { Clock } from '../../base/clock';
import { NO_TOKEN, type SliceStore, type Token } from './sliceStore';

/** Open asynchronous slices that are followed at a time: some never end. */
const MAX_ON_LANES = 1 << 16;

/** Options of following bodies; see {@link AsyncBodies.follow}. */
export interface Following {
  /** Follow every function; else only those that are written `async`. */
  readonly everything: boolean;
  /** Measure the running time of each asynchronous slice. */
  readonly running: boolean;
}

const NOTHING: Following = { everything: false, running: false };

/**
 * Gives slices that begin after an `await` the slice whose code they belong to as their parent, and
 * measures the running time of asynchronous slices. It does nothing until `follow` is called.
 */
export class AsyncBodies implements ContinuationListener {
  /** Asynchronous slices that were followed so far. */
  followed = 0;
  /** Those that were not, since too many others were open. */
  notFollowed = 0;
  #store: AsyncBodyStore | null = null;
  #following = NOTHING;
  #generation = 0;
  #latest: AsyncBody | null = null;
  readonly #onLanes = new OwnMap<Token, AsyncBody>();
  readonly #runningTime: RunningTime;

  constructor(
    private readonly now: Clock,
    private readonly slices: SliceStore,
    private readonly args: ArgLog
  ) {
    this.#runningTime = new RunningTime(now);
  }

  /**
   * Follows bodies by `store` from now on; a second call only changes the options. Where functions declared `async` are
   * followed alone from now on, others that are open are over, and the running time of all is what it was until now.
   */
  follow(store: AsyncBodyStore, following: Following): void {
    const before = this.#following;
    this.#store = store;
    this.#following = following;
    if (before.everything && !following.everything) this.#endOthers();
    if (before.running && !following.running) this.#endRunning(store);
  }

  #endOthers(): void {
    for (const { token, isAsyncFunction: isDeclared } of [...this.#onLanes.values()]) {
      if (!isDeclared) this.endAsync(token);
    }
  }

  #endRunning(store: AsyncBodyStore): void {
    this.#onLanes.forEach(body => this.#tellRunning(body));
    store.unwatch();
    this.#runningTime.forget();
  }

  #tellRunning(body: AsyncBody): void {
    if (body.since === null) return;
    this.args.add(body.token, RUNNING_ARG, this.#runningTime.close(body));
    body.since = null;
  }

  /** Follows none any more. Those that are open are over, with the time that they ran until now. */
  unfollow(): void {
    for (const token of [...this.#onLanes.keys()]) this.endAsync(token);
    this.#store?.unwatch();
    this.#runningTime.forget();
    this.#store = null;
    this.#following = NOTHING;
    this.#latest = null;
    this.#generation++;
  }

  // hot
  /** True if `fn`, the body of a slice, must be run by `run`. */
  wants(fn: object): boolean {
    return this.#store !== null && (this.#following.everything || isAsyncFunction(fn));
  }

  /**
   * Runs the body of the slice `token` and returns its value. Only if `wants` returned true of `original`,
   * the function that `fn` calls.
   */
  run<T>(token: Token, fn: () => T, original: object = fn): T {
    const store = this.#store;
    if (store === null) return fn();
    // Before the body begins: V8 reports no continuation of an `await` that came before the hooks.
    if (this.#following.running) store.watch(this);
    const body: AsyncBody = {
      token,
      isAsyncFunction: isAsyncFunction(original),
      outer: this.#around(false),
      outerDeclared: this.#around(true),
      generation: this.#generation,
      since: this.#following.running ? this.now() : null,
      state: 'onThread',
      runningNs: 0
    };
    try {
      return store.run(body, fn);
    } finally {
      body.state = 'over';
      this.#latest = body;
    }
  }

  /** The slice on an async lane whose code asks, maybe only of functions declared `async`, or `NO_TOKEN`. */
  innermost(ofAsyncFunctions = false): Token {
    let body = this.#around(ofAsyncFunctions);
    while (
      body !== null &&
      (body.state !== 'onLane' || (ofAsyncFunctions && !body.isAsyncFunction))
    ) {
      body = outerOf(body, ofAsyncFunctions);
    }
    return body?.token ?? NO_TOKEN;
  }

  /** The slice `token`, whose body has just returned a promise, goes on on an async lane. */
  moveToLane(token: Token): void {
    const body = this.#latest;
    this.#latest = null;
    if (body === null || body.token !== token || body.generation !== this.#generation) return;
    if (this.#onLanes.size >= MAX_ON_LANES) {
      this.notFollowed++;
      return;
    }
    body.state = 'onLane';
    this.followed++;
    this.#onLanes.set(token, body);
    const { asyncParents } = this.slices;
    if (token > asyncParents.newestBody) asyncParents.newestBody = token;
    if (body.since !== null) this.#runningTime.addFirstPart(body, body.since);
  }

  /** The slice `token` of an async lane ends. */
  endAsync(token: Token): void {
    const body = this.#onLanes.size === 0 ? undefined : this.#onLanes.get(token);
    if (!body) return;
    this.#tellRunning(body);
    body.state = 'over';
    this.#onLanes.delete(token);
    if (this.#onLanes.size === 0) this.slices.asyncParents.newestBody = NO_TOKEN;
  }

  /** Forgets the running body after it was cut off from outside. */
  abandon(): void {
    this.#latest = null;
    this.#store?.abandon();
    this.#runningTime.forget();
  }

  // hot
  began(): void {
    this.#runningTime.begin(this.#around(false));
  }

  // hot
  ended(): void {
    this.#runningTime.end();
  }

  // hot
  /** The innermost body that the running code is a part of and that is not over. */
  #around(isOfDeclared: boolean): AsyncBody | null {
    let body = this.#store?.current(isOfDeclared) ?? null;
    while (body !== null && (body.state === 'over' || body.generation !== this.#generation)) {
      body = outerOf(body, isOfDeclared);
    }
    return body;
  }
}

// hot
function outerOf(body: AsyncBody, isOfDeclared: boolean): AsyncBody | null {
  return isOfDeclared ? body.outerDeclared : body.outer;
}

// hot
function isAsyncFunction(fn: object): boolean {
  return (fn as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === ASYNC_FUNCTION;
}

/** The `Symbol.toStringTag` of functions declared `async`, including those of other realms. */
const ASYNC_FUNCTION = 'AsyncFunction';

/** A continuation or callback under way. */
interface Stretch {
  /** The owner of the code; null for code that is not followed. */
  readonly body: AsyncBody | null;
  /** Clock value up to which its time has been counted, nanoseconds. */
  since: bigint;
  /** The one that goes on when this one ends. */
  readonly below: Stretch | null;
}

/**
 * Measures the running time of asynchronous bodies: their first part, until the call returns, and the
 * continuations and callbacks after it. Time of a body counts once for each open body around it, so
 * that none runs longer than it lasts. The time of a callback within another one counts only for its
 * own body.
 */
class RunningTime {
  #stretch: Stretch | null = null;

  constructor(private readonly now: Clock) {}

  // hot
  /** A continuation or callback begins, of `body` or of none that is followed. */
  begin(body: AsyncBody | null): void {
    const below = this.#stretch;
    if (body === null && below === null) {
      this.#stretch = OF_NOBODY;
      return;
    }
    const since = this.now();
    if (below !== null) countUntil(below, since);
    this.#stretch = { body, since, below };
  }

  // hot
  /** The newest one that has begun ends. */
  end(): void {
    const stretch = this.#stretch;
    if (stretch === null) return;
    this.#stretch = stretch.below;
    if (stretch === OF_NOBODY) return;
    const now = this.now();
    countUntil(stretch, now);
    if (stretch.below !== null && stretch.below !== OF_NOBODY) stretch.below.since = now;
  }

  /** The first part of `body`, which began at the clock value `since`, has just returned. */
  addFirstPart(body: AsyncBody, since: bigint): void {
    const lasted = Number(this.now() - since);
    body.runningNs += lasted;
    let outer = body.outer;
    // Bodies that are running themselves, on the thread or in the continuation, count this anyway.
    while (outer !== null && outer.state !== 'onThread' && !this.#isInStretch(outer)) {
      if (outer.state === 'onLane') outer.runningNs += lasted;
      outer = outer.outer;
    }
  }

  /** `body` has ended: its part of the running code counts. Returns its total in nanoseconds. */
  close(body: AsyncBody): number {
    const stretch = this.#stretch;
    if (stretch !== null && this.#isInStretch(body)) {
      body.runningNs += Number(this.now() - stretch.since);
    }
    return body.runningNs;
  }

  /** Forgets the running code: it was cut off or is no longer followed. */
  forget(): void {
    this.#stretch = null;
  }

  #isInStretch(body: AsyncBody): boolean {
    let inner = this.#stretch?.body ?? null;
    while (inner !== null && inner !== body) inner = inner.outer;
    return inner === body;
  }
}

/** The one stretch of nobody's code with nothing below it: most callbacks of a program, uncounted. */
const OF_NOBODY: Stretch = { body: null, since: 0n, below: null };

// hot
function countUntil(stretch: Stretch, now: bigint): void {
  if (stretch.body === null) return;
  const lasted = Number(now - stretch.since);
  for (let body: AsyncBody | null = stretch.body; body !== null; body = body.outer) {
    if (body.state === 'onLane') body.runningNs += lasted;
  }
}
