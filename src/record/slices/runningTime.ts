import type { AsyncBody } from './asyncBody';
import type { Clock } from '../time/clock';

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
export class RunningTime {
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
