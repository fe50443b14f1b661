import type { ProfileStatus } from '../../model/profile/profile';

/** A session, or another recorder, that can be ended. */
interface Endable {
  stop(status: ProfileStatus): void;
}

/**
 * The open sessions that last as long as a call. A call that is cut off from outside, where neither
 * `finally` nor `catch` runs, would leave its session recording for good.
 */
export class CallSessions {
  readonly #open = new Map<Endable, number>();
  #count = 0;

  /** The number of sessions begun so far. */
  get begun(): number {
    return this.#count;
  }

  /** Notes a session that a call has begun. */
  begin(session: Endable): void {
    this.#open.set(session, this.#count++);
  }

  /** Forgets a session whose call is over. */
  end(session: Endable): void {
    this.#open.delete(session);
  }

  /** Ends, as interrupted, the sessions that have begun since `begun` was this number. */
  endSince(begun: number): void {
    for (const [session, number] of this.#open) {
      if (number < begun) continue;
      this.#open.delete(session);
      session.stop('interrupted');
    }
  }
}
