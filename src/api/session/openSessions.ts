import type { ProfileStatus } from '../../model/profile';

/** A session that goes on, as far as it is to be named and ended. */
export interface OpenSession {
  /** The name it was given; without one empty, and from its end on that of its profile. */
  readonly name: string;
  /** Ends it at once and keeps its profile. */
  stop(status?: ProfileStatus): void;
}

/** The sessions that have begun and not ended: one whose variable is lost is still found here. */
export class OpenSessions {
  private readonly sessions = new Set<OpenSession>();

  /** Notes a session that begins. */
  add(session: OpenSession): void {
    this.sessions.add(session);
  }

  /** Forgets a session that ends. */
  delete(session: OpenSession): void {
    this.sessions.delete(session);
  }

  /** All of them, oldest first. */
  list(): readonly OpenSession[] {
    return [...this.sessions];
  }

  /** Ends all of them, oldest first, and gives them. */
  stopAll(): readonly OpenSession[] {
    const stopped = this.list();
    for (const session of stopped) session.stop();
    return stopped;
  }
}
