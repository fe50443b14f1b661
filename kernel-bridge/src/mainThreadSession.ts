import { Session } from 'node:inspector';

/** Methods of the main thread's inspector that the helper thread calls. */
export type InspectorMethod = 'Runtime.terminateExecution';

/**
 * The main thread, reached from a worker through the inspector: it answers also while the main
 * thread is busy. Connected from the first call on; `dispose` before the process ends.
 */
export class MainThreadSession {
  #session: Session | null = null;

  /** Sends a command; its answer is of no interest. */
  post(method: InspectorMethod): void {
    if (this.#session === null) {
      this.#session = new Session();
      this.#session.connectToMainThread();
    }
    this.#session.post(method);
  }

  /** Disconnects; safe to call twice. */
  dispose(): void {
    this.#session?.disconnect();
    this.#session = null;
  }
}
