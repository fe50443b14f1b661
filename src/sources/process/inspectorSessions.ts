import type { Session } from 'node:inspector';

/**
 * Ends the inspector sessions of this thread. V8 numbers the objects of the heap anew whenever one ends, and
 * heap snapshots can only be compared as long as it does not: while one of them is waited for, sessions that
 * are done stay connected.
 */
export class InspectorSessions {
  /** How many hold now, first of all: other threads, which have sessions with this one too, see it. */
  readonly holds = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #done = new Set<Pick<Session, 'disconnect'>>();

  /** Has all sessions stay connected until the result is called. */
  hold(): () => void {
    Atomics.add(this.holds, 0, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (Atomics.sub(this.holds, 0, 1) > 1) return;
      for (const session of this.#done) session.disconnect();
      this.#done.clear();
    };
  }

  /** Disconnects a session that is done, as soon as nothing holds it. */
  end(session: Pick<Session, 'disconnect'>): void {
    if (Atomics.load(this.holds, 0) > 0) this.#done.add(session);
    else session.disconnect();
  }
}

/** The sessions of this thread. */
export const inspectorSessions = new InspectorSessions();
