import type { Session } from 'node:inspector';

/**
 * Ends the inspector sessions of this thread. V8 numbers the objects of the heap anew whenever one ends, and
 * heap snapshots can only be compared as long as it does not: while one of them is waited for, sessions that
 * are done stay connected.
 */
export class InspectorSessions {
  private readonly done = new Set<Pick<Session, 'disconnect'>>();
  private holds = 0;

  /** Has all sessions stay connected until the result is called. */
  hold(): () => void {
    this.holds++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (--this.holds > 0) return;
      for (const session of this.done) session.disconnect();
      this.done.clear();
    };
  }

  /** Disconnects a session that is done, as soon as nothing holds it. */
  end(session: Pick<Session, 'disconnect'>): void {
    if (this.holds > 0) this.done.add(session);
    else session.disconnect();
  }
}

/** The sessions of this thread. */
export const inspectorSessions = new InspectorSessions();
