/** Something that records until it is ended. */
export interface OpenRecording {
  /** The name it was given, empty without one; from its end on that of its profile. */
  readonly name: string;
  /** Ends it; the recording so far is kept. */
  stop(): unknown;
  /** Ends it immediately, without anything to wait for; the recording so far is kept. */
  dispose(): void;
}

/** The sessions that have begun and not ended: one whose variable is lost is still found here. */
export class OpenSessions {
  readonly #sessions = new Set<OpenRecording>();

  /** Notes a session that begins. */
  add(session: OpenRecording): void {
    this.#sessions.add(session);
  }

  /** Forgets a session that ends. */
  delete(session: OpenRecording): void {
    this.#sessions.delete(session);
  }

  /** All of them, oldest first. */
  list(): readonly OpenRecording[] {
    return [...this.#sessions];
  }

  /** Ends and returns all of them, oldest first. */
  stopAll(): readonly OpenRecording[] {
    const stopped = this.list();
    for (const session of stopped) session.dispose();
    return stopped;
  }
}
