import type { SessionResults } from '../results/sessionResults';

/** Something that runs until it is ended: a `ProfileSession`, or a `Profiler` that is started. */
export interface OpenSession extends SessionResults {
  /** The name it was given, empty without one; from its end on that of its profile. */
  readonly name: string;
  /** Ends it; the recording so far is kept. */
  stop(): unknown;
  /** Ends it immediately, without anything to wait for; the recording so far is kept. */
  dispose(): void;
}

/** The sessions that have begun and not ended: one whose variable is lost is still found here. */
export class OpenSessions {
  readonly #sessions = new Set<OpenSession>();

  /** Notes a session that begins. */
  add(session: OpenSession): void {
    this.#sessions.add(session);
  }

  /** Forgets a session that ends. */
  delete(session: OpenSession): void {
    this.#sessions.delete(session);
  }

  /** All of them, oldest first. */
  list(): readonly OpenSession[] {
    return [...this.#sessions];
  }

  /** Ends and returns all of them, oldest first. */
  stopAll(): readonly OpenSession[] {
    const stopped = this.list();
    for (const session of stopped) session.dispose();
    return stopped;
  }
}
