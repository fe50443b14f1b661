import { Session } from 'node:inspector';
import { STOP_FUNCTION } from '../../cells/interrupts/stopFunction';

/**
 * The main thread, reached from a worker through the inspector: it answers even during JavaScript that
 * does not return. Connected from the first call on; `dispose` before the process ends.
 */
export class MainThreadSession {
  #session: Session | null = null;

  /** Has the main thread end the code of the user that it runs; calls back when it has looked. */
  stop(seen: () => void): void {
    const expression = `${STOP_FUNCTION}()`;
    this.#connected().post('Runtime.evaluate', { expression, silent: true }, () => seen());
  }

  /** Disconnects; safe to call twice. */
  dispose(): void {
    this.#session?.disconnect();
    this.#session = null;
  }

  #connected(): Session {
    if (this.#session === null) {
      this.#session = new Session();
      this.#session.connectToMainThread();
    }
    return this.#session;
  }
}
