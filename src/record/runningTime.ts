import type { AsyncBody } from './asyncBody';
import type { Clock } from './clock';

/**
 * Measures how long the code of asynchronous bodies runs: their first part, until the call returns,
 * and the continuations of promises after it. Time of a body counts for all bodies around it that
 * are open, once for each, so that none runs longer than it lasts. Callbacks of timers and of
 * input, which no promise continues with, do not count.
 */
export class RunningTime {
  private stretch: { readonly body: AsyncBody; readonly since: bigint } | null = null;

  constructor(private readonly now: Clock) {}

  // hot
  /** A continuation begins, of `body` or of none that is followed. */
  begin(body: AsyncBody | null): void {
    this.stretch = body === null ? null : { body, since: this.now() };
  }

  // hot
  /** The continuation ends; one that was never ended is forgotten with the next one. */
  end(): void {
    const { stretch } = this;
    this.stretch = null;
    if (stretch === null) return;
    const lasted = Number(this.now() - stretch.since);
    for (let body: AsyncBody | null = stretch.body; body !== null; body = body.outer) {
      if (body.state === 'onLane') body.runningNs += lasted;
    }
  }

  /** The first part of `body`, which began at the clock value `since`, has just returned. */
  addFirstPart(body: AsyncBody, since: bigint): void {
    const lasted = Number(this.now() - since);
    body.runningNs += lasted;
    let outer = body.outer;
    // Bodies that are running themselves, on the thread or in the continuation, count this anyway.
    while (outer !== null && outer.state !== 'onThread' && !this.isInStretch(outer)) {
      if (outer.state === 'onLane') outer.runningNs += lasted;
      outer = outer.outer;
    }
  }

  /** `body` is over: what it has run of the continuation under way counts. Nanoseconds in all. */
  close(body: AsyncBody): number {
    const { stretch } = this;
    if (stretch !== null && this.isInStretch(body)) {
      body.runningNs += Number(this.now() - stretch.since);
    }
    return body.runningNs;
  }

  /** Forgets the continuation under way, which was cut off or is not followed any more. */
  forget(): void {
    this.stretch = null;
  }

  private isInStretch(body: AsyncBody): boolean {
    let inner = this.stretch?.body ?? null;
    while (inner !== null && inner !== body) inner = inner.outer;
    return inner === body;
  }
}
